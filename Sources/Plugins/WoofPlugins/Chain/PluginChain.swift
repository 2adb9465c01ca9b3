// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCryptography
package import WoofCore
package import WoofModel

/// A chain of plugins, in the order in which they see a picture. The first refusal or failure is that of the chain, and
/// a variant is made by the first plugin that emits its format.
package final class PluginChain: PictureTransforming {
  private struct Step: Sendable {
    var runner: PluginRunner
    var parameters: [UInt8]
    var name: String
  }

  private let runs: [Step]
  private let uses = Mutex(ChainUses())

  /// Makes a chain of plugins, and checks the parameters of its steps; nothing is started yet.
  ///
  /// - Parameters:
  ///   - steps: The steps, in order. A plugin that stands twice has workers for each.
  ///   - search: The outcome of the search for plugins.
  ///   - settings: The settings of the workers.
  ///   - time: The clock of deadlines and pauses.
  ///   - report: Takes lines for the log, on any thread.
  /// - Throws: ``PluginError`` where a plugin is not there or not usable, or its parameters are wrong.
  package init(
    _ steps: [PluginStep], from search: PluginSearch, settings: WorkerSettings,
    time: any TimeSource = SystemTimeSource(), report: @escaping @Sendable (PluginReport) -> Void
  ) throws(PluginError) {
    var made: [Step] = []
    for step in steps {
      let plugin = try search.plugin(named: step.plugin)
      do {
        try plugin.manifest.parameters.validate(step.parameters)
      } catch {
        throw PluginError(error.code, "step \(made.count + 1), \(step.plugin): \(error.message)")
      }
      let parameters = JSONText.bytes(of: step.parameters)
      let runner = PluginRunner(plugin: plugin, settings: settings, time: time, report: report)
      let name = plugin.manifest.fullName + Self.mark(of: parameters, plugin.manifest.configuration)
      made.append(Step(runner: runner, parameters: parameters, name: name))
    }
    runs = made
  }

  /// The parameters of a step and the configuration of its plugin shape what is made, so they are part of the name;
  /// those of most steps are empty.
  private static func mark(of parameters: [UInt8], _ configuration: JSONValue) -> String {
    let empty = Array("{}".utf8)
    var shaping = parameters
    let prepared = JSONText.bytes(of: configuration)
    // No text of JSON here has a line end, so that the two cannot be taken for others.
    if prepared != empty { shaping += [UInt8(ascii: "\n")] + prepared }
    guard shaping != empty, let digest = Digest(SHA256.digest(of: shaping)) else { return "" }
    return "+\(digest.hexadecimal.prefix(8))"
  }

  /// Starts a worker of each plugin and waits until it is ready, so that a chain which starts can be used.
  ///
  /// - Throws: ``PluginError`` of the first plugin that cannot be started; the others have been ended again.
  package func start() async throws(PluginError) {
    for step in runs {
      do throws(PluginError) {
        try await step.runner.start()
      } catch {
        await drain()
        throw error
      }
    }
  }

  /// Waits for those who use the chain, does their jobs, and ends all workers.
  package func drain() async {
    await withCheckedContinuation { continuation in
      if let continuation = uses.withLock({ $0.wait(continuation) }) { continuation.resume() }
    }
    for step in runs { await step.runner.drain() }
    uses.withLock { $0.hasEnded = true }
  }

  /// `true` once the chain has been drained and all of its workers have ended.
  package var hasEnded: Bool { uses.withLock(\.hasEnded) }

  /// The names and versions of the plugins in order, as in `vips/1.0.0`; with a mark for a step's parameters and its
  /// plugin's configuration if there are any.
  package var names: [String] { runs.map(\.name) }

  /// Returns `true` if the plugin of at least one step takes pictures of a type.
  package func accepts(_ type: ImageType) -> Bool {
    runs.contains { $0.runner.plugin.manifest.accepts.contains(type) }
  }

  /// The counts of the work that each plugin has done and is doing, in the order of the steps.
  package var counts: [(plugin: String, counts: PluginCounts)] {
    runs.map { ($0.runner.plugin.manifest.name, $0.runner.counts) }
  }

  /// The plugins, each a step that a configuration orders.
  package var steps: [TransformerStep] {
    runs.indices.map { index in
      .transforming(PluginTransformer(chain: self, index: index), name: runs[index].runner.plugin.manifest.name)
    }
  }

  /// Lets the plugins that take a picture process it one after another. If the task is cancelled before all of them
  /// have, the outcome is a failure of no plugin, and never an acceptance.
  package func transform(_ picture: Picture, for request: PictureRequest) async -> PictureOutcome {
    uses.withLock { $0.count += 1 }
    defer { for continuation in uses.withLock({ $0.leave() }) { continuation.resume() } }
    var findings = PictureFindings()
    for index in runs.indices where accepts(picture.type, at: index) {
      guard !Task.isCancelled else { return .failed(Self.givenUp) }
      var request = request
      request.variants.removeAll { findings.variants[$0.name] != nil }
      switch await transform(picture, for: request, at: index) {
      case .accepted(let further): findings.fill(from: further)
      case .refused(let rejection): return .refused(rejection)
      case .failed(let failure): return .failed(failure)
      }
    }
    return .accepted(findings)
  }

  /// Returns the name and version of one plugin.
  func name(at index: Int) -> String { runs[index].name }

  /// Returns `true` if the manifest of the plugin at an index names a type among those that it accepts.
  func accepts(_ type: ImageType, at index: Int) -> Bool {
    runs[index].runner.plugin.manifest.accepts.contains(type)
  }

  /// Lets one plugin process a picture.
  func transform(_ picture: Picture, for request: PictureRequest, at index: Int) async -> PictureOutcome {
    uses.withLock { $0.count += 1 }
    defer { for continuation in uses.withLock({ $0.leave() }) { continuation.resume() } }
    let run = runs[index]
    return await run.runner.run(picture, for: request, parameters: run.parameters).outcome
  }

  private static let givenUp = PictureFailure(reason: .unavailable, transformer: "", detail: "the job was given up")
}

/// One plugin of a chain, as a step among others. Workers are the chain's, which drains as a whole.
private struct PluginTransformer: PictureTransforming {
  let chain: PluginChain
  let index: Int

  var names: [String] { [chain.name(at: index)] }

  func accepts(_ type: ImageType) -> Bool { chain.accepts(type, at: index) }

  func transform(_ picture: Picture, for request: PictureRequest) async -> PictureOutcome {
    await chain.transform(picture, for: request, at: index)
  }

  func drain() async {
    if !chain.hasEnded { await chain.drain() }
  }
}
