// SPDX-License-Identifier: Apache-2.0

/// Transfers that share connections. All pools are driven by one thread.
final class TransferPool: @unchecked Sendable {  // `settings` and `loop` never change, the rest is on the loop
  let settings: TransferPoolSettings
  let loop: TransferLoop
  let heads = HeadMemory()
  private var multi: MultiHandle?
  private var isClosed = false

  init(settings: TransferPoolSettings = TransferPoolSettings(), loop: TransferLoop = .shared) {
    self.settings = settings
    self.loop = loop
  }

  deinit {
    guard let multi else { return }
    loop.perform { multi.retire() }
  }

  /// Runs `body` on the loop's thread: at once where it is the calling one.
  func perform(_ body: @escaping @Sendable () -> Void) { loop.perform(body) }

  /// Starts a transfer. One that has been started before, or cancelled, is left alone.
  func start(_ transfer: Transfer) { loop.submit(.start(transfer)) }

  /// Cancels what is under way, closes all connections and starts nothing more.
  func close() {
    loop.submit(
      .perform {
        self.isClosed = true
        self.multi?.stopAll()
        self.renewConnections()
      })
  }

  /// Gives up the connections that exist, once nothing is under way over them: later transfers make new ones.
  func renewConnections() {
    loop.submit(
      .perform {
        self.multi?.retire()
        self.multi = nil
      })
  }

  /// Returns the handle that takes new transfers; `nil` if the pool is closed.
  func currentMulti() -> MultiHandle? {
    loop.preconditionIsCurrent()
    guard !isClosed else { return nil }
    if let multi { return multi }
    let made = MultiHandle(settings: settings, loop: loop)
    multi = made
    return made
  }
}

/// The settings that all transfers of a pool share.
struct TransferPoolSettings: Hashable, Sendable {
  /// The largest number of connections to one host at once; 0 for no limit.
  var maximumConnectionsPerHost = 6
  /// The largest number of connections at once; 0 for no limit.
  var maximumConnections = 0
  /// The largest number of idle connections that are kept open for later.
  var maximumIdleConnections = 100
  /// `true` if transfers share an HTTP/2 connection.
  var multiplexes = true
}
