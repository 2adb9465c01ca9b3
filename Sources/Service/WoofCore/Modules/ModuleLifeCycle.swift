// SPDX-License-Identifier: Apache-2.0

/// Decides what happens next in the life of modules; it does nothing itself.
///
/// At any time one step is under way at most: the provisioning, validation or cleaning up of one module, the body that
/// is lent the running modules, or the end of one module's work. The works of the modules go on beside it.
struct ModuleLifeCycle {
  /// An event in the life of modules, reported to the state machine.
  enum Event {
    /// Life begins.
    case start
    /// The step under way is done.
    case completed
    /// The step under way failed.
    case failed(any Error)
    /// The work of a module returned, or threw.
    case ended(Int, (any Error)?)
    /// Somebody wants everything to stop.
    case stop
  }

  /// An action for the caller to take; numbers are positions of modules.
  enum Action {
    case provision(Int)
    case validate(Int)
    case run(Int)
    case body
    /// Cancel the step under way, and report its end as always.
    case cancelStep
    /// Cancel the work of a module, and report its end as always.
    case cancelRun(Int)
    case cleanUp(Int)
    case finish((any Error)?)
  }

  private enum State {
    case idle
    case provisioning(Int)
    case validating(Int)
    case lending
    case ending(Int)
    case cleaningUp(Int)
    case finished
  }

  /// The name under which the body goes among the modules.
  static let bodyID: ModuleID = "service"

  private let ids: [ModuleID]
  private var state = State.idle
  private var running: Set<Int> = []
  private var isStopping = false
  private var failure: (any Error)?
  private var consequences: [ModuleError] = []

  /// Begins the life of the modules with these ids, in this order.
  init(_ ids: [ModuleID]) { self.ids = ids }

  /// Takes an event, and says what to do, in this order.
  mutating func handle(_ event: Event) -> [Action] {
    switch (state, event) {
    case (.idle, .start): provision(0)
    case (.provisioning(let index), .completed): isStopping ? unwind(from: index) : provision(index + 1)
    case (.provisioning(let index), .failed(let error)): fail(error, .provisionFailed, index, from: index)
    case (.validating(let index), .completed): isStopping ? unwind(from: ids.count - 1) : validate(index + 1)
    case (.validating(let index), .failed(let error)): fail(error, .validationFailed, index, from: ids.count - 1)
    case (.lending, .completed): unwind(from: ids.count - 1)
    case (.lending, .failed(let error)): failBody(error)
    case (.lending, .ended(let index, let error?)): failRun(error, index)
    case (.ending(let awaited), .ended(let index, let error)) where index == awaited: endRun(error, index)
    case (.cleaningUp(let index), .completed): unwind(from: index - 1)
    case (.cleaningUp(let index), .failed(let error)): failCleanUp(error, index)
    case (_, .ended(let index, let error)): noteEnd(error, index)
    case (.provisioning, .stop), (.validating, .stop), (.lending, .stop): stop()
    default: []
    }
  }

  private mutating func provision(_ index: Int) -> [Action] {
    guard index < ids.count else { return validate(0) }
    state = .provisioning(index)
    return [.provision(index)]
  }

  private mutating func validate(_ index: Int) -> [Action] {
    guard index < ids.count else { return lend() }
    state = .validating(index)
    return [.validate(index)]
  }

  private mutating func lend() -> [Action] {
    state = .lending
    running = Set(ids.indices)
    return ids.indices.map(Action.run) + [.body]
  }

  /// Goes on with giving back, at a module that has been provisioned, in part at least.
  private mutating func unwind(from index: Int) -> [Action] {
    guard index >= 0 else {
      state = .finished
      return [.finish(outcome)]
    }
    if running.contains(index) {
      state = .ending(index)
      return [.cancelRun(index)]
    }
    state = .cleaningUp(index)
    return [.cleanUp(index)]
  }

  private mutating func stop() -> [Action] {
    guard !isStopping else { return [] }
    isStopping = true
    return [.cancelStep]
  }

  private mutating func fail(
    _ error: any Error, _ code: ModuleError.Code, _ index: Int, from last: Int
  ) -> [Action] {
    if !(isStopping && error is CancellationError) { note(error, code, index) }
    return unwind(from: last)
  }

  private mutating func failBody(_ error: any Error) -> [Action] {
    if failure == nil { failure = error }
    return unwind(from: ids.count - 1)
  }

  private mutating func failRun(_ error: any Error, _ index: Int) -> [Action] {
    running.remove(index)
    note(error, .runFailed, index)
    return stop()
  }

  private mutating func endRun(_ error: (any Error)?, _ index: Int) -> [Action] {
    running.remove(index)
    if let error, !(error is CancellationError) { note(error, .runFailed, index) }
    return unwind(from: index)
  }

  private mutating func noteEnd(_ error: (any Error)?, _ index: Int) -> [Action] {
    running.remove(index)
    if let error { note(error, .runFailed, index) }
    return []
  }

  private mutating func failCleanUp(_ error: any Error, _ index: Int) -> [Action] {
    note(error, .cleanUpFailed, index)
    return unwind(from: index - 1)
  }

  /// Keeps a failure: the first is what the whole life fails with, the others go along with it.
  private mutating func note(_ error: any Error, _ code: ModuleError.Code, _ index: Int) {
    let noted = ModuleError(code, module: ids[index], Self.sentence(code), cause: error)
    if failure == nil { failure = noted } else { consequences.append(noted) }
  }

  private static func sentence(_ code: ModuleError.Code) -> String {
    switch code {
    case .provisionFailed: "cannot start"
    case .validationFailed: "is not fit to run"
    case .runFailed: "stopped working"
    default: "could not be cleaned up"
    }
  }

  private var outcome: (any Error)? {
    guard let failure, !consequences.isEmpty else { return failure }
    var error =
      failure as? ModuleError ?? ModuleError(.bodyFailed, module: Self.bodyID, "stopped working", cause: failure)
    error.consequences = consequences
    return error
  }
}
