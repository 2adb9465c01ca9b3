// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL
internal import Glibc
internal import WoofHTTP

/// The certificates of a harness, as files in its folder, each made when it is first asked for.
struct CertificateFiles: Sendable {
  private static let day = 86_400

  let folder: String
  private let offersHTTP2: Bool
  private let authority: IssuedCertificate

  /// Makes the authority, and writes its certificate to `authority.pem`; what an earlier one vouched for is removed.
  ///
  /// - Throws: ``HarnessError`` of code `noCertificate`.
  init(in folder: String, offersHTTP2: Bool) throws(HarnessError) {
    self.folder = folder
    self.offersHTTP2 = offersHTTP2
    authority = try IssuedCertificate(authority: "Woof harness")
    for kind in HarnessCertificate.allCases { unlink("\(folder)/\(kind.rawValue).pem") }
    try Self.write(authority.certificatePEM(), to: "\(folder)/authority.pem")
  }

  /// The file of the authority's certificate, for clients that are to trust it.
  var authorityFile: String { "\(folder)/authority.pem" }

  /// The files of a certificate and its key.
  ///
  /// - Throws: ``HarnessError`` of code `noCertificate`.
  func configuration(_ kind: HarnessCertificate) throws(HarnessError) -> TLSConfiguration {
    let path = "\(folder)/\(kind.rawValue).pem"
    if access(path, R_OK) != 0 { try Self.write(try leaf(kind).pem(), to: path) }
    var configuration = TLSConfiguration(certificateChainFile: path, privateKeyFile: path)
    if !offersHTTP2 { configuration.applicationProtocols.removeAll { $0 == ApplicationProtocols.http2 } }
    return configuration
  }

  private func leaf(_ kind: HarnessCertificate) throws(HarnessError) -> IssuedCertificate {
    let here = "DNS:localhost,IP:127.0.0.1,IP:::1"
    let (past, future) = (-2 * Self.day, 30 * Self.day)
    switch kind {
    case .good: return try authority.issue(for: here, from: past, to: future)
    case .expired: return try authority.issue(for: here, from: past, to: -Self.day)
    case .wrongHost: return try authority.issue(for: "DNS:elsewhere.example", from: past, to: future)
    case .unknownAuthority:
      return try IssuedCertificate(authority: "Nobody").issue(for: here, from: past, to: future)
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(HarnessError) {
    let descriptor = creat(path, 0o600)
    guard descriptor >= 0 else { throw HarnessError(.noCertificate, "\(path) cannot be written.") }
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw HarnessError(.noCertificate, "\(path) cannot be written.")
    }
  }
}

/// A certificate with its key, made by libcrypto.
final class IssuedCertificate: Sendable {
  private nonisolated(unsafe) let certificate: OpaquePointer  // owned, and not changed after it was made
  private nonisolated(unsafe) let key: OpaquePointer  // owned, and not changed after it was made

  /// Makes an authority that vouches for itself.
  ///
  /// - Throws: ``HarnessError`` of code `noCertificate`.
  init(authority name: String) throws(HarnessError) {
    (certificate, key) = try Self.make(name, from: -86_400, to: 30 * 86_400)
    try Self.check(X509_set_issuer_name(certificate, X509_get_subject_name(certificate)))
    try Self.add(NID_basic_constraints, "critical,CA:TRUE", to: certificate)
    try Self.add(NID_key_usage, "critical,keyCertSign,cRLSign", to: certificate)
    try Self.check(min(1, X509_sign(certificate, key, EVP_sha256())))
  }

  private init(of issuer: IssuedCertificate, for names: String, from: Int, to: Int) throws(HarnessError) {
    (certificate, key) = try Self.make("Woof harness service", from: from, to: to)
    try Self.check(X509_set_issuer_name(certificate, X509_get_subject_name(issuer.certificate)))
    try Self.add(NID_basic_constraints, "critical,CA:FALSE", to: certificate)
    try Self.add(NID_subject_alt_name, names, to: certificate)
    try Self.add(NID_ext_key_usage, "serverAuth", to: certificate)
    try Self.check(min(1, X509_sign(certificate, issuer.key, EVP_sha256())))
  }

  deinit {
    X509_free(certificate)
    EVP_PKEY_free(key)
  }

  /// Makes a certificate for names that this authority vouches for, valid from and to so many seconds from now.
  func issue(for names: String, from: Int, to: Int) throws(HarnessError) -> IssuedCertificate {
    try IssuedCertificate(of: self, for: names, from: from, to: to)
  }

  /// The certificate in PEM form.
  func certificatePEM() throws(HarnessError) -> [UInt8] {
    try Self.text { PEM_write_bio_X509($0, certificate) }
  }

  /// The certificate and the key in PEM form.
  func pem() throws(HarnessError) -> [UInt8] {
    try certificatePEM() + Self.text { PEM_write_bio_PKCS8PrivateKey($0, key, nil, nil, 0, nil, nil) }
  }

  private static func make(
    _ name: String, from: Int, to: Int
  ) throws(HarnessError) -> (OpaquePointer, OpaquePointer) {
    guard let key = woof_EVP_EC_gen("P-256"), let certificate = X509_new() else { throw failure }
    try check(X509_set_version(certificate, Int(X509_VERSION_3)))
    guard ASN1_INTEGER_set(X509_get_serialNumber(certificate), Int.random(in: 1...(1 << 60))) == 1,
      X509_gmtime_adj(X509_getm_notBefore(certificate), from) != nil,
      X509_gmtime_adj(X509_getm_notAfter(certificate), to) != nil
    else { throw failure }
    let subject = X509_get_subject_name(certificate)
    try check(X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, name, -1, -1, 0))
    try check(X509_set_pubkey(certificate, key))
    return (certificate, key)
  }

  private static func add(_ kind: Int32, _ value: String, to certificate: OpaquePointer) throws(HarnessError) {
    guard let part = X509V3_EXT_conf_nid(nil, nil, kind, value) else { throw failure }
    defer { X509_EXTENSION_free(part) }
    try check(X509_add_ext(certificate, part, -1))
  }

  private static func text(_ write: (OpaquePointer) -> Int32) throws(HarnessError) -> [UInt8] {
    guard let room = BIO_new(BIO_s_mem()) else { throw failure }
    defer { BIO_free(room) }
    try check(write(room))
    var bytes = [UInt8](repeating: 0, count: Int(BIO_ctrl_pending(room)))
    guard BIO_read(room, &bytes, Int32(bytes.count)) == bytes.count else { throw failure }
    return bytes
  }

  private static func check(_ result: Int32) throws(HarnessError) {
    guard result == 1 else { throw failure }
  }

  private static var failure: HarnessError { HarnessError(.noCertificate, "libcrypto could not make a certificate.") }
}
