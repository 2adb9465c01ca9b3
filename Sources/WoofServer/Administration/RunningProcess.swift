internal import Glibc
internal import Synchronization
internal import WoofCore
internal import WoofHTTP
internal import WoofModel
internal import WoofService

/// The process of a running service, as administrators see it.
final class RunningProcess: ServiceProcess {
  private struct State {
    var servers: [HTTPServer] = []
    var stop: (@Sendable () -> Void)?
  }

  private let folder: String
  private let startedAt: Timestamp
  private let state = Mutex(State())

  /// - Parameter folder: The folder that holds everything; empty where there is none.
  init(folder: String, time: any TimeSource) {
    self.folder = folder
    startedAt = time.now()
  }

  /// Counts a server as one of the service's.
  func add(_ server: HTTPServer) { state.withLock { $0.servers.append(server) } }

  /// Has somebody called who stops the service, when an administrator wants that.
  func observeStop(_ stop: @escaping @Sendable () -> Void) { state.withLock { $0.stop = stop } }

  func stop() -> Bool {
    let stop = state.withLock(\.stop)
    stop?()
    return stop != nil
  }

  var status: AdminStatus {
    AdminStatus(
      version: WoofServer.version, processID: getpid(), startedAt: startedAt,
      addresses: servers.flatMap(\.boundAddresses).map(\.description), folder: folder, configurationVersion: 0)
  }

  /// How many connections there are.
  var connectionCount: Int { servers.reduce(0) { $0 + $1.statistics.openCount } }

  private var servers: [HTTPServer] { state.withLock(\.servers) }
}
