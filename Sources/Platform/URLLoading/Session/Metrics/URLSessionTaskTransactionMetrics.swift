// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

/// The measurements of one exchange. Moments that did not occur are `nil`: over a connection that was open already, no
/// name is looked up.
open class URLSessionTaskTransactionMetrics: NSObject, @unchecked Sendable {  // immutable
  /// The request of the exchange.
  open var request: URLRequest { transaction.request }
  /// The response, if one came.
  open var response: URLResponse? { transaction.response }
  /// The source of the response: the network or the cache.
  ///
  /// It is `.unknown` for a `URLProtocol`, a file or a `data:` URL, which have only a few moments.
  open var resourceFetchType: URLSessionTaskMetrics.ResourceFetchType {
    switch transaction.source {
    case .cache: .localCache
    case .network: transaction.report == nil ? .unknown : .networkLoad
    case .elsewhere: .unknown
    }
  }

  private let transaction: LoadMeasurements.Transaction

  init(_ transaction: LoadMeasurements.Transaction) {
    self.transaction = transaction
    super.init()
  }

  /// Makes metrics of nothing: for subclasses that stand in for them.
  @available(*, deprecated, message: "Metrics are made by tasks.")
  public override init() {
    transaction = LoadMeasurements.Transaction(request: RequestChain.nowhere)
    super.init()
  }

  private var report: TransferReport? { transaction.report }

  private func date(_ offset: Duration?) -> Date? {
    guard let report, let offset else { return nil }
    return Date(timeIntervalSince1970: report.startTime + Double(offset.nanoseconds) / 1e9)
  }

  private var timings: TransferTimings? { report?.timings }

  /// A moment of making the connection, unless it was there already.
  private func connecting(_ offset: Duration?) -> Date? { isReusedConnection ? nil : date(offset) }

  // MARK: Moments

  /// The time at which the exchange began.
  open var fetchStartDate: Date? { date(.zero) }
  /// The time at which the lookup of the host's name began.
  open var domainLookupStartDate: Date? { timings?.resolved == nil ? nil : connecting(.zero) }
  /// The time at which the host's addresses were known.
  open var domainLookupEndDate: Date? { connecting(timings?.resolved) }
  /// The time at which the connection began to be made, after the lookup.
  open var connectStartDate: Date? { timings?.connected == nil ? nil : connecting(timings?.resolved) }
  /// The time at which the TLS handshake began.
  open var secureConnectionStartDate: Date? { timings?.secured == nil ? nil : connecting(timings?.connected) }
  /// The time at which the TLS handshake was complete.
  open var secureConnectionEndDate: Date? { connecting(timings?.secured) }
  /// The time at which the connection was ready, TLS included.
  open var connectEndDate: Date? { connecting(timings?.secured ?? timings?.connected) }
  /// The time at which the request began to be sent.
  open var requestStartDate: Date? { date(timings?.requested) }
  /// The time at which the last byte of the request had been handed to the connection. A server may respond before
  /// that.
  open var requestEndDate: Date? { date(timings?.sent) }
  /// The time at which the first byte of the response had come.
  open var responseStartDate: Date? { date(timings?.responded) }
  /// The time at which the last byte of the response had come.
  open var responseEndDate: Date? { date(report?.total) }

  /// `http/1.1` or `h2`, as it is called in the TLS handshake (RFC 7301).
  open var networkProtocolName: String? {
    switch report?.version {
    case .http10: "http/1.0"
    case .http11: "http/1.1"
    case .http2: "h2"
    case .http3: "h3"
    case nil: nil
    }
  }

  /// `true` if the connection to the server led through a proxy.
  open var isProxyConnection: Bool { report?.isProxied ?? false }
  /// `true` if the connection had been used before.
  open var isReusedConnection: Bool { report?.isReusedConnection ?? false }
  /// Apple's systems only: `false`.
  open var isCellular: Bool { false }
  /// Apple's systems only: `false`.
  open var isExpensive: Bool { false }
  /// Apple's systems only: `false`.
  open var isConstrained: Bool { false }
  /// Apple's systems only: `false`.
  open var isMultipath: Bool { false }
  /// The system's resolver does not say.
  open var domainResolutionProtocol: URLSessionTaskMetrics.DomainResolutionProtocol { .unknown }

  /// The server's address.
  open var remoteAddress: String? { report?.remoteAddress?.host }
  /// The server's port.
  open var remotePort: Int? { report?.remoteAddress?.port }
  /// This side's address.
  open var localAddress: String? { report?.localAddress?.host }
  /// This side's port.
  open var localPort: Int? { report?.localAddress?.port }
  /// The version of TLS that was agreed on.
  open var negotiatedTLSProtocolVersion: tls_protocol_version_t? {
    report?.tls.flatMap { tls_protocol_version_t(rawValue: $0.version) }
  }
  /// The cipher suite that was agreed on, by its number in the protocol (Apple's type of that name is not there).
  open var negotiatedTLSCipherSuite: UInt16? { report?.tls?.cipherSuite }

  /// The number of bytes of header fields that were sent.
  open var countOfRequestHeaderBytesSent: Int64 { report?.bytes.sentHeader ?? 0 }
  /// The number of bytes of content that were sent.
  open var countOfRequestBodyBytesSent: Int64 { report?.bytes.sentBody ?? 0 }
  /// The number of bytes of content that were sent, as the content is not encoded.
  open var countOfRequestBodyBytesBeforeEncoding: Int64 { report?.bytes.sentBody ?? 0 }
  /// The number of bytes of header fields that were received.
  open var countOfResponseHeaderBytesReceived: Int64 { report?.bytes.receivedHeader ?? 0 }
  /// The number of bytes of content that were received, before decoding.
  open var countOfResponseBodyBytesReceived: Int64 { report?.bytes.receivedBody ?? 0 }
  /// The number of bytes of content that were handed over, after decoding.
  open var countOfResponseBodyBytesAfterDecoding: Int64 { transaction.decodedCount }
}
