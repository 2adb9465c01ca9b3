// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

extension URLError {
  /// Makes an error as tasks end with it: with the URL that failed under both of its keys, a text for people, and
  /// the reason where one is known.
  ///
  /// - Parameters:
  ///   - code: What went wrong.
  ///   - url: The URL that was being loaded.
  ///   - reason: What whoever found it says.
  ///   - userInfo: More of what is known; it goes over what is said here.
  init(_ code: Code, failing url: URL?, reason: String? = nil, userInfo: [String: Any] = [:]) {
    var information: [String: Any] = [NSLocalizedDescriptionKey: code.sentence]
    if let url {
      information[NSURLErrorFailingURLErrorKey] = url
      information[Self.failingURLStringKey] = url.absoluteString
    }
    if let reason, !reason.isEmpty { information[NSLocalizedFailureReasonErrorKey] = reason }
    self.init(code, userInfo: information.merging(userInfo) { _, given in given })
  }
}

extension URLError {
  /// `NSURLErrorFailingURLStringErrorKey`, which Foundation deprecates and programs still look for.
  static let failingURLStringKey = "NSErrorFailingURLStringKey"
}

extension URLError.Code {
  /// The meaning of the code, in the words of Apple's systems: programs and their tests compare them.
  var sentence: String { Self.sentences[self] ?? "unknown error" }

  private static let sentences: [URLError.Code: String] = [
    .cancelled: "cancelled",
    .badURL: "bad URL",
    .timedOut: "The request timed out.",
    .unsupportedURL: "unsupported URL",
    .cannotFindHost: "A server with the specified hostname could not be found.",
    .cannotConnectToHost: "Could not connect to the server.",
    .networkConnectionLost: "The network connection was lost.",
    .dnsLookupFailed: "A server with the specified hostname could not be found.",
    .httpTooManyRedirects: "too many HTTP redirects",
    .resourceUnavailable: "resource unavailable",
    .notConnectedToInternet: "The Internet connection appears to be offline.",
    .redirectToNonExistentLocation: "redirected to nowhere",
    .badServerResponse: "There was a bad response from the server.",
    .userCancelledAuthentication: "user cancelled authentication",
    .userAuthenticationRequired: "user authentication required",
    .zeroByteResource: "zero byte resource",
    .cannotDecodeRawData: "cannot decode raw data",
    .cannotDecodeContentData: "cannot decode content data",
    .cannotParseResponse: "cannot parse response",
    .fileDoesNotExist: "The requested URL was not found on this server.",
    .fileIsDirectory: "file is directory",
    .noPermissionsToReadFile: "You do not have permission to access the requested resource.",
    .dataLengthExceedsMaximum: "resource exceeds maximum size",
    .secureConnectionFailed: "A TLS error caused the secure connection to fail.",
    .serverCertificateHasBadDate: "The certificate for this server has expired.",
    .serverCertificateUntrusted: "The certificate for this server is invalid.",
    .serverCertificateHasUnknownRoot: "The certificate for this server was signed by an unknown certifying authority.",
    .serverCertificateNotYetValid: "The certificate for this server is not yet valid.",
    .clientCertificateRejected: "The server did not accept the certificate.",
    .clientCertificateRequired: "The server requires a client certificate.",
    .requestBodyStreamExhausted: "request body stream exhausted",
    .cannotCreateFile: "cannot create file",
    .cannotOpenFile: "cannot open file",
    .cannotWriteToFile: "cannot write file",
  ]
}

extension TransferError {
  /// The error that a task ends with, of the code that Apple documents for what happened.
  ///
  /// - Parameters:
  ///   - url: The URL that was being loaded.
  ///   - code: A code that says more than what is known here.
  func urlError(failing url: URL?, as code: URLError.Code? = nil) -> URLError {
    var information: [String: Any] = [:]
    if systemNumber != 0 {
      information[NSUnderlyingErrorKey] = NSError(domain: NSPOSIXErrorDomain, code: Int(systemNumber))
    }
    if let evaluation, !evaluation.certificates.isEmpty, evaluation.verdict != .trusted {
      information[NSURLErrorFailingURLPeerTrustErrorKey] = ServerTrust(evaluation)
    }
    if case .body(let error) = cause { information[NSUnderlyingErrorKey] = error as NSError }
    return URLError(code ?? urlErrorCode, failing: url, reason: message, userInfo: information)
  }

  /// The code that Apple documents for what happened.
  var urlErrorCode: URLError.Code {
    switch cause {
    case .library: libraryCode
    case .idle: .timedOut
    case .malformedRequest: .badURL
    case .body(let error): Self.code(ofBody: error)
    case .bodyCannotBeRepeated: .requestBodyStreamExhausted
    case .cannotRepeat: .networkConnectionLost
    case .headTooLarge: .dataLengthExceedsMaximum
    case .trustIsUndecided: .serverCertificateUntrusted
    case .identityIsUndecided: .clientCertificateRequired
    case .tunnelRefused(let head): head.status == 407 ? .userAuthenticationRequired : .cannotConnectToHost
    }
  }

  /// `true` if the server ended the connection in order before any byte of the content came.
  var isEndWithoutContent: Bool {
    guard case .library = cause else { return false }
    return code == Library.partial.rawValue && report.bytes.receivedBody == 0
  }

  /// `true` if something came that cannot be read as a head.
  var isUnreadableHead: Bool {
    guard case .library = cause, report.status == nil else { return false }
    return code == Library.weirdReply.rawValue
      || (code == Library.unsupportedProtocol.rawValue && !phase.isBeforeResponse)
  }

  private var libraryCode: URLError.Code {
    if let certificate = certificateCode { return certificate }
    return switch Library(rawValue: code) {
    case .unsupportedProtocol: phase.isBeforeResponse ? .unsupportedURL : .badServerResponse
    case .malformedURL: .badURL
    case .unresolvedHost, .unresolvedProxy: hasNoNetwork ? .notConnectedToInternet : .cannotFindHost
    case .unconnected, .interface, .proxy: connectionCode
    case .weirdReply: .badServerResponse
    case .unwritten: .cannotWriteToFile
    case .unread, .unrewound: .requestBodyStreamExhausted
    case .timeout: phase == .resolving ? .dnsLookupFailed : .timedOut
    case .tls, .cipher, .authorityFile, .tlsEngine, .needsTLS: .secureConnectionFailed
    case .fileUnread: .fileDoesNotExist
    case .aborted: .cancelled
    case .redirects: .httpTooManyRedirects
    case .badEncoding: message.contains("Unrecognized") ? .cannotDecodeRawData : .cannotDecodeContentData
    case .tooLarge, .tooLargeValue: .dataLengthExceedsMaximum
    case .loginDenied, .authentication: .userAuthenticationRequired
    case .nothing, .partial, .http2, .http2Stream, .unsent: .networkConnectionLost
    case .unreceived: isUnreadable ? .cannotParseResponse : .networkConnectionLost
    default: .unknown
    }
  }

  /// The code of a fault with a certificate, whose ever it is.
  private var certificateCode: URLError.Code? {
    switch Library(rawValue: code) {
    case .pin: return .serverCertificateUntrusted
    case .untrusted, .issuer, .status: return verdictCode ?? .serverCertificateUntrusted
    case .certificate: return .clientCertificateRejected
    case .clientCertificate: return .clientCertificateRequired
    case .tls, .unreceived, .unsent:
      guard alertCode == nil, phase == .handshaking else { return alertCode }
      return verdictCode ?? (isBehindHandshake ? .networkConnectionLost : .secureConnectionFailed)
    default: return nil
    }
  }

  private var verdictCode: URLError.Code? {
    switch evaluation?.verdict {
    case .expired: .serverCertificateHasBadDate
    case .notYetValid: .serverCertificateNotYetValid
    case .unknownAuthority: .serverCertificateHasUnknownRoot
    case .wrongHost, .revoked, .other: .serverCertificateUntrusted
    case .trusted, nil: nil
    }
  }

  /// `true` if a connection broke after its handshake, and before a request was sent. libcurl names the call of OpenSSL that
  /// failed, which for the handshake is SSL_connect.
  private var isBehindHandshake: Bool {
    !isAlert && (code == Library.unsent.rawValue || message.contains("SSL_write") || message.contains("SSL_read"))
  }

  /// `true` if the server ended the connection with an alert of TLS; `false` if it only closed it.
  var isAlert: Bool { message.lowercased().contains("alert") }

  /// The code for a TLS alert by which the server refuses the client's certificate (RFC 8446 §6.2); `nil` if the error
  /// is no such alert. OpenSSL names the alert in its text only.
  private var alertCode: URLError.Code? {
    guard isAlert else { return nil }
    let text = message.lowercased()
    if text.contains("certificate required") { return .clientCertificateRequired }
    let refusals = [
      "bad certificate", "unsupported certificate", "certificate revoked", "certificate expired", "certificate unknown",
      "unknown ca", "access denied",
    ]
    return refusals.contains(where: text.contains) ? .clientCertificateRejected : nil
  }

  private var connectionCode: URLError.Code {
    if hasNoNetwork { return .notConnectedToInternet }
    return systemNumber == ETIMEDOUT ? .timedOut : .cannotConnectToHost
  }

  private var hasNoNetwork: Bool { systemNumber == ENETUNREACH || systemNumber == ENETDOWN }

  /// `true` if the received bytes break the rules of HTTP; `false` if they were cut off. libcurl has one code for both.
  private var isUnreadable: Bool {
    ["chunked", "header", "Content-Length", "HTTP/"].contains { message.contains($0) }
  }

  private static func code(ofBody error: any Error) -> URLError.Code {
    if let error = error as? URLError { return error.code }
    let error = error as NSError
    switch error.domain == NSPOSIXErrorDomain ? Int32(truncatingIfNeeded: error.code) : 0 {
    case ENOENT, ENOTDIR: return .fileDoesNotExist
    case EACCES, EPERM: return .noPermissionsToReadFile
    case EISDIR: return .fileIsDirectory
    default: break
    }
    switch error.domain == NSCocoaErrorDomain ? CocoaError.Code(rawValue: error.code) : .featureUnsupported {
    case .fileNoSuchFile, .fileReadNoSuchFile: return .fileDoesNotExist
    case .fileReadNoPermission: return .noPermissionsToReadFile
    default: return .cannotOpenFile
    }
  }
}

extension TransferError.Phase {
  /// `true` if nothing of the response has come.
  fileprivate var isBeforeResponse: Bool {
    switch self {
    case .queued, .resolving, .connecting, .handshaking, .sending: true
    case .waiting, .receiving: false
    }
  }
}

/// The codes of libcurl that say what happened to a transfer; others say what happened to a program.
private enum Library: UInt32 {
  case unsupportedProtocol = 1
  case malformedURL = 3
  case unresolvedProxy = 5
  case unresolvedHost = 6
  case unconnected = 7
  case weirdReply = 8
  case http2 = 16
  case partial = 18
  case unwritten = 23
  case unread = 26
  case timeout = 28
  case tls = 35
  case fileUnread = 37
  case aborted = 42
  case interface = 45
  case redirects = 47
  case nothing = 52
  case unsent = 55
  case unreceived = 56
  case certificate = 58
  case cipher = 59
  case untrusted = 60
  case badEncoding = 61
  case tooLarge = 63
  case needsTLS = 64
  case unrewound = 65
  case tlsEngine = 66
  case loginDenied = 67
  case authorityFile = 77
  case issuer = 83
  case pin = 90
  case status = 91
  case http2Stream = 92
  case authentication = 94
  case proxy = 97
  case clientCertificate = 98
  case tooLargeValue = 100
}
