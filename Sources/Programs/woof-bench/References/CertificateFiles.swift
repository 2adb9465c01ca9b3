// SPDX-License-Identifier: Apache-2.0

import ProcessKit
import WoofCommandLine

/// A certificate for this machine, which two servers share so that they do the same work.
struct CertificateFiles: Sendable {
  let file: String
  let key: String

  /// Makes a certificate with a P-256 key.
  ///
  /// - Throws: `CommandFailure` where `openssl` is not installed.
  init(in folder: TemporaryFolder) throws {
    file = folder.path("certificate.pem")
    key = folder.path("key.pem")
    _ = try ChildProcess.output(
      of: "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", file,
      ], in: folder)
  }
}
