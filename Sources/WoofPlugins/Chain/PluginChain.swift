internal import Synchronization
internal import WoofCryptography
public import WoofCore
public import WoofModel

/// Plugins in the order in which they see a picture: the first refusal or failure is that of the chain, and a variant is
/// made by the first plugin that emits its format.
public final class PluginChain: PictureTransforming {
  private struct Step: Sendable {
    var runner: PluginRunner
    var parameters: [UInt8]
    var name: String
  }

  private let steps: [Step]
  private let uses = Mutex(Uses())

  /// Makes a chain of plugins, and checks the parameters of its steps; nothing is started yet.
  ///
  /// - Parameters:
  ///   - steps: The steps, in order. A plugin that stands twice has workers for each.
  ///   - search: Where plugins were looked for.
  ///   - settings: How they are run.
  ///   - time: The clock of deadlines and pauses.
  ///   - report: Takes lines for the log, on any thread.
  /// - Throws: ``PluginError`` where a plugin is not there or not usable, or its parameters are wrong.
  public init(
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
    self.steps = made
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
  public func start() async throws(PluginError) {
    for step in steps {
      do throws(PluginError) {
        try await step.runner.start()
      } catch {
        await drain()
        throw error
      }
    }
  }

  /// Waits for those who use the chain, does their jobs, and ends all workers.
  public func drain() async {
    await withCheckedContinuation { continuation in
      if let continuation = uses.withLock({ $0.wait(continuation) }) { continuation.resume() }
    }
    for step in steps { await step.runner.drain() }
    uses.withLock { $0.hasEnded = true }
  }

  /// Whether the chain has been drained, so that nothing of it is left.
  public var hasEnded: Bool { uses.withLock(\.hasEnded) }

  /// Names and versions in order, as in `vips/1.0.0`; with a mark of a step's parameters and its plugin's configuration
  /// where there are any.
  public var names: [String] { steps.map(\.name) }

  /// Whether a step takes pictures of a type.
  public func accepts(_ type: ImageType) -> Bool {
    steps.contains { $0.runner.plugin.manifest.accepts.contains(type) }
  }

  /// What each plugin has done, and is doing, in the order of the steps.
  public var counts: [(plugin: String, counts: PluginCounts)] {
    steps.map { ($0.runner.plugin.manifest.name, $0.runner.counts) }
  }

  /// Lets the plugins that take a picture see it one after another. Where the task is cancelled before all of them have,
  /// that is a failure of nobody, and never an acceptance.
  public func transform(_ picture: Picture, for request: PictureRequest) async -> PictureOutcome {
    uses.withLock { $0.count += 1 }
    defer { for continuation in uses.withLock({ $0.leave() }) { continuation.resume() } }
    var findings = PictureFindings()
    for step in steps where step.runner.plugin.manifest.accepts.contains(picture.type) {
      guard !Task.isCancelled else { return .failed(Self.givenUp) }
      var request = request
      request.variants.removeAll { findings.variants[$0.name] != nil }
      switch await step.runner.run(picture, for: request, parameters: step.parameters).outcome {
      case .accepted(let further): findings.fill(from: further)
      case .refused(let rejection): return .refused(rejection)
      case .failed(let failure): return .failed(failure)
      }
    }
    return .accepted(findings)
  }

  private static let givenUp = PictureFailure(reason: .unavailable, transformer: "", detail: "the job was given up")
}

/// Who uses a chain, and who waits until nobody does.
private struct Uses {
  var count = 0
  var hasEnded = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Keeps a continuation, or gives it back where nobody uses the chain.
  mutating func wait(_ continuation: CheckedContinuation<Void, Never>) -> CheckedContinuation<Void, Never>? {
    guard count > 0 else { return continuation }
    waiting.append(continuation)
    return nil
  }

  mutating func leave() -> [CheckedContinuation<Void, Never>] {
    count -= 1
    guard count == 0 else { return [] }
    defer { waiting = [] }
    return waiting
  }
}

extension PictureFindings {
  /// Fills what is open here with what `other` knows.
  fileprivate mutating func fill(from other: PictureFindings) {
    placeholder = placeholder ?? other.placeholder
    averageColour = averageColour ?? other.averageColour
    perceptualHash = perceptualHash ?? other.perceptualHash
    partHashes = partHashes ?? other.partHashes
    annotations.merge(other.annotations) { first, _ in first }
    variants.merge(other.variants) { first, _ in first }
  }
}
