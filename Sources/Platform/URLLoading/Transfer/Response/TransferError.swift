// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The failure of a transfer, with its cause and the phase in which it occurred.
struct TransferError: Error {
  /// Reasons that libcurl does not know of.
  enum Cause: Sendable {
    /// libcurl's: ``TransferError/code`` says it.
    case library
    /// No byte went in either direction for the time allowed.
    case idle
    /// The request cannot be sent as it is: a field with a line break in it, say.
    case malformedRequest
    /// The body could not be read; what its source said, or the system.
    case body(any Error)
    /// The body had to be sent again and could not be.
    case bodyCannotBeRepeated
    /// A connection that had been used before ended before there was a response, and the request must not be repeated,
    /// because the server may have acted on it.
    case cannotRepeat
    /// The head is larger than any server has reason to send.
    case headTooLarge
    /// Nobody has decided yet whether the server's certificate is acceptable, and the handshake could not wait; see
    /// ``TransferTrust/asks``.
    case trustIsUndecided
    /// The server asks for the client's certificate, nobody has decided yet whether it gets one, and the handshake could
    /// not wait; see ``TransferTrust/asksForIdentity``. With the names of the authorities that the server takes it from, in DER form.
    case identityIsUndecided(authorities: [Data])
    /// The proxy did not open a way to the server. Its response is not the server's.
    case tunnelRefused(TransferHead)
  }

  /// The phase that the transfer had reached.
  enum Phase: Sendable {
    /// Waiting for a free connection.
    case queued
    /// Looking for the host's addresses.
    case resolving
    case connecting
    /// Setting up TLS.
    case handshaking
    case sending
    /// Waiting for the response.
    case waiting
    case receiving
  }

  var cause = Cause.library
  /// A `CURLcode`; 0 where the cause is not libcurl's.
  var code: UInt32 = 0
  /// The system's error number for the last connection that failed; 0 for none.
  var systemNumber: Int32 = 0
  var phase: Phase
  /// In libcurl's words.
  var message: String
  /// The certificates of the server and the verdict about them; `nil` if none was seen in this transfer.
  var evaluation: TransferTrustEvaluation?
  var report: TransferReport
}

/// A server's certificates, and what was found about them.
struct TransferTrustEvaluation: Sendable {
  enum Verdict: Hashable, Sendable {
    case trusted
    case expired
    case notYetValid
    /// Made for another host.
    case wrongHost
    /// No way from the certificate to an authority that is trusted.
    case unknownAuthority
    case revoked
    /// Another `X509_V_ERR_…` of OpenSSL.
    case other(Int32)
  }

  /// In DER form: the server's own, then those that vouch for it.
  var certificates: [Data]
  /// Whatever was accepted beside it.
  var verdict: Verdict
}
