// SPDX-License-Identifier: Apache-2.0

import COpenSSL

extension ServerCertificate {
  /// Makes the server speak HTTP/2 with everybody who can.
  func chooseHTTP2() {
    SSL_CTX_set_alpn_select_cb(
      context,
      { _, name, count, offered, offeredCount, _ in
        var chosen: UnsafeMutablePointer<UInt8>?  // points into one of the two lists, which outlive the call
        let result = SSL_select_next_proto(&chosen, count, http2, UInt32(http2.count), offered, offeredCount)
        name?.pointee = UnsafePointer(chosen)
        return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK
      }, nil)
  }
}

private let http2: [UInt8] = [2] + Array("h2".utf8)

extension ServerConnection {
  /// The weight that the first request of a connection of HTTP/2 asks for (RFC 7540, sections 5.3.2 and 6.2); `nil`
  /// where it says none.
  func readWeight() throws -> Int? {
    _ = try read(count: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8.count)
    while true {
      let head = try read(count: 9)
      let content = try read(count: head[..<3].reduce(0) { $0 << 8 | Int($1) })
      let (kind, flags) = (head[3], head[4])
      guard kind == 1 else { continue }
      guard flags & 0x20 != 0 else { return nil }
      let weight = flags & 0x08 != 0 ? 5 : 4
      return content.indices.contains(weight) ? Int(content[weight]) + 1 : nil
    }
  }
}
