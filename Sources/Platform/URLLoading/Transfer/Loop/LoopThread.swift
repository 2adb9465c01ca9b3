// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// A detached thread that takes no signals: those are the program's, and a peer that leaves must not end it.
enum LoopThread {
  private final class Body {
    let name: String
    let run: @Sendable () -> Void

    init(name: String, run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }
  }

  /// Starts a thread that runs `body`.
  static func start(name: String, _ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Body(name: name, run: body))
    var thread = pthread_t()
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    // The new thread inherits the mask, so that there is no moment at which it could take a signal.
    pthread_sigmask(SIG_SETMASK, &all, &before)
    let result = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
        _ = woof_set_thread_name(pthread_self(), body.name)
        body.run()
        return nil
      }, box.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    precondition(result == 0, "No thread is left to load URLs with.")
    pthread_detach(thread)
  }
}
