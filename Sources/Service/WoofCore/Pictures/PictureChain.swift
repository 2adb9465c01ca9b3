// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import WoofModel

/// The steps of a chain from the first transforming one on: each sees a picture that all before it have accepted. The first
/// refusal or failure is that of the chain, and a variant is made by the first step that makes its format.
package final class PictureChain: PictureTransforming {
  private let chain: [TransformerStep]
  private let workers: WorkerPool
  private let uses = Mutex(ChainUses())

  /// Makes a chain; inspecting steps read pictures on `workers`.
  package init(_ steps: [TransformerStep], workers: WorkerPool) {
    chain = steps
    self.workers = workers
  }

  /// Names and versions of all steps, in order.
  package var names: [String] {
    chain.flatMap { step in
      switch step {
      case .inspecting(let step): ["\(step.name)/\(step.version)"]
      case .transforming(let step, _): step.names
      }
    }
  }

  /// The steps in the order in which a picture passes them.
  package var steps: [TransformerStep] { chain }

  /// Returns `true` if at least one step takes pictures of a type. Inspecting steps take every type.
  package func accepts(_ type: ImageType) -> Bool {
    chain.contains { step in
      switch step {
      case .inspecting: true
      case .transforming(let step, _): step.accepts(type)
      }
    }
  }

  /// Lets the steps see a picture one after another. Where the task is cancelled before all of them have, that is a failure
  /// of nobody, and never an acceptance.
  package func transform(_ picture: Picture, for request: PictureRequest) async -> PictureOutcome {
    uses.withLock { $0.count += 1 }
    defer { for continuation in uses.withLock({ $0.leave() }) { continuation.resume() } }
    var findings = PictureFindings()
    for step in chain {
      guard !Task.isCancelled else { return .failed(Self.givenUp) }
      var request = request
      request.variants.removeAll { findings.variants[$0.name] != nil }
      switch await outcome(of: step, picture, request) {
      case .accepted(let further): findings.fill(from: further)
      case .refused(let rejection): return .refused(rejection)
      case .failed(let failure): return .failed(failure)
      }
    }
    return .accepted(findings)
  }

  private func outcome(
    of step: TransformerStep, _ picture: Picture, _ request: PictureRequest
  ) async -> PictureOutcome {
    switch step {
    case .transforming(let step, _):
      guard step.accepts(picture.type) else { return .accepted(PictureFindings()) }
      return await step.transform(picture, for: request)
    case .inspecting(let step): return await inspect(picture, step)
    }
  }

  private func inspect(_ picture: Picture, _ step: any PhotoTransforming) async -> PictureOutcome {
    do {
      let found = try await workers.run { try TransformerChain([step]).inspect(picture.file) }
      return .accepted(PictureFindings(metadata: found.annotations))
    } catch let rejection as PhotoRejection {
      return .refused(rejection)
    } catch {
      return .failed(
        PictureFailure(reason: .unavailable, transformer: step.name, detail: "the picture could not be read: \(error)"))
    }
  }

  private static let givenUp = PictureFailure(reason: .unavailable, transformer: "", detail: "the job was given up")

  /// Waits for the pictures that are on their way through the chain, and lets every step drain.
  package func drain() async {
    await withCheckedContinuation { continuation in
      if let continuation = uses.withLock({ $0.wait(continuation) }) { continuation.resume() }
    }
    for case .transforming(let step, _) in chain { await step.drain() }
  }
}

/// The jobs that use a chain, and the tasks that wait until no job does.
package struct ChainUses: Sendable {
  /// The number of jobs that use the chain now.
  package var count = 0
  /// `true` if the chain has ended and nothing of it is left; `false` by default.
  package var hasEnded = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Makes the uses of a chain that nobody uses.
  package init() {}

  /// Keeps a continuation, or gives it back where nobody uses the chain.
  package mutating func wait(
    _ continuation: CheckedContinuation<Void, Never>
  ) -> CheckedContinuation<Void, Never>? {
    guard count > 0 else { return continuation }
    waiting.append(continuation)
    return nil
  }

  /// Ends a use.
  ///
  /// - Returns: The tasks that waited for this end, to be resumed.
  package mutating func leave() -> [CheckedContinuation<Void, Never>] {
    count -= 1
    guard count == 0 else { return [] }
    defer { waiting = [] }
    return waiting
  }
}
