import Glibc

/// Runs what blocks, as waiting for a key does, on a thread of its own.
enum BlockingThread {
  private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  /// Runs a closure to its end, whether the task is cancelled or not.
  static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      let box = Unmanaged.passRetained(Body { continuation.resume(returning: body()) })
      var thread = pthread_t()
      let number = pthread_create(
        &thread, nil,
        { context in
          if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
          return nil
        }, box.toOpaque())
      if number == 0 { pthread_detach(thread) } else { box.takeRetainedValue().run() }
    }
  }
}
