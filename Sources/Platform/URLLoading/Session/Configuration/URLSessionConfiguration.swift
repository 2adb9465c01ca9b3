// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

/// The settings by which a session loads. A session takes a copy when it is made: later changes have no effect on it.
///
/// A configuration belongs to whoever sets it up, and is not to be changed by two threads at a time.
open class URLSessionConfiguration: NSObject, NSCopying, @unchecked Sendable {  // set up by one owner, then copied
  // MARK: Requests

  /// The cache policy for requests whose own policy is `.useProtocolCachePolicy`, which is also the default here.
  open var requestCachePolicy: NSURLRequest.CachePolicy = .useProtocolCachePolicy
  /// The time in seconds for which a request may go without a byte in either direction; 60 by default. Fractions count.
  /// A request whose `timeoutInterval` was set to anything but 60 has that instead.
  open var timeoutIntervalForRequest: TimeInterval = 60
  /// The time in seconds that a task may take altogether, waiting included; seven days by default.
  open var timeoutIntervalForResource: TimeInterval = 604_800
  /// Fields added to requests that do not set them. `Authorization`, `Connection`, `Host` and the fields that frame the
  /// body are the session's business and are better not set here. `Authorization` and `Cookie` go to the origin of a
  /// task's first request only, `Proxy-Authorization` to proxies only.
  open var httpAdditionalHeaders: [AnyHashable: Any]?
  /// `true` to have tasks wait for a server that cannot be reached; `false`, the default, to have them fail.
  open var waitsForConnectivity = false

  // MARK: Connections

  /// The largest number of open connections to one host; 6 by default, and 0 or less for no limit.
  open var httpMaximumConnectionsPerHost = 6
  /// The oldest version of TLS that is spoken. TLS 1.2 by default.
  open var tlsMinimumSupportedProtocolVersion: tls_protocol_version_t = .TLSv12
  /// The newest version of TLS that is spoken. TLS 1.3 by default.
  open var tlsMaximumSupportedProtocolVersion: tls_protocol_version_t = .TLSv13
  /// Proxies: `HTTPEnable`, `HTTPProxy`, `HTTPPort`, the same with `HTTPS` and `SOCKS`, and `ExceptionsList`. Where it is
  /// `nil`, the environment's `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` hold; an empty one uses no proxy.
  open var connectionProxyDictionary: [AnyHashable: Any]?
  /// The path of a Unix socket of this machine, at most 107 bytes, that all connections are made to: the host of a URL is
  /// then only what the server is told (`Host`, and the name in its certificate). Proxies do not count. Connections are
  /// never shared with those of another path, or of none. An addition; `nil` by default, which means the URL's host.
  open var unixSocketPath: String?

  // MARK: Stores

  /// `true`, the default, to send the cookies of the store with requests.
  open var httpShouldSetCookies = true
  /// The policy for keeping the cookies of responses; by default, those from the domain of the main document only.
  open var httpCookieAcceptPolicy: HTTPCookie.AcceptPolicy = .onlyFromMainDocumentDomain
  /// The store that keeps cookies; `nil` to keep none.
  open var httpCookieStorage: HTTPCookieStorage?
  /// The store in which credentials are found and kept; `nil` for none.
  open var urlCredentialStorage: URLCredentialStorage?
  /// The cache that keeps responses; `nil` to keep none.
  open var urlCache: URLCache?
  /// Classes that may respond to requests in place of the network, asked in this order.
  open var protocolClasses: [AnyClass]? = []

  // MARK: Trust, where the system has no keychain

  /// A file of certificates in PEM form that are trusted instead of the system's. An addition for systems without a
  /// keychain; `nil` by default, which means the system's.
  open var certificateAuthorityFile: URL?
  /// The SHA-256 digests of the public keys (the DER form of `SubjectPublicKeyInfo`) of which a server has to show one,
  /// besides a trusted certificate. An addition; empty by default, which asks for none.
  open var pinnedPublicKeys: [Data] = []
  /// The client certificate for a server that asks for one. An addition; `nil` by default.
  open var clientIdentity: ClientIdentity?
  /// `true`, the default, to speak HTTP/2 with servers that offer it in the TLS handshake. An addition.
  open var allowsHTTP2 = true

  // MARK: Apple's systems only

  /// Always `nil`: there are no background sessions here.
  open var identifier: String? { nil }
  /// Apple's systems only: stored, without effect.
  open var networkServiceType: NSURLRequest.NetworkServiceType = .default
  /// Apple's systems only: stored, without effect.
  open var allowsCellularAccess = true
  /// Apple's systems only: stored, without effect.
  open var allowsExpensiveNetworkAccess = true
  /// Apple's systems only: stored, without effect.
  open var allowsConstrainedNetworkAccess = true
  /// Apple's systems only: stored, without effect.
  open var isDiscretionary = false
  /// Apple's systems only: stored, without effect.
  open var sharedContainerIdentifier: String?
  /// Apple's systems only: stored, without effect.
  open var sessionSendsLaunchEvents = false
  /// Apple's systems only: stored, without effect.
  open var shouldUseExtendedBackgroundIdleMode = false
  /// Apple's systems only: stored, without effect. Pipelining is not used by anybody any more.
  open var httpShouldUsePipelining = false
  /// Apple's systems only: stored, without effect.
  open var requiresDNSSECValidation = false
  /// Apple's systems only: stored, without effect.
  open var allowsUltraConstrainedNetworkAccess = false
  /// Apple's systems only: stored, without effect. libcurl speaks no multipath TCP.
  open var multipathServiceType: MultipathServiceType = .none
  /// Apple's systems only: stored, without effect. There is one mode.
  open var usesClassicLoadingMode = true
  /// Stored, without effect: nothing is sent before a handshake is over.
  open var enablesEarlyData = false

  /// Makes a configuration without stores; see ``default`` and ``ephemeral``.
  public override init() {
    super.init()
  }

  /// Makes a copy: the stores are shared, the values are not.
  open func copy(with zone: NSZone?) -> Any {
    let copy = URLSessionConfiguration()
    copyRequestValues(to: copy)
    copyConnectionValues(to: copy)
    copyAppleValues(to: copy)
    return copy
  }
}

extension URLSessionConfiguration {
  private func copyRequestValues(to copy: URLSessionConfiguration) {
    copy.requestCachePolicy = requestCachePolicy
    copy.timeoutIntervalForRequest = timeoutIntervalForRequest
    copy.timeoutIntervalForResource = timeoutIntervalForResource
    copy.httpAdditionalHeaders = httpAdditionalHeaders
    copy.waitsForConnectivity = waitsForConnectivity
    copy.httpShouldSetCookies = httpShouldSetCookies
    copy.httpCookieAcceptPolicy = httpCookieAcceptPolicy
    copy.httpCookieStorage = httpCookieStorage
    copy.urlCredentialStorage = urlCredentialStorage
    copy.urlCache = urlCache
    copy.protocolClasses = protocolClasses
  }

  private func copyConnectionValues(to copy: URLSessionConfiguration) {
    copy.httpMaximumConnectionsPerHost = httpMaximumConnectionsPerHost
    copy.tlsMinimumSupportedProtocolVersion = tlsMinimumSupportedProtocolVersion
    copy.tlsMaximumSupportedProtocolVersion = tlsMaximumSupportedProtocolVersion
    copy.connectionProxyDictionary = connectionProxyDictionary
    copy.unixSocketPath = unixSocketPath
    copy.certificateAuthorityFile = certificateAuthorityFile
    copy.pinnedPublicKeys = pinnedPublicKeys
    copy.clientIdentity = clientIdentity
    copy.allowsHTTP2 = allowsHTTP2
  }

  private func copyAppleValues(to copy: URLSessionConfiguration) {
    copy.networkServiceType = networkServiceType
    copy.allowsCellularAccess = allowsCellularAccess
    copy.allowsExpensiveNetworkAccess = allowsExpensiveNetworkAccess
    copy.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess
    copy.isDiscretionary = isDiscretionary
    copy.sharedContainerIdentifier = sharedContainerIdentifier
    copy.sessionSendsLaunchEvents = sessionSendsLaunchEvents
    copy.shouldUseExtendedBackgroundIdleMode = shouldUseExtendedBackgroundIdleMode
    copy.httpShouldUsePipelining = httpShouldUsePipelining
    copy.requiresDNSSECValidation = requiresDNSSECValidation
    copy.allowsUltraConstrainedNetworkAccess = allowsUltraConstrainedNetworkAccess
    copy.multipathServiceType = multipathServiceType
    copy.usesClassicLoadingMode = usesClassicLoadingMode
    copy.enablesEarlyData = enablesEarlyData
  }

  var duplicate: URLSessionConfiguration { copy(with: nil) as? URLSessionConfiguration ?? URLSessionConfiguration() }
}

extension URLSessionConfiguration {
  /// A new configuration with the process's shared stores of cookies, credentials and responses, and with the classes
  /// registered at `URLProtocol` so far.
  public class var `default`: URLSessionConfiguration {
    let configuration = URLSessionConfiguration()
    configuration.httpCookieStorage = HTTPCookieStorage.shared
    configuration.urlCredentialStorage = URLCredentialStorage.shared
    configuration.urlCache = URLCache.shared
    configuration.protocolClasses = URLProtocol.registeredClasses
    return configuration
  }

  /// A new configuration whose stores are its own, in memory, and gone with the session.
  public class var ephemeral: URLSessionConfiguration {
    let configuration = URLSessionConfiguration()
    configuration.httpCookieStorage = FoundationNetworking.URLSessionConfiguration.ephemeral.httpCookieStorage
    configuration.urlCredentialStorage = URLCredentialStorage()
    configuration.urlCache = URLCache(memoryCapacity: 512 * 1024, diskCapacity: 0, diskPath: nil)
    configuration.protocolClasses = URLProtocol.registeredClasses
    return configuration
  }
}

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
