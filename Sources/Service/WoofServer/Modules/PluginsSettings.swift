// SPDX-License-Identifier: Apache-2.0

package import WoofConfiguration
internal import WoofHTTP
internal import WoofModel
internal import WoofPlugins

/// The plugins that are run, in their order, and the limits of their workers.
package struct PluginsSettings: ConfigurationSection {
  let folders: [String]
  let steps: [PluginStepSettings]
  let disabled: Set<String>
  let workers: WorkerSettings

  /// No plugin at all.
  static let empty = PluginsSettings()

  private init() {
    folders = []
    steps = []
    disabled = []
    workers = WorkerSettings(workerPath: WorkerSettings.standardWorkerPath)
  }

  /// Reads the section.
  package init(from reader: inout ConfigurationReader) {
    let folders = reader.value(
      "folders", .list(of: .string), default: [],
      "Where plugins are looked for; by default in the folder of the program, then in /usr/lib/woof/plugins. Folders and "
        + "files belong to root or the service's user, and nobody else may write them.")
    self.folders = folders.isEmpty ? PluginSearch.standardFolders : folders
    steps = reader.sections(
      "steps",
      "The plugins that see a picture, in this order. Without any, all that are found, by the names of their files.")
    disabled = Set(
      reader.value(
        "disabled", .list(of: .string), default: [],
        "The names of plugins that are not used, whatever else names them; administrators can change this."))
    let worker = reader.value(
      "worker", .optional(.string), default: nil,
      "The program that plugins are loaded by; by default woof-worker in the folder of the program, or else in "
        + "/usr/lib/woof.")
    var workers = WorkerSettings(
      workerPath: worker ?? WorkerSettings.standardWorkerPath, workerCount: max(1, EventLoopGroup.processorCount))
    workers.workerCount =
      reader.value(
        "workers", .optional(.integer(in: 1...256)), default: nil,
        "How many jobs of a plugin run at once, by default one for each processor. One worker more is kept ready."
      ) ?? workers.workerCount
    workers.queueLimit = reader.value(
      "queue", .integer(in: 1...100_000), default: workers.queueLimit, "How many jobs of a plugin may wait.")
    workers.startDeadline = reader.value(
      "startDeadline", .anyDuration, default: workers.startDeadline, "How long a plugin may take to be loaded.")
    workers.permitsMissingSandbox = reader.value(
      "runWithoutSandbox", .boolean, default: false,
      "Whether plugins are run where the system lacks landlock or seccomp. A picture that takes a plugin over could then "
        + "read what the service can.")
    workers.limits = reader.section("limits", "The most that a plugin's manifest may ask for.") { reader in
      PluginLimits(from: &reader, most: workers.limits)
    }
    self.workers = workers
  }
}

/// A plugin of the chain, and its parameters.
struct PluginStepSettings: ConfigurationSection {
  let step: PluginStep

  init(from reader: inout ConfigurationReader) {
    let plugin = reader.value("plugin", .string, default: "vips", "The name of the plugin.")
    let parameters = reader.value(
      "parameters", .jsonObject, default: JSONObjectText("{}"),
      "The plugin's parameters: the text of a JSON object that satisfies the schema of its manifest.")
    step = PluginStep(plugin: plugin, parameters: parameters.value)
  }
}

/// The text of a JSON object, as it was written.
struct JSONObjectText: Hashable, Sendable {
  let text: String
  let value: JSONValue

  init(_ text: String) {
    self.text = text
    value = PluginStep.parameters(text) ?? .object([:])
  }
}

extension ConfigurationKind where Value == JSONObjectText {
  /// The text of a JSON object.
  fileprivate static var jsonObject: Self {
    Self(
      name: "JSON object", allowed: "the text of a JSON object",
      parse: { text in PluginStep.parameters(text) == nil ? nil : JSONObjectText(text) }, text: \.text)
  }
}

extension PluginLimits {
  fileprivate init(from reader: inout ConfigurationReader, most: PluginLimits) {
    self = most
    memoryByteCount =
      reader.value(
        "memory", .byteCount(in: .mebibytes(16)...(.gibibytes(64))), default: .bytes(most.memoryByteCount),
        "How many bytes of memory a worker may have."
      ).bytes
    processorSeconds = reader.value(
      "processorSeconds", .integer(in: 1...3600), default: most.processorSeconds,
      "How many seconds of processor time a job may take.")
    deadline = reader.value("deadline", .anyDuration, default: most.deadline, "How long a job may take.")
    outputByteCount =
      reader.value(
        "output", .byteCount(in: .mebibytes(1)...(.gibibytes(1))), default: .bytes(most.outputByteCount),
        "How many bytes the derived images of a job may have together."
      ).bytes
    pixelCount = reader.value(
      "pixels", .integer(in: 1...100_000_000_000), default: most.pixelCount,
      "How many pixels a picture may have that is given to a plugin.")
  }
}
