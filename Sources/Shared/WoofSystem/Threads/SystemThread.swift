// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// A thread of the system (pthreads(7)) that has been started. It is to be joined or detached, once.
package struct SystemThread: Sendable {
  private let thread: pthread_t

  /// Starts a thread.
  ///
  /// - Parameter name: The name that the thread has for `top` and `gdb`, cut to 15 bytes.
  /// - Throws: ``SystemError`` where the system has no thread left.
  package init(named name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Body(name, body))
    let status = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, argument.toOpaque())
    guard status == 0 else {
      argument.release()
      throw SystemError(call: "pthread_create", number: status)
    }
    self.thread = thread
  }

  /// Waits until the thread has ended.
  package func join() { pthread_join(thread, nil) }

  /// Lets the thread end unseen.
  package func detach() { pthread_detach(thread) }

  /// Starts a thread that nobody waits for; traps where the system has no thread left.
  package static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
    do {
      try SystemThread(named: name, body).detach()
    } catch {
      preconditionFailure("no thread could be started: \(error)")
    }
  }

  /// Runs what blocks, such as waiting for a key, on a thread of its own, to its end, whether the task is cancelled or
  /// not; traps where the system has no thread left.
  package static func run<Result: Sendable>(
    named name: String, _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      start(named: name) { continuation.resume(returning: body()) }
    }
  }

  private final class Body: Sendable {
    private let name: String
    private let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
      self.name = String(decoding: name.utf8.prefix(15), as: UTF8.self)
      self.body = body
    }

    func run() {
      woof_set_thread_name(pthread_self(), name)
      body()
    }
  }
}
