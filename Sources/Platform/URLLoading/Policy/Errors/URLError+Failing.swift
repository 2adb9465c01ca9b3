// SPDX-License-Identifier: Apache-2.0

import Foundation

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
