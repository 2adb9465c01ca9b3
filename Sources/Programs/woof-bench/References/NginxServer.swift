// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProcessKit
import WoofCommandLine

/// An nginx with one worker that serves files as fast as it can, with fields like those of the service.
final class NginxServer {
  /// The port without TLS.
  let port: UInt16
  /// The port with TLS; it answers where there is a certificate.
  let encryptedPort: UInt16
  private let root: String
  private let folder: TemporaryFolder
  private let process: ChildProcess

  /// Starts nginx.
  ///
  /// - Parameters:
  ///   - files: The files that it serves, by name.
  ///   - cipher: The cipher of TLS 1.3 that it accepts.
  ///   - logsRequests: `true` if it writes a line for each request, many at a time.
  /// - Throws: `CommandFailure` where it is not installed, or does not answer.
  init(
    files: [String: [UInt8]], certificate: CertificateFiles, cipher: NegotiatedCipher, logsRequests: Bool,
    in parent: String
  ) throws {
    folder = try TemporaryFolder(in: parent)
    root = try folder.subfolder("root")
    for (name, bytes) in files { try TextFile.write(bytes, to: "\(root)/\(name)") }
    FileTree.forgetContents(root)
    guard let port = LoopbackSocket.freePort(), let encryptedPort = LoopbackSocket.freePort() else {
      throw CommandFailure("there is no free port")
    }
    (self.port, self.encryptedPort) = (port, encryptedPort)
    let configuration = folder.path("nginx.conf")
    let text = Self.configuration(
      folder: folder, port: port, encryptedPort: encryptedPort, certificate: certificate, cipher: cipher,
      logsRequests: logsRequests)
    try TextFile.write(text, to: configuration)
    process = try ChildProcess(
      "nginx", ["-p", folder.path, "-c", configuration, "-e", folder.path("error.log")],
      errors: .file(folder.path("errors")))
    try awaitPort()
  }

  deinit { process.stop() }

  /// Returns the URL of a file.
  func url(_ name: String, encrypted: Bool) -> String {
    encrypted ? "https://127.0.0.1:\(encryptedPort)/\(name)" : "http://127.0.0.1:\(port)/\(name)"
  }

  /// Returns the resources that the server has used so far.
  ///
  /// - Throws: `CommandFailure` where it does not run.
  func usage() throws -> ProcessUsage { try ProcessUsage(of: process.identifier) }

  private func awaitPort() throws {
    let end = MonotonicClock.seconds + 5
    while MonotonicClock.seconds < end, process.isRunning {
      if (try? HTTPConnection(port: port)) != nil { return }
      usleep(1000)
    }
    throw CommandFailure("nginx does not answer: \((try? TextFile.read(folder.path("errors"))) ?? "")")
  }

  /// Returns a configuration without a master process, so that one process does all the work; its loop is the same.
  private static func configuration(
    folder: TemporaryFolder, port: UInt16, encryptedPort: UInt16, certificate: CertificateFiles,
    cipher: NegotiatedCipher, logsRequests: Bool
  ) -> String {
    """
    daemon off;
    master_process off;
    worker_processes 1;
    pid \(folder.path)/nginx.pid;
    error_log \(folder.path)/error.log;
    events { worker_connections 4096; }
    http {
      access_log \(logsRequests ? "\(folder.path)/access.log combined buffer=64k flush=1s" : "off");
      http2_max_concurrent_streams 500;
      sendfile on;
      tcp_nopush on;
      tcp_nodelay on;
      keepalive_timeout 600s;
      keepalive_requests 1000000000;
      open_file_cache max=1000 inactive=600s;
      open_file_cache_valid 600s;
      client_body_temp_path \(folder.path)/body;
      proxy_temp_path \(folder.path)/proxy;
      fastcgi_temp_path \(folder.path)/fastcgi;
      uwsgi_temp_path \(folder.path)/uwsgi;
      scgi_temp_path \(folder.path)/scgi;
      types { }
      default_type image/jpeg;
      add_header X-Content-Type-Options nosniff;
      add_header Cache-Control "public, max-age=31536000, immutable";
      add_header Repr-Digest "sha-256=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=:";
      add_header Request-Id $request_id;
      ssl_certificate \(certificate.file);
      ssl_certificate_key \(certificate.key);
      ssl_protocols TLSv1.3;
      ssl_conf_command Ciphersuites \(cipher.name);
      server {
        listen 127.0.0.1:\(port) backlog=1024;
        listen 127.0.0.1:\(encryptedPort) ssl http2 backlog=1024;
        root \(folder.path)/root;
      }
    }
    """
  }
}
