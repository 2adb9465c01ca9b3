// SPDX-License-Identifier: Apache-2.0

extension Connection {
  /// An outcome of ``startTLS(_:by:)``.
  enum TLSStart {
    case encrypted
    /// The peer speaks plain HTTP; the connection is plain again.
    case plainHTTP
    case failed
  }

  /// Makes the connection an encrypted one.
  func startTLS(_ context: TLSContext, by deadline: Int64) async -> TLSStart {
    guard let session = TLSSession(context, connection: self) else { return .failed }
    tls = session
    while true {
      let step = session.handshake()
      if step == .plainHTTP {
        tls = nil
        return .plainHTTP
      }
      flush()
      if step == .done { return .encrypted }
      guard step == .waiting, !isBroken, await waitUntilReadable(by: deadline), !isBroken else { return .failed }
    }
  }

  /// Says that nothing more is sent, where the encryption has words for it.
  func finishOutput() {
    guard let tls, !isBroken else { return }
    tls.finish()
    flush()
  }
}
