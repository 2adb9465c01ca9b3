// SPDX-License-Identifier: Apache-2.0

import CLinux
import COpenSSL
import Glibc
import WoofSystem

/// A certificate for development: nobody vouches for it, but a client can be told to trust it.
package enum SelfSignedCertificate {
  /// The time for which a new certificate is valid: 365 days.
  static let lifetime = Duration.seconds(365 * 86_400)
  /// A certificate that ends sooner than this is replaced.
  static let renewalTime = Duration.seconds(7 * 86_400)

  /// Makes a file that holds a certificate for this machine's loopback names and its private key (ECDSA on P-256), valid
  /// for a year and readable by its owner only. A file that holds a valid one for at least another week is kept.
  ///
  /// - Parameters:
  ///   - path: where the file is; its folder exists. It is replaced in one step.
  ///   - names: the host names and addresses that the certificate is for.
  /// - Returns: a configuration that uses the file.
  /// - Throws: ``HTTPServerError`` of code `badCertificate` where the file cannot be written.
  package static func make(
    at path: String, names: [String] = ["localhost", "127.0.0.1", "::1"]
  ) throws(HTTPServerError) -> TLSConfiguration {
    let configuration = TLSConfiguration(certificateChainFile: path, privateKeyFile: path)
    if isUsable(path, names: names) { return configuration }
    do {
      try SecretFile.replace(path, with: try makePEM(names: names))
    } catch let error as SystemError {
      throw HTTPServerError(.badCertificate, "The certificate file \(path) cannot be written.", cause: error)
    } catch {
      throw HTTPServerError(.badCertificate, "The certificate could not be made.", cause: error)
    }
    return configuration
  }

  // MARK: Keeping

  private static func isUsable(_ path: String, names: [String]) -> Bool {
    let configuration = TLSConfiguration(certificateChainFile: path, privateKeyFile: path)
    guard (try? TLSContext(configuration)) != nil, let certificate = read(path) else { return false }
    defer { X509_free(certificate) }
    var limit = time(nil) + Int(renewalTime.components.seconds)
    guard X509_cmp_time(X509_get0_notAfter(certificate), &limit) > 0 else { return false }
    return names.allSatisfy { name in
      isAddress(name)
        ? X509_check_ip_asc(certificate, name, 0) == 1
        : X509_check_host(certificate, name, name.utf8.count, 0, nil) == 1
    }
  }

  private static func read(_ path: String) -> OpaquePointer? {
    guard let file = BIO_new_file(path, "r") else { return nil }
    defer { BIO_free(file) }
    return PEM_read_bio_X509(file, nil, nil, nil)
  }

  private static func isAddress(_ name: String) -> Bool {
    var room = in6_addr()
    return inet_pton(AF_INET, name, &room) == 1 || inet_pton(AF_INET6, name, &room) == 1
  }

  // MARK: Making

  private static func makePEM(names: [String]) throws(TLSError) -> [UInt8] {
    ERR_clear_error()
    guard let key = woof_EVP_EC_gen("P-256") else { throw .latest() }
    defer { EVP_PKEY_free(key) }
    guard let certificate = X509_new() else { throw .latest() }
    defer { X509_free(certificate) }
    try check(X509_set_version(certificate, Int(X509_VERSION_3)))
    try setSerialNumber(certificate)
    let oneHour = 3600  // so that a client whose clock is a little slow takes it
    guard X509_gmtime_adj(X509_getm_notBefore(certificate), -oneHour) != nil,
      X509_gmtime_adj(X509_getm_notAfter(certificate), Int(lifetime.components.seconds)) != nil
    else { throw .latest() }
    try setNames(certificate, names)
    try check(X509_set_pubkey(certificate, key))
    guard X509_sign(certificate, key, EVP_sha256()) > 0 else { throw .latest() }
    return try pem(certificate, key)
  }

  private static func setSerialNumber(_ certificate: OpaquePointer) throws(TLSError) {
    guard let number = BN_new() else { throw .latest() }
    defer { BN_free(number) }
    try check(BN_rand(number, 127, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY))
    guard BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil else { throw .latest() }
  }

  private static func setNames(_ certificate: OpaquePointer, _ names: [String]) throws(TLSError) {
    let subject = X509_get_subject_name(certificate)
    try check(X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, names.first ?? "localhost", -1, -1, 0))
    try check(X509_set_issuer_name(certificate, subject))
    let alternatives = names.map { isAddress($0) ? "IP:\($0)" : "DNS:\($0)" }.joined(separator: ",")
    try add(NID_subject_alt_name, alternatives, to: certificate)
    try add(NID_basic_constraints, "critical,CA:FALSE", to: certificate)
    try add(NID_key_usage, "critical,digitalSignature", to: certificate)
    try add(NID_ext_key_usage, "serverAuth", to: certificate)
  }

  private static func add(_ kind: Int32, _ value: String, to certificate: OpaquePointer) throws(TLSError) {
    guard let part = X509V3_EXT_conf_nid(nil, nil, kind, value) else { throw .latest() }
    defer { X509_EXTENSION_free(part) }
    try check(X509_add_ext(certificate, part, -1))
  }

  private static func pem(_ certificate: OpaquePointer, _ key: OpaquePointer) throws(TLSError) -> [UInt8] {
    guard let text = BIO_new(BIO_s_mem()) else { throw .latest() }
    defer { BIO_free(text) }
    try check(PEM_write_bio_X509(text, certificate))
    try check(PEM_write_bio_PKCS8PrivateKey(text, key, nil, nil, 0, nil, nil))
    var bytes = [UInt8](repeating: 0, count: Int(BIO_ctrl_pending(text)))
    guard BIO_read(text, &bytes, Int32(bytes.count)) == bytes.count else { throw .latest() }
    return bytes
  }

  private static func check(_ result: Int32) throws(TLSError) {
    guard result == 1 else { throw .latest() }
  }
}

/// Files that only their owner reads.
enum SecretFile {
  /// Puts a file with these bytes in the place of what is there, in one step and durably.
  ///
  /// - Throws: what the system says; what was there stays then.
  static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let draft = "\(path).\(getpid()).new"
    let file = try SystemCall.check("open") { woof_open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    do {
      defer { close(file) }
      try write(bytes, to: file)
      _ = try SystemCall.check("fsync") { fsync(file) }
      _ = try SystemCall.check("rename") { rename(draft, path) }
      try syncFolder(of: path)
    } catch {
      unlink(draft)
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      written += try SystemCall.check("write") {
        bytes[written...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      }
    }
  }

  private static func syncFolder(of path: String) throws(SystemError) {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = try SystemCall.check("open") { woof_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }
    defer { close(descriptor) }
    _ = try SystemCall.check("fsync") { fsync(descriptor) }
  }
}
