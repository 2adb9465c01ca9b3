// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Threads for clients whose calls block.
enum Threads {
  /// Starts a thread that is not waited for.
  static func start(_ body: @escaping @Sendable () -> Void) {
    var thread = begin(body)
    thread.detach()
  }

  /// Starts so many threads.
  static func start(count: Int, _ body: @escaping @Sendable (Int) -> Void) -> [JoinableThread] {
    (0..<count).map { index in begin { body(index) } }
  }

  private static func begin(_ body: @escaping @Sendable () -> Void) -> JoinableThread {
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Body(body))
    let status = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, argument.toOpaque())
    precondition(status == 0, "no thread could be started: \(String(cString: strerror(status)))")
    return JoinableThread(thread: thread)
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

/// A thread that is waited for once.
struct JoinableThread: Sendable {
  fileprivate let thread: pthread_t

  /// Waits until the thread has ended.
  func join() { pthread_join(thread, nil) }

  fileprivate mutating func detach() { pthread_detach(thread) }
}
