// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Foundation

/// The question of a server, while a connection is made, for the client's certificate. Somebody is asked for one, and the
/// handshake waits. Confined to the loop's thread.
final class IdentityQuestion {
  /// The authorities that the server takes a certificate from, in DER form, where the handshake, unable to wait, was
  /// ended so that somebody can be asked.
  private(set) var authoritiesOfUndecided: [Data]?
  /// `true` if the handshake was ended because the reply cannot be read, or the key is that of another certificate.
  private(set) var isUnusable = false

  private enum Reply {
    case nothing
    case identity(LoadedIdentity)
    case unusable
    /// Nobody wants the connection any more.
    case givenUp
  }

  private let whenWaiting: () -> Void
  private var reply: Reply?
  /// The connection whose handshake waits on a stack of its own; `nil` while none does.
  private(set) var waiting: OpaquePointer?  // an `SSL`

  /// - Parameter whenWaiting: is called inside of libcurl when the handshake begins to wait for ``reply(with:)``.
  init(whenWaiting: @escaping () -> Void) {
    self.whenWaiting = whenWaiting
  }

  /// Returns the way in which the handshake goes on, with the numbers of OpenSSL: 1 with what the connection has now, 0 not at all, and -1
  /// later. It may wait in here, on a stack of its own, which is small: what needs room is done by others.
  func meet(
    _ connection: OpaquePointer  // an `SSL`
  ) -> Int32 {
    if reply == nil {
      guard HandshakeWaiting.way == .fiber, ASYNC_get_current_job() != nil else {
        authoritiesOfUndecided = Self.authorities(of: connection)
        return -1
      }
      waiting = connection
      whenWaiting()
      while reply == nil { ASYNC_pause_job() }
      waiting = nil
    }
    switch reply {
    case .nothing: return 1
    case .identity(let identity) where identity.use(on: connection): return 1
    case .identity, .unusable: isUnusable = true
    case .givenUp, nil: break
    }
    return 0
  }

  /// Returns the authorities that the server takes a certificate from, in DER form, while the handshake waits for a
  /// reply.
  func examine() -> [Data]? {
    guard let waiting, reply == nil else { return nil }
    return Self.authorities(of: waiting)
  }

  /// Settles what the server gets, when libcurl goes on with the handshake the next time.
  ///
  /// - Parameter identity: `nil` for nothing: it is for the server to refuse that.
  func reply(with identity: TransferIdentity?) {
    guard let identity else { return reply = .nothing }
    reply = LoadedIdentity(identity).map { .identity($0) } ?? .unusable
  }

  /// Ends the handshake that waits, when it goes on the next time.
  func giveUp() { reply = .givenUp }

  private static func authorities(
    of connection: OpaquePointer  // an `SSL`
  ) -> [Data] {
    let names = SSL_get_client_CA_list(connection)
    return (0..<max(0, woof_sk_X509_NAME_num(names))).compactMap { index in
      var bytes: UnsafeMutablePointer<UInt8>?
      let count = i2d_X509_NAME(woof_sk_X509_NAME_value(names, index), &bytes)
      defer { CRYPTO_free(bytes, #file, #line) }
      return bytes.flatMap { count > 0 ? Data(bytes: $0, count: Int(count)) : nil }
    }
  }
}
