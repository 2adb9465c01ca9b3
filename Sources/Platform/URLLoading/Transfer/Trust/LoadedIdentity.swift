// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Foundation

/// A certificate of the client's with its key, as OpenSSL has them.
final class LoadedIdentity {
  private let certificate: OpaquePointer  // an `X509`, owned, freed in deinit
  private let key: OpaquePointer  // an `EVP_PKEY`, owned, freed in deinit
  private let chain: OpaquePointer  // a `STACK_OF(X509)`, owned, freed in deinit

  /// Reads what an identity names; `nil` where it cannot be read, or the key is that of another certificate.
  init?(_ identity: TransferIdentity) {
    defer { ERR_clear_error() }
    guard let key = Self.readKey(identity) else { return nil }
    guard let (certificate, chain) = Self.readCertificates(identity) else {
      EVP_PKEY_free(key)
      return nil
    }
    self.certificate = certificate
    self.key = key
    self.chain = chain
    guard X509_check_private_key(certificate, key) == 1 else { return nil }
  }

  deinit {
    X509_free(certificate)
    EVP_PKEY_free(key)
    woof_sk_X509_free(chain)
  }

  /// Makes it that of all connections of a context.
  func use(
    inContext context: OpaquePointer  // an `SSL_CTX`
  ) -> Bool { SSL_CTX_use_cert_and_key(context, certificate, key, chain, 1) == 1 }

  /// Makes it that of one connection.
  func use(
    on connection: OpaquePointer  // an `SSL`
  ) -> Bool { SSL_use_cert_and_key(connection, certificate, key, chain, 1) == 1 }

  /// The client's own certificate, and those between it and an authority.
  private static func readCertificates(
    _ identity: TransferIdentity
  ) -> (certificate: OpaquePointer, chain: OpaquePointer)? {
    read(identity.certificate) { text in
      guard let certificate = PEM_read_bio_X509_AUX(text, nil, nil, nil) else { return nil }
      guard let chain = woof_sk_X509_new() else {
        X509_free(certificate)
        return nil
      }
      while let next = PEM_read_bio_X509(text, nil, nil, nil) {
        if woof_sk_X509_push(chain, next) <= 0 { X509_free(next) }
      }
      return (certificate, chain)
    }
  }

  private static func readKey(_ identity: TransferIdentity) -> OpaquePointer? {
    read(identity.key) { text in
      // Without a password, OpenSSL would ask for one at the terminal.
      (identity.keyPassword ?? "").withCString {
        PEM_read_bio_PrivateKey(text, nil, nil, UnsafeMutableRawPointer(mutating: $0))
      }
    }
  }

  private static func read<Result>(
    _ source: TransferIdentity.Source,
    _ body: (OpaquePointer) -> Result?  // a `BIO`, lent for the call
  ) -> Result? {
    switch source {
    case .file(let path):
      guard let text = BIO_new_file(path, "r") else { return nil }
      defer { BIO_free(text) }
      return body(text)
    case .bytes(let data):
      return data.withUnsafeBytes { bytes in
        guard let text = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
        defer { BIO_free(text) }
        return body(text)
      }
    }
  }
}
