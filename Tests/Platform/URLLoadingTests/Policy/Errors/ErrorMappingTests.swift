// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

@testable import URLLoading

struct ErrorMappingTests {
  private func code(
    _ code: UInt32, _ phase: TransferError.Phase = .connecting, system: Int32 = 0, message: String = "",
    verdict: TransferTrustEvaluation.Verdict? = nil
  ) -> URLError.Code {
    var error = TransferError(phase: phase, message: message, report: TransferReport())
    error.code = code
    error.systemNumber = system
    error.evaluation = verdict.map { TransferTrustEvaluation(certificates: [], verdict: $0) }
    return error.urlErrorCode
  }

  private func code(_ cause: TransferError.Cause) -> URLError.Code {
    var error = TransferError(phase: .sending, message: "", report: TransferReport())
    error.cause = cause
    return error.urlErrorCode
  }

  @Test func `errors of names and connections have their codes`() {
    #expect(code(6, .resolving) == .cannotFindHost)
    #expect(code(5, .resolving) == .cannotFindHost)
    #expect(code(28, .resolving) == .dnsLookupFailed)
    #expect(code(7, system: ECONNREFUSED) == .cannotConnectToHost)
    #expect(code(7, system: EHOSTUNREACH) == .cannotConnectToHost)
    #expect(code(7, system: ENETUNREACH) == .notConnectedToInternet)
    #expect(code(7, system: ETIMEDOUT) == .timedOut)
    #expect(code(28, .receiving) == .timedOut)
  }

  @Test func `errors of connections that end have their codes`() {
    #expect(code(52, .waiting) == .networkConnectionLost)
    #expect(code(56, .waiting, system: ECONNRESET) == .networkConnectionLost)
    #expect(code(55, .sending, system: EPIPE) == .networkConnectionLost)
    #expect(code(55, .handshaking, system: EPIPE, verdict: .trusted) == .networkConnectionLost)
    let written = "SSL_write() error: error:0A00010F:SSL routines::bad length"
    #expect(code(35, .handshaking, message: written) == .networkConnectionLost)
    #expect(code(56, .handshaking, message: "OpenSSL SSL_read: SSL_ERROR_SYSCALL, errno 0") == .networkConnectionLost)
    #expect(code(18, .receiving) == .networkConnectionLost)
    #expect(code(92, .receiving) == .networkConnectionLost)
  }

  @Test func `errors of server certificates have their codes`() {
    #expect(code(60, .handshaking, verdict: .expired) == .serverCertificateHasBadDate)
    #expect(code(60, .handshaking, verdict: .notYetValid) == .serverCertificateNotYetValid)
    #expect(code(60, .handshaking, verdict: .unknownAuthority) == .serverCertificateHasUnknownRoot)
    #expect(code(60, .handshaking, verdict: .wrongHost) == .serverCertificateUntrusted)
    #expect(code(60, .handshaking) == .serverCertificateUntrusted)
    #expect(code(90, .handshaking, verdict: .trusted) == .serverCertificateUntrusted)
    #expect(code(35, .handshaking) == .secureConnectionFailed)
    #expect(code(56, .handshaking, system: ECONNRESET) == .secureConnectionFailed)
    let refused = "OpenSSL SSL_read: tlsv13 alert handshake failure, errno 0"
    #expect(code(56, .handshaking, message: refused) == .secureConnectionFailed)
  }

  @Test func `errors of client certificates have their codes`() {
    let required = "OpenSSL SSL_read: tlsv13 alert certificate required, errno 0"
    #expect(code(56, .waiting, message: required) == .clientCertificateRequired)
    #expect(code(35, .handshaking, message: "sslv3 alert bad certificate") == .clientCertificateRejected)
    #expect(code(56, .waiting, message: "tlsv1 alert unknown ca") == .clientCertificateRejected)
    #expect(code(58, .handshaking) == .clientCertificateRejected)
    #expect(code(98, .handshaking) == .clientCertificateRequired)
  }

  @Test func `errors of malformed responses have their codes`() {
    #expect(code(8, .receiving) == .badServerResponse)
    #expect(code(1, .waiting, message: "Received HTTP/0.9 when not allowed") == .badServerResponse)
    #expect(
      code(56, .receiving, message: "Illegal or missing hexadecimal sequence in chunked-encoding")
        == .cannotParseResponse)
    #expect(code(61, .receiving, message: "Unrecognized content encoding type.") == .cannotDecodeRawData)
    #expect(
      code(61, .receiving, message: "Error while processing content unencoding: incorrect header check")
        == .cannotDecodeContentData)
    #expect(code(63, .receiving) == .dataLengthExceedsMaximum)
    #expect(code(.headTooLarge) == .dataLengthExceedsMaximum)
  }

  @Test func `errors of impossible requests have their codes`() {
    #expect(code(1) == .unsupportedURL)
    #expect(code(3) == .badURL)
    #expect(code(.malformedRequest) == .badURL)
    #expect(code(47) == .httpTooManyRedirects)
    #expect(code(42) == .cancelled)
    #expect(code(.idle) == .timedOut)
    #expect(code(.cannotRepeat) == .networkConnectionLost)
    #expect(code(.trustIsUndecided) == .serverCertificateUntrusted)
  }

  @Test func `errors of unreadable bodies have their codes`() {
    #expect(code(.body(POSIXError(.ENOENT))) == .fileDoesNotExist)
    #expect(code(.body(POSIXError(.EACCES))) == .noPermissionsToReadFile)
    #expect(code(.body(POSIXError(.EISDIR))) == .fileIsDirectory)
    #expect(code(.body(CocoaError(.fileReadNoSuchFile))) == .fileDoesNotExist)
    #expect(code(.body(URLError(.cannotOpenFile))) == .cannotOpenFile)
    #expect(code(.bodyCannotBeRepeated) == .requestBodyStreamExhausted)
  }

  @Test func `an error has its URL under both keys, and its reason`() throws {
    let url = try #require(URL(string: "http://a.test/x?y"))
    var failure = TransferError(phase: .connecting, message: "Failed to connect", report: TransferReport())
    failure.code = 7
    failure.systemNumber = ECONNREFUSED
    let error = failure.urlError(failing: url)
    #expect(error.code == .cannotConnectToHost)
    #expect(error.failingURL == url)
    #expect(error.userInfo["NSErrorFailingURLStringKey"] as? String == "http://a.test/x?y")
    #expect(error.userInfo[NSLocalizedFailureReasonErrorKey] as? String == "Failed to connect")
    #expect((error.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == Int(ECONNREFUSED))
    #expect(error.localizedDescription == "Could not connect to the server.")
  }
}
