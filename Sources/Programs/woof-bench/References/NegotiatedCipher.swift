// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Glibc
import WoofCommandLine

/// The cipher on which a server and a client with libssl's defaults, such as wrk, agree.
struct NegotiatedCipher: Equatable {
  /// The version of TLS, as in `TLSv1.3`.
  let version: String
  /// The name that OpenSSL gives the cipher, as in `TLS_AES_256_GCM_SHA384`.
  let name: String

  /// Makes a handshake with a server on this machine.
  ///
  /// - Throws: `CommandFailure` where that fails.
  init(port: UInt16) throws {
    guard let descriptor = LoopbackSocket.connect(port: port, blocking: true) else {
      throw CommandFailure("no connection to port \(port)")
    }
    defer { close(descriptor) }
    let context = SSL_CTX_new(TLS_client_method())
    defer { SSL_CTX_free(context) }
    let session = SSL_new(context)
    defer { SSL_free(session) }
    SSL_set_fd(session, descriptor)
    guard SSL_connect(session) == 1, let version = SSL_get_version(session),
      let name = SSL_CIPHER_get_name(SSL_get_current_cipher(session))
    else { throw CommandFailure("no TLS handshake with port \(port)") }
    self.version = String(cString: version)
    self.name = String(cString: name)
  }
}
