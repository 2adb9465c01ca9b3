// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// A configuration as loads need it: read once, when the session is made.
final class SessionSettings: @unchecked Sendable {  // immutable; the configuration is a copy nobody else has
  let configuration: URLSessionConfiguration
  let pool: TransferPoolSettings
  let transferTrust: TransferTrust
  let proxy: SessionProxy
  /// The path of the socket to which all connections go, whatever host a URL names; `nil` for connections over the
  /// network.
  let unixSocketPath: String?
  let headers: [(name: String, value: String)]
  let userAgent: String
  /// The timeout in seconds, one week, from which on a timeout counts as none.
  static let longestTimeout: TimeInterval = 604_800
  let cookieStorage: HTTPCookieStorage?
  let cookieAcceptPolicy: HTTPCookie.AcceptPolicy
  let setsCookies: Bool
  let credentialStorage: URLCredentialStorage?
  let urlCache: URLCache?
  let cachePolicy: NSURLRequest.CachePolicy
  let requestTimeout: TimeInterval
  let resourceTimeout: TimeInterval
  let waitsForConnectivity: Bool
  let allowsHTTP2: Bool
  let protocolClasses: [URLProtocol.Type]

  init(_ configuration: URLSessionConfiguration) {
    self.configuration = configuration
    pool = TransferPoolSettings(maximumConnectionsPerHost: max(0, configuration.httpMaximumConnectionsPerHost))
    transferTrust = TransferTrust(configuration)
    proxy = SessionProxy(configuration.connectionProxyDictionary, environment: ProcessInfo.processInfo.environment)
    unixSocketPath = configuration.unixSocketPath
    headers = (configuration.httpAdditionalHeaders ?? [:]).compactMap { name, value in
      (name.base as? String).map { ($0, value as? String ?? String(describing: value)) }
    }
    userAgent = "\(ProcessInfo.processInfo.processName) URLLoading"
    cookieStorage = configuration.httpCookieStorage
    cookieAcceptPolicy = configuration.httpCookieAcceptPolicy
    setsCookies = configuration.httpShouldSetCookies
    credentialStorage = configuration.urlCredentialStorage
    urlCache = configuration.urlCache
    cachePolicy = configuration.requestCachePolicy
    requestTimeout = configuration.timeoutIntervalForRequest
    resourceTimeout = configuration.timeoutIntervalForResource
    waitsForConnectivity = configuration.waitsForConnectivity
    allowsHTTP2 = configuration.allowsHTTP2
    protocolClasses = (configuration.protocolClasses ?? []).compactMap { $0 as? URLProtocol.Type }
  }
}

extension SessionSettings {
  /// A request with the configuration's fields that it does not set itself, and that `isWanted` lets through by name.
  func completed(_ request: URLRequest, where isWanted: (String) -> Bool) -> URLRequest {
    var whole = request
    for field in headers where isWanted(field.name) && request.value(forHTTPHeaderField: field.name) == nil {
      whole.setValue(field.value, forHTTPHeaderField: field.name)
    }
    return whole
  }

  /// A new task's first request: what is for proxies is not in it.
  func completed(_ request: URLRequest) -> URLRequest {
    completed(request) { !HTTPFields.namesAreEqual($0, "Proxy-Authorization") }
  }

  /// A request without the fields that ``completed(_:where:)`` has put there.
  func stripped(_ request: URLRequest) -> URLRequest {
    var own = request
    for field in headers where request.value(forHTTPHeaderField: field.name) == field.value {
      own.setValue(nil, forHTTPHeaderField: field.name)
    }
    return own
  }
}

extension TransferTrust {
  init(_ configuration: URLSessionConfiguration) {
    self.init()
    authorityFile = configuration.certificateAuthorityFile?.path
    pinnedKeys = configuration.pinnedPublicKeys
    minimumVersion = TransferTLSVersion(rawValue: configuration.tlsMinimumSupportedProtocolVersion.rawValue) ?? .tls12
    maximumVersion = TransferTLSVersion(rawValue: configuration.tlsMaximumSupportedProtocolVersion.rawValue)
    identity = configuration.clientIdentity.map(TransferIdentity.init)
  }
}

extension TransferIdentity {
  init(_ identity: ClientIdentity) {
    self.init(
      certificate: .file(path: identity.certificateFile.path), key: .file(path: identity.privateKeyFile.path),
      keyPassword: identity.passphrase)
  }
}
