import Glibc
import WoofCore

/// The signals that steer the service. Made before any other thread starts, so that none of them takes a signal.
struct ProcessSignals: Sendable {
  /// What a signal asks for.
  enum Request: Sendable {
    /// Read the certificates again.
    case hangUp
    /// Stop.
    case stop
  }

  /// The signals, as they arrive.
  let arriving: AsyncStream<Request>

  /// From now on signals arrive here instead of ending the process.
  init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGHUP, SIGINT, SIGTERM] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let (stream, continuation) = AsyncStream.makeStream(of: Request.self)
    arriving = stream
    let awaited = signals
    WorkerPool.startThread(name: "signals") { Self.wait(for: awaited, continuation) }
  }

  /// Passes signals on; the second request to stop ends the process at once. What has been answered is durable, so
  /// nothing is lost by that.
  private static func wait(for signals: sigset_t, _ continuation: AsyncStream<Request>.Continuation) {
    var signals = signals
    var isStopping = false
    while true {
      var signal: Int32 = 0
      guard sigwait(&signals, &signal) == 0 else { continue }
      if signal == SIGHUP {
        continuation.yield(.hangUp)
      } else if isStopping {
        _exit(128 + signal)
      } else {
        isStopping = true
        continuation.yield(.stop)
      }
    }
  }
}
