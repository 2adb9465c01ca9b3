// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import CLinux
import Glibc

/// A certificate of a server, with its key: made when it is asked for.
final class ServerCertificate: @unchecked Sendable {  // never changes; OpenSSL counts references atomically
  struct Failure: Error {}

  let certificate: OpaquePointer
  let key: OpaquePointer
  let context: OpaquePointer

  /// - Parameters:
  ///   - names: `DNS:…` and `IP:…`, as OpenSSL writes them.
  ///   - days: from today on; negative for one that has expired.
  ///   - authority: who signs it; `nil` for itself.
  ///   - isBetween: whether it is for one between the authority and others.
  init(
    names: String = "DNS:localhost,IP:127.0.0.1", days: Int = 30, authority: ServerCertificate? = nil,
    isBetween: Bool = false
  ) throws {
    guard let key = woof_EVP_EC_gen("P-256"), let certificate = X509_new(),
      let context = SSL_CTX_new(TLS_server_method())
    else { throw Failure() }
    self.key = key
    self.certificate = certificate
    self.context = context
    X509_set_version(certificate, 2)
    ASN1_INTEGER_set_int64(X509_get_serialNumber(certificate), Int64.random(in: 1...Int64.max))
    X509_gmtime_adj(X509_getm_notBefore(certificate), -86_400 * 60)
    X509_gmtime_adj(X509_getm_notAfter(certificate), 86_400 * days)
    X509_set_pubkey(certificate, key)
    let name = X509_get_subject_name(certificate)
    let text = authority == nil ? "Authority" : isBetween ? "Between" : "Server"
    X509_NAME_add_entry_by_txt(name, "CN", woof_MBSTRING_UTF8, text, -1, -1, 0)
    X509_set_issuer_name(certificate, X509_get_subject_name(authority?.certificate ?? certificate))
    if authority == nil || isBetween { try add(NID_basic_constraints, "critical,CA:TRUE") }
    try add(NID_subject_alt_name, names)
    guard X509_sign(certificate, authority?.key ?? key, EVP_sha256()) > 0,
      SSL_CTX_use_certificate(context, certificate) == 1, SSL_CTX_use_PrivateKey(context, key) == 1
    else { throw Failure() }
  }

  deinit {
    SSL_CTX_free(context)
    X509_free(certificate)
    EVP_PKEY_free(key)
  }

  /// Makes the server ask for a client's certificate that this authority has signed.
  func requireClient(signedBy authority: ServerCertificate) {
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
    X509_STORE_add_cert(SSL_CTX_get_cert_store(context), authority.certificate)
    SSL_CTX_add_client_CA(context, authority.certificate)
  }

  /// Limits the version of TLS, by its number in the protocol.
  func limit(toVersion version: UInt16) {
    woof_SSL_CTX_set_min_proto_version(context, 0)
    woof_SSL_CTX_set_max_proto_version(context, Int32(version))
    SSL_CTX_set_cipher_list(context, "ALL:@SECLEVEL=0")
  }

  /// The certificate in DER form.
  var der: [UInt8] {
    Self.bytes { i2d_X509(certificate, $0) }
  }

  /// The public key in DER form (SubjectPublicKeyInfo).
  var publicKey: [UInt8] {
    Self.bytes { i2d_PUBKEY(key, $0) }
  }

  /// The name of whom it is for, in DER form.
  var subject: [UInt8] {
    Self.bytes { i2d_X509_NAME(X509_get_subject_name(certificate), $0) }
  }

  /// The certificate in PEM form.
  var pem: [UInt8] { Self.text { PEM_write_bio_X509($0, certificate) } }

  /// The private key in PEM form.
  var keyPEM: [UInt8] { Self.text { PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil) } }

  /// The private key in PEM form, encrypted.
  func keyPEM(password: String) -> [UInt8] {
    Self.text {
      PEM_write_bio_PKCS8PrivateKey($0, key, EVP_aes_256_cbc(), password, Int32(password.utf8.count), nil, nil)
    }
  }

  /// Takes a client's handshake.
  func accept(_ descriptor: Int32) throws -> ServerTLS {
    guard let session = SSL_new(context) else { throw Failure() }
    SSL_set_fd(session, descriptor)
    let tls = ServerTLS(session: session)
    guard SSL_accept(session) == 1 else {
      ERR_clear_error()
      // The client shall read why: what it still sends would make a reset of the end.
      shutdown(descriptor, Int32(SHUT_WR))
      var rest = [UInt8](repeating: 0, count: 4096)
      while recv(descriptor, &rest, rest.count, 0) > 0 {}
      throw ServerConnection.Failure(description: "the handshake failed")
    }
    return tls
  }

  private func add(_ kind: Int32, _ value: String) throws {
    guard let part = X509V3_EXT_conf_nid(nil, nil, kind, value) else { throw Failure() }
    X509_add_ext(certificate, part, -1)
    X509_EXTENSION_free(part)
  }

  private static func bytes(_ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8] {
    let count = Int(write(nil))
    return [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, written in
      var position = buffer.baseAddress
      written = max(0, Int(write(&position)))
    }
  }

  private static func text(_ write: (OpaquePointer?) -> Int32) -> [UInt8] {
    let memory = BIO_new(BIO_s_mem())
    defer { BIO_free(memory) }
    _ = write(memory)
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = BIO_read(memory, &bytes, Int32(bytes.count))
    return Array(bytes[..<max(0, Int(count))])
  }
}

/// A server's side of TLS over a socket that blocks.
final class ServerTLS {
  private let session: OpaquePointer

  init(session: OpaquePointer) { self.session = session }

  deinit { SSL_free(session) }

  func receive() throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = SSL_read(session, &bytes, Int32(bytes.count))
    ERR_clear_error()
    return Array(bytes[..<max(0, Int(count))])
  }

  func send(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    let count = SSL_write(session, bytes, Int32(bytes.count))
    ERR_clear_error()
    guard Int(count) == bytes.count else { throw ServerConnection.Failure(description: "TLS send") }
  }
}
