// SPDX-License-Identifier: Apache-2.0

/// One HTTP exchange to be made: what is sent, and how.
struct TransferRequest: Sendable {
  /// An absolute URL of scheme `http` or `https`.
  var url: String
  /// The method, as it is sent.
  var method: String
  /// All fields that are sent, but for `Host` (unless it is here), `Content-Length`, `Transfer-Encoding` and
  /// `Accept-Encoding`, which follow from the rest.
  var headers: [(name: String, value: String)]
  /// The content.
  var body: TransferBody
  /// Replies to a Digest challenge (RFC 7616) of the server, where there is one.
  var digest: (user: String, password: String)?
  /// The time without one byte in either direction after which the transfer fails; `nil` for none. Time in which the
  /// transfer waits for a free connection, or for its own side, does not count.
  var idleTimeout: Duration?
  /// The trust in servers, and the identity of the client, over TLS.
  var trust: TransferTrust
  /// The way to the server.
  var proxy: TransferProxy
  /// `true` if HTTP/2 is offered, over TLS.
  var allowsHTTP2: Bool
  /// `true` if compressed content is asked for, and decoded.
  var decodesContent: Bool
  /// From 0 to 1: the weight among the streams of one HTTP/2 connection.
  var priority: Float
  /// The amount that is received at once.
  var receiveSize = TransferReceiveSize.usual
  /// `true` if the report says between which addresses it went, as measurements do.
  var isMeasured = true

  init(
    url: String, method: String = "GET", headers: [(name: String, value: String)] = [], body: TransferBody = .none,
    digest: (user: String, password: String)? = nil, idleTimeout: Duration? = .seconds(60),
    trust: TransferTrust = TransferTrust(), proxy: TransferProxy = .direct, allowsHTTP2: Bool = true,
    decodesContent: Bool = true, priority: Float = 0.5
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
    self.digest = digest
    self.idleTimeout = idleTimeout
    self.trust = trust
    self.proxy = proxy
    self.allowsHTTP2 = allowsHTTP2
    self.decodesContent = decodesContent
    self.priority = priority
  }
}

/// The number of bytes that libcurl receives at once.
///
/// All that comes of one piece is kept in memory where the observer holds it, and libcurl keeps 64 MB.
enum TransferReceiveSize: Int, Sendable {
  /// So little that DEFLATE cannot make more of it than libcurl keeps.
  case usual = 61_440
  /// For content that goes to a file: it comes in fewer pieces. It is never held; the content of a redirect or a refusal
  /// is, while a delegate decides, and fails its transfer where it is compressed to less than a hundredth of its size.
  case large = 524_288
}
