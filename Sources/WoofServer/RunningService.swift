public import WoofCore
internal import WoofHTTP

/// The running service, for whoever started it.
public struct RunningService: Sendable {
  /// What can be done with photos.
  public let library: PhotoLibrary
  /// The accounts.
  public let credentials: any CredentialStore

  let server: HTTPServer

  /// Where the service listens, as URLs, or `unix:` and a path.
  public var addresses: [String] { server.boundAddresses.map(\.description) }

  /// Reads the TLS certificates again; connections that exist keep theirs.
  ///
  /// - Throws: ``WoofHTTP/HTTPServerError`` where one is wrong; the old ones then stay in use.
  public func reload() throws { try server.reload() }
}
