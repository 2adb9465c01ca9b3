// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WoofCommandLine
import WoofModel
import WoofPlugins

/// The command `plugin check`, which runs a plugin in the sandbox on sound, broken and hostile pictures.
struct PluginCheckCommand: Command {
  static let name = "check"
  static let summary = "Runs a plugin in the sandbox on sound, broken, hostile, huge and empty pictures."
  static let discussion = """
    A plugin may accept or refuse what it likes, but must not crash, hang or lie, must give the same for the same \
    picture, and must not need more and more memory: many jobs are done in one process, whatever its manifest says of \
    isolation. Seal it first, by: woof plugin seal

    Exit codes: 0 it passed; 1 it did not, or could not be run.
    """

  private let file: String
  private let jobCount: Int
  private let parameters: String?
  private let workerPath: String
  private let permitsMissingSandbox: Bool
  private let printsJSON: Bool

  init(from reader: inout ArgumentReader) {
    file = reader.argument("FILE", "The plugin's library or its manifest.")
    jobCount = reader.option("--jobs", .integer(in: 20...1_000_000), default: 1_000, "How many jobs are done in a row.")
    parameters = reader.option(
      "--parameters", .text("JSON"),
      "The parameters of a step of the chain, as '{\"leastShare\": 0.1}'. Without them it gets an empty object.")
    workerPath =
      reader.option("--worker", .text("PATH"), "The worker executable. By default that beside this program.")
      ?? WorkerSettings.standardWorkerPath
    permitsMissingSandbox = reader.flag(
      "--without-sandbox", "Runs it even where this system cannot confine it; only for plugins that you trust.")
    printsJSON = reader.flag("--json", "Prints what was found as a JSON object.")
  }

  func run() async throws -> ExitCode {
    let manifestPath = file.hasSuffix(".so") ? file.dropLast(3) + ".json" : file
    let plugin = try Plugin(manifestAt: manifestPath)
    let parameters = try StepParameters(parameters, of: plugin.manifest)
    let settings = WorkerSettings(
      workerPath: workerPath, workerCount: 1, permitsMissingSandbox: permitsMissingSandbox)
    let runner = PluginRunner(plugin: plugin, settings: settings) { _ in }
    let layers = try await runner.start()
    var findings: [Finding] = []
    let conformance = Conformance(
      Subject(runner, parameters: parameters.bytes), limits: plugin.manifest.limits, jobCount: jobCount)
    if !printsJSON { StandardStream.output.write("\(plugin.manifest.fullName), behind: \(layers)\n") }
    try await conformance.run { finding in
      findings.append(finding)
      if !printsJSON { StandardStream.output.write(Self.line(finding)) }
    }
    await runner.drain()
    let isSound = !findings.contains { $0.outcome == .failed }
    let summary =
      printsJSON ? Self.json(plugin, layers, findings, isSound) : isSound ? "it passed\n" : "it did not pass\n"
    StandardStream.output.write(summary)
    return isSound ? .done : .failed
  }

  private static func line(_ finding: Finding) -> String {
    let outcome = finding.outcome.rawValue
    return "\(outcome)\(String(repeating: " ", count: 9 - outcome.count))\(finding.check): \(finding.detail)\n"
  }

  private static func json(
    _ plugin: Plugin, _ layers: SandboxLayers, _ findings: [Finding], _ isSound: Bool
  ) -> String {
    let checks = findings.map { finding in
      JSONValue.object([
        "check": .string(finding.check), "outcome": .string(finding.outcome.rawValue),
        "detail": .string(finding.detail),
      ])
    }
    var writer = JSONWriter()
    writer.value(
      .object([
        "plugin": .string(plugin.manifest.fullName), "layers": .string("\(layers)"), "isSound": .bool(isSound),
        "checks": .array(checks),
      ]))
    writer.newline()
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// The parameters of a step of the chain, as they are given to a command.
struct StepParameters {
  /// The parameters as JSON text.
  let bytes: [UInt8]

  /// Reads them.
  ///
  /// - Parameters:
  ///   - text: A JSON object; `nil` for an empty one.
  ///   - manifest: The manifest of the plugin, with the schema of its parameters.
  /// - Throws: `CommandFailure` where they are no JSON, or not what the plugin's schema asks for.
  init(_ text: String?, of manifest: PluginManifest) throws {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data((text ?? "{}").utf8)) else {
      throw CommandFailure("what --parameters gives is not JSON; write an object, as '{\"leastShare\": 0.1}'")
    }
    do throws(PluginError) {
      try manifest.parameters.validate(value)
    } catch {
      let advice = text == nil ? "give what \(manifest.name) needs" : "give what its manifest allows"
      throw CommandFailure("\(error.message); \(advice) by --parameters")
    }
    var writer = JSONWriter()
    writer.value(value)
    bytes = writer.bytes
  }
}
