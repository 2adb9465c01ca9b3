/// The head of a response.
struct TransferHead: Sendable {
  var status: Int
  var version: TransferHTTPVersion
  /// The fields, in their order, as they came.
  var headers: [(name: String, value: String)]

  /// Whether this is not the answer yet (RFC 9110, section 15.2).
  var isInformational: Bool { status < 200 && status != 101 }
}

/// A version of HTTP.
enum TransferHTTPVersion: Sendable {
  case http10
  case http11
  case http2
  case http3
}
