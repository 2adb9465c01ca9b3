/// Serves HTTP on the loops of a group.
public final class HTTPServer: Sendable {
  private let configuration: HTTPServerConfiguration
  private let responder: any HTTPResponder
  private let group: EventLoopGroup

  /// Makes a server; nothing is opened before ``start()``. Its time is that of the group's clock.
  public init(configuration: HTTPServerConfiguration, responder: any HTTPResponder, group: EventLoopGroup) {
    self.configuration = configuration
    self.responder = responder
    self.group = group
  }

  /// Where the server listens; empty before ``start()`` and after ``drain(within:)``.
  public var boundAddresses: [HTTPBoundAddress] { [] }

  /// Opens the listeners and begins to accept. A server is started once.
  ///
  /// - Throws: ``HTTPServerError``; nothing stays open then.
  public func start() async throws(HTTPServerError) {
    throw HTTPServerError(.cannotListen, "The engine cannot listen yet.")
  }

  /// Reads certificates and keys again. Connections that exist keep theirs.
  ///
  /// - Throws: ``HTTPServerError`` of code `badCertificate`; the old ones then stay in use.
  public func reload() throws(HTTPServerError) {}

  /// Stops accepting, lets running answers finish, ends idle connections and live bodies at once, and cuts what is left
  /// when `deadline` has passed. Returns when no connection is left. The group goes on until it is stopped.
  public func drain(within deadline: Duration) async {}
}
