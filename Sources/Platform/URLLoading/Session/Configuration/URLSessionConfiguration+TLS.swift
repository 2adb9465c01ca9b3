import Foundation
import FoundationNetworking

/// A version of TLS, by the numbers of Apple's Secure Transport.
public enum SSLProtocol: Int32, Sendable {
  case sslProtocolUnknown = 0
  case tlsProtocol1 = 4
  case tlsProtocol11 = 7
  case tlsProtocol12 = 8
  case tlsProtocol13 = 10
}

extension URLSessionConfiguration {
  /// The ways to use several networks at once. The one that is chosen is stored, without effect.
  public enum MultipathServiceType: Int, Sendable {
    case none = 0
    case handover = 1
    case interactive = 2
    case aggregate = 3
  }

  /// The oldest version of TLS that is spoken: ``tlsMinimumSupportedProtocolVersion`` by its older name.
  @available(*, deprecated, renamed: "tlsMinimumSupportedProtocolVersion")
  public var tlsMinimumSupportedProtocol: SSLProtocol {
    get { SSLProtocol(tlsMinimumSupportedProtocolVersion) }
    set { tlsMinimumSupportedProtocolVersion = newValue.version ?? .TLSv12 }
  }

  /// The newest version of TLS that is spoken: ``tlsMaximumSupportedProtocolVersion`` by its older name.
  @available(*, deprecated, renamed: "tlsMaximumSupportedProtocolVersion")
  public var tlsMaximumSupportedProtocol: SSLProtocol {
    get { SSLProtocol(tlsMaximumSupportedProtocolVersion) }
    set { tlsMaximumSupportedProtocolVersion = newValue.version ?? .TLSv13 }
  }
}

extension SSLProtocol {
  fileprivate init(_ version: tls_protocol_version_t) {
    switch version {
    case .TLSv10: self = .tlsProtocol1
    case .TLSv11: self = .tlsProtocol11
    case .TLSv12: self = .tlsProtocol12
    case .TLSv13: self = .tlsProtocol13
    default: self = .sslProtocolUnknown
    }
  }

  fileprivate var version: tls_protocol_version_t? {
    switch self {
    case .sslProtocolUnknown: nil
    case .tlsProtocol1: .TLSv10
    case .tlsProtocol11: .TLSv11
    case .tlsProtocol12: .TLSv12
    case .tlsProtocol13: .TLSv13
    }
  }
}
