import Foundation

extension URLError {
  /// Makes an error as tasks end with it: with the URL that failed under both of its keys, a sentence for people, and
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
  /// What the code means, for people.
  var sentence: String { Self.sentences[self] ?? "The load failed (\(rawValue))." }

  private static let sentences: [URLError.Code: String] = [
    .cancelled: "The load was cancelled.",
    .badURL: "The address cannot be used.",
    .timedOut: "The server did not answer in time.",
    .unsupportedURL: "Addresses of this kind cannot be loaded.",
    .cannotFindHost: "No server has this name.",
    .cannotConnectToHost: "The server cannot be reached.",
    .networkConnectionLost: "The connection ended before all was transferred.",
    .dnsLookupFailed: "The server's name could not be looked up.",
    .httpTooManyRedirects: "The address leads on too often.",
    .resourceUnavailable: "There is no stored copy, and loading is not allowed.",
    .notConnectedToInternet: "There is no connection to the network.",
    .redirectToNonExistentLocation: "The server leads on to a place that cannot be.",
    .badServerResponse: "The server's answer makes no sense.",
    .userCancelledAuthentication: "Nobody signed in.",
    .userAuthenticationRequired: "The server wants somebody to sign in.",
    .zeroByteResource: "The server sent nothing where something was promised.",
    .cannotDecodeRawData: "The content is encoded in an unknown way.",
    .cannotDecodeContentData: "The content cannot be decoded.",
    .cannotParseResponse: "The server's answer cannot be read.",
    .fileDoesNotExist: "The file does not exist.",
    .fileIsDirectory: "The file is a folder.",
    .noPermissionsToReadFile: "The file may not be read.",
    .dataLengthExceedsMaximum: "The server's answer is larger than allowed.",
    .secureConnectionFailed: "No secure connection could be made.",
    .serverCertificateHasBadDate: "The server's certificate is out of date.",
    .serverCertificateUntrusted: "The server's certificate is not trusted.",
    .serverCertificateHasUnknownRoot: "The server's certificate is of an unknown authority.",
    .serverCertificateNotYetValid: "The server's certificate is not valid yet.",
    .clientCertificateRejected: "The server refused the client's certificate.",
    .clientCertificateRequired: "The server wants a certificate of the client.",
    .requestBodyStreamExhausted: "The content to send cannot be had once more.",
    .cannotCreateFile: "The file cannot be made.",
    .cannotOpenFile: "The file cannot be opened.",
    .cannotWriteToFile: "The file cannot be written.",
  ]
}
