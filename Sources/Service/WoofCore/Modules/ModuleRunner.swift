// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Lets modules live around a body of work, and carries out what ``ModuleLifeCycle`` decides.
package struct ModuleRunner: Sendable {
  private let modules: [any WoofModule]

  /// Makes a runner of modules in the order of their dependence.
  package init(_ modules: [any WoofModule]) { self.modules = modules }

  /// Starts all modules, lends what they provide to `body`, and when it ends stops and cleans up all modules.
  ///
  /// The task of `body` is cancelled when a module stops working, or when the caller's task is cancelled. Whatever
  /// happens, this returns after every module that began to be provisioned has been cleaned up, in reverse order.
  ///
  /// - Returns: The result of `body`.
  /// - Throws: ``ModuleError`` where a module failed; what `body` throws, within a ``ModuleError`` where cleaning up
  ///   failed after it; `CancellationError` where the caller's task was cancelled before `body` had a result.
  package func run<Result: Sendable>(
    _ body: @escaping @Sendable (ModuleScope) async throws -> Result
  ) async throws -> Result {
    let result = Mutex<Result?>(nil)
    let (events, feed) = AsyncStream.makeStream(of: ModuleLifeCycle.Event.self)
    let life = ModuleLife(modules: modules, feed: feed) { scope in
      let value = try await body(scope)
      result.withLock { $0 = value }
    }
    // A task of its own: a cancelled one would no longer see the events that lead to a clean end.
    let task = Task { try await life.lead(through: events) }
    feed.yield(.start)
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      feed.yield(.stop)
    }
    guard let value = result.withLock({ $0 }) else { throw CancellationError() }
    return value
  }
}

/// One life of modules: the tasks of their steps and works.
private struct ModuleLife: Sendable {
  let modules: [any WoofModule]
  let feed: AsyncStream<ModuleLifeCycle.Event>.Continuation
  let body: @Sendable (ModuleScope) async throws -> Void

  func lead(through events: AsyncStream<ModuleLifeCycle.Event>) async throws {
    let scope = ModuleScope(owner: ModuleLifeCycle.bodyID)
    var lifeCycle = ModuleLifeCycle(modules.map { type(of: $0).id })
    var step: Task<Void, Never>?
    var works: [Int: Task<Void, Never>] = [:]
    for await event in events {
      for action in lifeCycle.handle(event) {
        switch action {
        case .provision(let index): step = self.step { try await modules[index].provision(view(scope, index)) }
        case .validate(let index): step = self.step { try await modules[index].validate(view(scope, index)) }
        case .run(let index): works[index] = work(index) { try await modules[index].run(view(scope, index)) }
        case .body: step = self.step { try await body(scope) }
        case .cancelStep: step?.cancel()
        case .cancelRun(let index): works[index]?.cancel()
        case .cleanUp(let index): step = self.step { try await modules[index].cleanUp() }
        case .finish(let error):
          if let error { throw error }
          return
        }
      }
    }
  }

  private func view(_ scope: ModuleScope, _ index: Int) -> ModuleScope {
    scope.scope(for: type(of: modules[index]).id)
  }

  private func step(_ operation: @escaping @Sendable () async throws -> Void) -> Task<Void, Never> {
    report({ error in error.map(ModuleLifeCycle.Event.failed) ?? .completed }, of: operation)
  }

  private func work(_ index: Int, _ operation: @escaping @Sendable () async throws -> Void) -> Task<Void, Never> {
    report({ error in .ended(index, error) }, of: operation)
  }

  private func report(
    _ event: @escaping @Sendable ((any Error)?) -> ModuleLifeCycle.Event,
    of operation: @escaping @Sendable () async throws -> Void
  ) -> Task<Void, Never> {
    Task {
      do {
        try await operation()
        feed.yield(event(nil))
      } catch {
        feed.yield(event(error))
      }
    }
  }
}
