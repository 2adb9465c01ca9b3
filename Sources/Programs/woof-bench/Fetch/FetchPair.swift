// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofModel

/// The figures of one run of wrk or h2load, with the server's processor time.
struct FetchSample: Sendable {
  var processorMicroseconds: Double
  var rate: Double
  var throughput: Double
  /// The delay that 99 % of the responses did not exceed; `nil` over HTTP/2, as h2load does not tell.
  var longMilliseconds: Double?
}

/// The service, plain and encrypted, and nginx, with the same photos and a page of the plain service's.
final class FetchPair {
  /// The cipher of the encrypted connections of both servers.
  let cipher: NegotiatedCipher
  private let folder: TemporaryFolder
  private let plain: PhotoServer
  private let encrypted: PhotoServer
  private let nginx: NginxServer

  /// Starts the servers and fills them.
  ///
  /// - Parameter logsRequests: `true` if both write a line for each request.
  /// - Throws: `CommandFailure` where one cannot be started.
  init(_ options: BenchOptions, logsRequests: Bool) throws {
    folder = try TemporaryFolder(in: options.folder)
    let certificate = try CertificateFiles(in: folder)
    var photos: [String: [UInt8]] = [:]
    for fetched in FetchCase.all {
      guard let byteCount = fetched.byteCount else { continue }
      photos[fetched.fileName] = GeneratedJPEG.bytes(byteCount: byteCount, seed: UInt64(byteCount))
    }
    plain = try PhotoServer(options, photos: photos, certificate: nil, logsRequests: logsRequests)
    encrypted = try PhotoServer(options, photos: photos, certificate: certificate, logsRequests: logsRequests)
    cipher = try NegotiatedCipher(port: encrypted.service.port)
    let files = photos.merging([PhotoServer.pageName: try plain.page()]) { $1 }
    nginx = try NginxServer(
      files: files, certificate: certificate, cipher: cipher, logsRequests: logsRequests, in: options.folder)
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
    let before = try usage().processorSeconds
    let run = try run(url, fetched, duration)
    return FetchSample(
      processorMicroseconds: (try usage().processorSeconds - before) * 1e6 / Double(run.requestCount),
      rate: run.rate, throughput: run.throughput, longMilliseconds: (run as? WrkRun)?.longMilliseconds)
  }

  private func run(_ url: String, _ fetched: FetchCase, _ duration: Duration) throws -> any LoadRun {
    guard let streamCount = fetched.streamCount else {
      return try WrkRun(
        url: url, fields: fetched.isKnown ? ["If-None-Match: *"] : [], connectionCount: fetched.connectionCount,
        duration: duration, in: folder)
    }
    return try H2LoadRun(
      url: url, connectionCount: fetched.connectionCount, streamCount: streamCount, duration: duration, in: folder)
  }
}

/// A service with one event loop that has photos.
final class PhotoServer {
  /// The name of the first page of its photos, of which it has more than one has room for.
  static let pageName = "page.json"
  private static let photosInPage = 50

  let service: MeasuredService
  private var paths = [pageName: "/v1/photos"]

  /// Starts a service and fills it while it is not encrypted yet.
  ///
  /// - Parameter logsRequests: `true` if it writes a line for each request.
  /// - Throws: `CommandFailure` where it cannot be started.
  init(
    _ options: BenchOptions, photos: [String: [UInt8]], certificate: CertificateFiles?, logsRequests: Bool
  ) throws {
    var settings = ServiceSettings(loopCount: 1, logsRequests: logsRequests)
    service = try MeasuredService(options, settings: settings)
    let account = BenchAccount(name: "ada")
    try service.add([account])
    try service.start()
    let connection = try service.connect()
    for (name, bytes) in photos {
      paths[name] = "/v1/photos/\(try service.upload(bytes, as: account, over: connection).id)/original"
    }
    for seed in 0..<UInt64(Self.photosInPage) {
      _ = try service.upload(GeneratedJPEG.bytes(byteCount: 4096, seed: seed), as: account, over: connection)
    }
    FileTree.forgetContents(service.folder.path)
    guard let certificate else { return }
    service.stop()
    settings.certificate = certificate
    try service.configure(settings)
    try service.start()
  }

  /// Returns the first page of its photos.
  ///
  /// - Throws: `CommandFailure` if it does not respond with one.
  func page() throws -> [UInt8] {
    let response = try service.connect().send(HTTPClientRequest("GET", paths[Self.pageName] ?? ""))
    guard response.status == 200 else { throw CommandFailure("a page was answered \(response.status)") }
    return response.body
  }

  /// Returns the URL of a photo's original, or of the page.
  func url(_ name: String) -> String { service.url(paths[name] ?? "") }
}
