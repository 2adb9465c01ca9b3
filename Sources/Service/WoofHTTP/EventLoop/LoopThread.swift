import CLinux
import Glibc

/// A detached thread.
enum LoopThread {
  private final class Body {
    let name: String
    let run: @Sendable () -> Void

    init(name: String, run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }
  }

  /// Starts a thread that runs `body` and ends.
  ///
  /// - Throws: where the system has no thread left.
  static func start(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let box = Unmanaged.passRetained(Body(name: name, run: body))
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
        _ = woof_set_thread_name(pthread_self(), body.name)
        body.run()
        return nil
      }, box.toOpaque())
    guard result == 0 else {
      box.release()
      throw SystemError(call: "pthread_create", number: result)
    }
    pthread_detach(thread)
  }
}
