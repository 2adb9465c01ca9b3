// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofModel

/// The figures of one run of wrk, with the server's processor time.
struct FetchSample: Sendable {
  var processorMicroseconds: Double
  var rate: Double
  var throughput: Double
  var longMilliseconds: Double
}

/// The service, plain and encrypted, and nginx, with the same photos.
final class FetchPair {
  /// The cipher of the encrypted connections of both servers.
  let cipher: NegotiatedCipher
  private let folder: TemporaryFolder
  private let plain: PhotoServer
  private let encrypted: PhotoServer
  private let nginx: NginxServer

  /// Starts the servers and fills them.
  ///
  /// - Throws: `CommandFailure` where one cannot be started.
  init(_ options: BenchOptions) throws {
    folder = try TemporaryFolder(in: options.folder)
    let certificate = try CertificateFiles(in: folder)
    var photos: [String: [UInt8]] = [:]
    for fetched in FetchCase.all {
      photos[fetched.fileName] = GeneratedJPEG.bytes(byteCount: fetched.byteCount, seed: UInt64(fetched.byteCount))
    }
    plain = try PhotoServer(options, photos: photos, certificate: nil)
    encrypted = try PhotoServer(options, photos: photos, certificate: certificate)
    cipher = try NegotiatedCipher(port: encrypted.service.port)
    nginx = try NginxServer(files: photos, certificate: certificate, cipher: cipher, in: options.folder)
    let other = try NegotiatedCipher(port: nginx.encryptedPort)
    guard other == cipher else { throw CommandFailure("nginx takes \(other) and not \(cipher)") }
  }

  /// Loads the service.
  ///
  /// - Throws: `CommandFailure` if a request failed.
  func loadWoof(_ fetched: FetchCase, for duration: Duration) throws -> FetchSample {
    let server = fetched.isEncrypted ? encrypted : plain
    return try load(server.url(fetched.fileName), fetched, duration) { try server.service.usage() }
  }

  /// Loads nginx.
  ///
  /// - Throws: `CommandFailure` if a request failed.
  func loadNginx(_ fetched: FetchCase, for duration: Duration) throws -> FetchSample {
    try load(nginx.url(fetched.fileName, encrypted: fetched.isEncrypted), fetched, duration) { try nginx.usage() }
  }

  private func load(
    _ url: String, _ fetched: FetchCase, _ duration: Duration, usage: () throws -> ProcessUsage
  ) throws -> FetchSample {
    let before = try usage()
    let run = try WrkRun(url: url, connectionCount: fetched.connectionCount, duration: duration, in: folder)
    let after = try usage()
    return FetchSample(
      processorMicroseconds: (after.processorSeconds - before.processorSeconds) * 1e6 / Double(run.requestCount),
      rate: run.rate, throughput: run.throughput, longMilliseconds: run.longMilliseconds)
  }
}

/// A service with one event loop that has photos.
final class PhotoServer {
  let service: MeasuredService
  private var paths: [String: String] = [:]

  /// Starts a service and fills it while it is not encrypted yet.
  ///
  /// - Throws: `CommandFailure` where it cannot be started.
  init(_ options: BenchOptions, photos: [String: [UInt8]], certificate: CertificateFiles?) throws {
    service = try MeasuredService(options, settings: ServiceSettings(loopCount: 1))
    let account = BenchAccount(name: "ada")
    try service.add([account])
    try service.start()
    let connection = try service.connect()
    for (name, bytes) in photos {
      paths[name] = "/v1/photos/\(try service.upload(bytes, as: account, over: connection).id)/original"
    }
    FileTree.forgetContents(service.folder.path)
    guard let certificate else { return }
    service.stop()
    try service.configure(ServiceSettings(loopCount: 1, certificate: certificate))
    try service.start()
  }

  /// Returns the URL of a photo's original.
  func url(_ name: String) -> String { service.url(paths[name] ?? "") }
}
