// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading

extension WoofError {
  /// The error of the contract for one of the URL Loading System.
  init(_ error: URLError, at url: URL) {
    let place = Self.shown(url)
    let (code, message): (Code, String) =
      switch error.code {
      case .badURL, .unsupportedURL: (.invalidAddress, Self.addressAdvice(place))
      case .cannotFindHost, .dnsLookupFailed:
        (.serviceUnreachable, "No machine is known as \(url.host ?? place): check the address.")
      case .cannotConnectToHost, .notConnectedToInternet, .internationalRoamingOff, .dataNotAllowed:
        (.serviceUnreachable, "Nothing answers at \(place): check the address, and that the service runs.")
      case .secureConnectionFailed where Self.isOfPlainText(error):
        (
          .unencryptedService,
          "What answers at \(place) does not encrypt: the address of a service without TLS begins with http://."
        )
      case .secureConnectionFailed where Self.isOfLostConnection(error): Self.lostConnection(place)
      case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
        .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
        (.insecureConnection, Self.certificateAdvice(url))
      case .networkConnectionLost, .zeroByteResource, .cannotLoadFromNetwork, .callIsActive:
        Self.lostConnection(place)
      case .timedOut: (.connectionLost, "\(place) said nothing for too long: try again.")
      case .fileDoesNotExist, .fileIsDirectory, .noPermissionsToReadFile:
        (.fileNotReadable, "The file to be sent cannot be read: check its name and who may read it.")
      case .cannotCreateFile, .cannotOpenFile, .cannotWriteToFile, .cannotMoveFile:
        (.fileNotWritable, "A temporary file cannot be written: check the disk.")
      default:
        (.invalidServerResponse, "\(place) does not answer as Woof does: check that the address is that of a service.")
      }
    self.init(code, message, cause: error)
  }

  private static func lostConnection(_ place: String) -> (Code, String) {
    (.connectionLost, "The connection to \(place) broke off: try again.")
  }

  /// Returns `true` if a handshake failed because the other side does not speak TLS.
  private static func isOfPlainText(_ error: URLError) -> Bool {
    reason(error, hasOneOf: ["wrong version number", "packet length too long", "unknown protocol"])
  }

  /// Returns `true` if a handshake failed only because the connection ended, as it does where the service is killed.
  private static func isOfLostConnection(_ error: URLError) -> Bool {
    // Secure Transport's codes for a connection that was closed in order, aborted, or closed without notice.
    if let code = error.userInfo["_kCFStreamErrorCodeKey"] as? Int { return [-9805, -9806, -9816].contains(code) }
    // libcurl names SSL_connect only where OpenSSL has no error of its own, and the connection's whatever errno said. It
    // keeps the first of several reasons, which is that of getpeername where the connection ended before the handshake.
    return reason(
      error,
      hasOneOf: [
        "ssl_connect:", "ssl_error_syscall", "getpeername() failed", "unexpected eof", "connection reset",
        "broken pipe", "recv failure",
        "send failure",
        "receiving data from the peer", "sending data to the peer",
      ])
  }

  /// Returns `true` if the reason of an error has one of these texts: OpenSSL tells no more of a failed handshake.
  private static func reason(_ error: URLError, hasOneOf texts: [String]) -> Bool {
    let reason = (error.userInfo[NSLocalizedFailureReasonErrorKey] as? String ?? "").lowercased()
    return texts.contains(where: reason.contains)
  }

  static func addressAdvice(_ address: String) -> String {
    "\(address) is no address of a service: one begins with https:// or http:// and a host, as http://127.0.0.1:9663."
  }

  private static func certificateAdvice(_ url: URL) -> String {
    "No secure connection to \(shown(url)): if its certificate is of your own making, tell the session to trust it; "
      + "otherwise somebody may be in between."
  }
}
