public import WoofCore
public import WoofHTTP
internal import WoofService

/// The running service, for whoever started it.
public struct RunningService: Sendable {
  /// What can be done with photos.
  public let library: PhotoLibrary
  /// The accounts.
  public let credentials: any CredentialStore

  /// The server engine.
  package let server: HTTPServer
  let service: WoofService

  /// The routes that are answered.
  package var routeTable: [(method: HTTPMethod, pattern: String)] { service.routeTable }

  /// Where the service listens, as URLs, or `unix:` and a path.
  public var addresses: [String] { server.boundAddresses.map(\.description) }

  /// Tells systemd how the service is doing, where systemd started it.
  public func tellSystemd(_ state: SystemdNotifier.State) { SystemdNotifier().notify(state) }

  /// Reads the TLS certificates again; connections that exist keep theirs.
  ///
  /// - Throws: ``WoofHTTP/HTTPServerError`` where one is wrong; the old ones then stay in use.
  public func reload() throws { try server.reload() }
}
