// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofCore
internal import WoofHTTP
internal import WoofModel
internal import WoofAPI

/// The server of the admin socket. It has a loop of its own, so that it responds while those of the service are swamped.
struct AdministrationServer: Sendable {
  /// The server itself.
  let server: HTTPServer
  /// The routes that it serves.
  let service: AdministrationService
  private let ownGroup: EventLoopGroup?

  /// The socket's name in the data folder.
  static let socketName = "admin.sock"

  /// Opens the socket.
  ///
  /// - Parameters:
  ///   - administration: The parts that the admin API works with.
  ///   - service: The service that is administered.
  ///   - folder: The data folder.
  ///   - group: The loops to run on; `nil` for one of its own.
  /// - Throws: ``WoofHTTP/HTTPServerError`` where it cannot listen.
  init(
    _ administration: Administration, of service: WoofService, in folder: String, on group: EventLoopGroup?
  ) async throws {
    ownGroup = group == nil ? try EventLoopGroup(count: 1) : nil
    guard let group = group ?? ownGroup else { throw CancellationError() }
    let rule = PeerRule(own: geteuid(), name: UserName.name(of: geteuid()))
    self.service = try AdministrationService(administration, of: service, rule: rule, group: group)
    var limits = HTTPServerLimits()
    limits.connectionCount = 256
    server = HTTPServer(
      configuration: HTTPServerConfiguration(
        listeners: [HTTPListener(.unix(path: "\(folder)/\(Self.socketName)"))],
        commonFields: HTTPFields([.xContentTypeOptions: "nosniff"]), limits: limits),
      responder: self.service, group: group)
    do {
      try await server.start()
    } catch {
      await ownGroup?.stop()
      throw error
    }
  }

  /// Closes the socket, and lets running responses finish within a deadline.
  func stop(within deadline: Duration) async {
    service.startDraining()
    await server.drain(within: deadline)
    await ownGroup?.stop()
  }
}

/// Looks up the names of the system's users.
enum UserName {
  /// The name of a user; the number where there is none. May ask the network, and blocks.
  static func name(of user: uid_t) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { room in
      guard let base = room.baseAddress else { return "\(user)" }
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?  // points into `entry`, which outlives it
      guard getpwuid_r(user, &entry, base, room.count, &found) == 0, found != nil, let name = entry.pw_name else {
        return "\(user)"
      }
      return String(cString: name)
    }
  }
}
