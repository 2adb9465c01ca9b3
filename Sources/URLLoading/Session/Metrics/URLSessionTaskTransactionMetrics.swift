public import Foundation
public import FoundationNetworking

/// What was measured of one exchange. Moments that did not occur are `nil`: over a connection that was open already, no
/// name is looked up.
open class URLSessionTaskTransactionMetrics: NSObject, @unchecked Sendable {  // immutable
  /// What was asked for.
  public let request: URLRequest
  /// The response, if one came.
  public let response: URLResponse?
  /// Where the response came from.
  public let resourceFetchType: URLSessionTaskMetrics.ResourceFetchType

  private let report: TransferReport?
  private let decodedCount: Int64

  init(_ transaction: LoadMeasurements.Transaction) {
    request = transaction.request
    response = transaction.response
    report = transaction.report
    decodedCount = transaction.decodedCount
    resourceFetchType = transaction.isFromCache ? .localCache : transaction.report == nil ? .unknown : .networkLoad
    super.init()
  }

  private func date(_ offset: Duration?) -> Date? {
    guard let report, let offset else { return nil }
    return Date(timeIntervalSince1970: report.startTime + Double(offset.nanoseconds) / 1e9)
  }

  private var timings: TransferTimings? { report?.timings }

  /// A moment of making the connection, unless it was there already.
  private func connecting(_ offset: Duration?) -> Date? { isReusedConnection ? nil : date(offset) }
}

extension URLSessionTaskTransactionMetrics {
  /// When the exchange was begun.
  public var fetchStartDate: Date? { date(.zero) }
  /// When the host's name began to be looked up.
  public var domainLookupStartDate: Date? { timings?.resolved == nil ? nil : connecting(.zero) }
  /// When the host's addresses were known.
  public var domainLookupEndDate: Date? { connecting(timings?.resolved) }
  /// When a connection began to be made.
  public var connectStartDate: Date? { timings?.connected == nil ? nil : connecting(timings?.resolved) }
  /// When TLS began to be set up.
  public var secureConnectionStartDate: Date? { timings?.secured == nil ? nil : connecting(timings?.connected) }
  /// When TLS was set up.
  public var secureConnectionEndDate: Date? { connecting(timings?.secured) }
  /// When the connection was there, TLS included.
  public var connectEndDate: Date? { connecting(timings?.secured ?? timings?.connected) }
  /// When the request began to be sent.
  public var requestStartDate: Date? { date(timings?.requested) }
  /// When the first byte of the response had come, at the latest: so long the request may have taken.
  public var requestEndDate: Date? { date(timings?.responded) }
  /// When the first byte of the response had come.
  public var responseStartDate: Date? { date(timings?.responded) }
  /// When the last byte of the response had come.
  public var responseEndDate: Date? { date(report?.total) }

  /// `http/1.1` or `h2`, as it is called in the TLS handshake (RFC 7301).
  public var networkProtocolName: String? {
    switch report?.version {
    case .http10: "http/1.0"
    case .http11: "http/1.1"
    case .http2: "h2"
    case .http3: "h3"
    case nil: nil
    }
  }

  /// Whether the way to the server led through a proxy.
  public var isProxyConnection: Bool { report?.isProxied ?? false }
  /// Whether the connection had been used before.
  public var isReusedConnection: Bool { report?.isReusedConnection ?? false }
  /// Apple's systems only: `false`.
  public var isCellular: Bool { false }
  /// Apple's systems only: `false`.
  public var isExpensive: Bool { false }
  /// Apple's systems only: `false`.
  public var isConstrained: Bool { false }
  /// Apple's systems only: `false`.
  public var isMultipath: Bool { false }
  /// The system's resolver does not say.
  public var domainResolutionProtocol: URLSessionTaskMetrics.DomainResolutionProtocol { .unknown }

  /// The server's address.
  public var remoteAddress: String? { report?.remoteAddress?.host }
  /// The server's port.
  public var remotePort: Int? { report?.remoteAddress?.port }
  /// This side's address.
  public var localAddress: String? { report?.localAddress?.host }
  /// This side's port.
  public var localPort: Int? { report?.localAddress?.port }
  /// The version of TLS that was agreed on.
  public var negotiatedTLSProtocolVersion: tls_protocol_version_t? {
    report?.tls.flatMap { tls_protocol_version_t(rawValue: $0.version) }
  }
  /// The cipher suite that was agreed on, by its number in the protocol (Apple's type of that name is not there).
  public var negotiatedTLSCipherSuite: UInt16? { report?.tls?.cipherSuite }

  /// How many bytes of fields were sent.
  public var countOfRequestHeaderBytesSent: Int64 { report?.bytes.sentHeader ?? 0 }
  /// How many bytes of content were sent.
  public var countOfRequestBodyBytesSent: Int64 { report?.bytes.sentBody ?? 0 }
  /// How many bytes the content to send had: it is not encoded.
  public var countOfRequestBodyBytesBeforeEncoding: Int64 { report?.bytes.sentBody ?? 0 }
  /// How many bytes of fields were received.
  public var countOfResponseHeaderBytesReceived: Int64 { report?.bytes.receivedHeader ?? 0 }
  /// How many bytes of content were received, as they came.
  public var countOfResponseBodyBytesReceived: Int64 { report?.bytes.receivedBody ?? 0 }
  /// How many bytes of content were handed over, decoded.
  public var countOfResponseBodyBytesAfterDecoding: Int64 { decodedCount }
}
