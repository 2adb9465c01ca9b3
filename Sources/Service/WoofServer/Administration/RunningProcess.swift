// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import WoofAdministration
internal import WoofConfiguration
internal import WoofCore
internal import WoofHTTP
internal import WoofModel
internal import WoofAPI
internal import WoofStorage

/// The process of a running service, as administrators see it.
final class RunningProcess: ServiceProcess {
  private struct State {
    var servers: [HTTPServer] = []
    var stop: (@Sendable () -> Void)?
  }

  /// The time at which the service was started.
  let startedAt: Timestamp
  private let folder: String
  private let state = Mutex(State())

  /// - Parameter folder: The folder that holds everything; empty where there is none.
  init(folder: String, time: any TimeSource) {
    self.folder = folder
    startedAt = time.now()
  }

  /// Counts a server as one of the service's.
  func add(_ server: HTTPServer) { state.withLock { $0.servers.append(server) } }

  /// Lets go of the servers, which have ended: what answers for them may hold on to this.
  func forgetServers() { state.withLock { $0.servers = [] } }

  /// Has somebody called who stops the service, when an administrator wants that.
  func observeStop(_ stop: @escaping @Sendable () -> Void) { state.withLock { $0.stop = stop } }

  func stop() -> Bool {
    let stop = state.withLock(\.stop)
    stop?()
    return stop != nil
  }

  var status: AdminStatus {
    AdminStatus(
      version: WoofVersion.current, processID: getpid(), startedAt: startedAt,
      addresses: servers.flatMap(\.boundAddresses).map(\.description), folder: folder, configurationVersion: 0)
  }

  var figures: ProcessFigures {
    var figures = ProcessFigures()
    figures.connectionCount = connections.reduce(0) { $0 + $1.openCount }
    var room = statvfs()
    if statvfs(folder, &room) == 0 {
      figures.freeByteCount = Int64(
        clamping: UInt64(room.f_bavail).multipliedReportingOverflow(by: UInt64(room.f_frsize)).partialValue)
    }
    var usage = rusage()
    if getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 {
      figures.processorSeconds = usage.ru_utime.seconds + usage.ru_stime.seconds
    }
    figures.residentByteCount = Self.residentByteCount
    figures.descriptorCount = (try? SystemFileSystem().names(in: "/proc/self/fd").count) ?? 0
    return figures
  }

  /// The counts of the connections of each server.
  var connections: [HTTPServerStatistics] { servers.map(\.statistics) }

  /// The memory that the process has now (proc_pid_statm(5)).
  private static var residentByteCount: Int64 {
    let words = (try? ConfigurationFile.read(path: "/proc/self/statm"))?.split(separator: " ") ?? []
    guard words.count > 1, let pages = Int64(words[1]) else { return 0 }
    return pages * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }

  private var servers: [HTTPServer] { state.withLock(\.servers) }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
