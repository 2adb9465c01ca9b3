// SPDX-License-Identifier: Apache-2.0

import Foundation
import HarnessTestKit
import Synchronization
import Testing
import URLLoading
import WoofClient
import WoofModel
import WoofTesting

@testable import TestKit

/// HTTP/2 between clients and a harness.
struct HTTP2HarnessTests {
  /// Collects the protocols of what is loaded.
  private final class Observer: NSObject, URLSessionTaskDelegate {
    private let names = Mutex<[String?]>([])

    var protocolNames: [String?] { names.withLock { $0 } }

    func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
      names.withLock { $0 += metrics.transactionMetrics.map(\.networkProtocolName) }
    }
  }

  @Test(arguments: [true, false]) func `a session speaks HTTP/2 if the harness does`(speaksHTTP2: Bool) async throws {
    let (name, exchange) = try await withHarness({
      $0.certificate = .good
      $0.speaksHTTP2 = speaksHTTP2
    }) { woof, _ in
      let observer = Observer()
      let url = woof.url.appendingPathComponent("healthz")
      _ = try await woof.session().data(for: URLRequest(url: url), delegate: observer)
      return (observer.protocolNames, woof.journal.exchanges.first)
    }
    #expect(name == [speaksHTTP2 ? "h2" : "http/1.1"])
    #expect(exchange?.stream == (speaksHTTP2 ? 1 : nil))
  }

  @Test func `an app signs in, lists, likes, uploads and downloads over HTTP/2`() async throws {
    try await withHarness(over: .http2) { woof, photo in
      let client = woof.client(as: "ada")
      var listed: [PhotoID] = []
      for try await photo in client.photos() { listed.append(photo.id) }
      #expect(listed == [photo])
      let liked = try await client.setFavourite(true, for: photo)
      #expect(liked.favouriteCount == 1)
      let picture = Data(try DrawnPicture(.jpeg, padding: 300_000).bytes())
      let uploaded = try await client.upload(data: picture).photo
      let fetched = try await client.fetchPhoto(uploaded)
      #expect(fetched.data == picture)
      let exchanges = woof.journal.exchanges
      #expect(exchanges.contains { $0.response?.status == 401 })
      #expect(Set(exchanges.map(\.connection)) == [1])
      let upload = try #require(exchanges.last { $0.method == "POST" })
      #expect(upload.body.bytes == Array(picture))
    }
  }

  @Test func `the journal has fields and bodies as they came over HTTP/2`() async throws {
    try await withHarness(over: .http2) { woof, photo in
      _ = try await woof.client().photo(photo)
      let exchange = try await woof.journal.first { $0.outcome == .complete }
      #expect(exchange.method == "GET" && exchange.path == "/v1/photos/\(photo)")
      #expect(exchange.fields["Host"] == "127.0.0.1:\(woof.url.port ?? 0)")
      #expect(exchange.fields.allSatisfy { $0.name == $0.name.lowercased() && !$0.name.hasPrefix(":") })
      let response = try #require(exchange.response)
      #expect(response.status == 200 && response.body.isWhole)
      #expect(response.fields["Content-Length"] == "\(response.body.byteCount)")
      #expect(response.fields["Connection"] == nil && response.fields["Transfer-Encoding"] == nil)
    }
  }

  @Test func `a recording is made and replayed over HTTP/2`() async throws {
    let (recording, photo) = try await withHarness(over: .http2) { woof, photo in
      _ = try await woof.client(as: "ada").setFavourite(true, for: photo)
      let count = woof.journal.exchanges.count
      _ = try await woof.journal.requests(count) { $0.outcome == .complete }
      return (woof.recording, photo)
    }
    let woof = try await WoofHarness.start {
      $0.backend = .recording(recording)
      HarnessProtocol.http2.configure(&$0)
    }
    let liked = try await woof.client(as: "ada").setFavourite(true, for: photo)
    #expect(liked.favouriteCount == 1)
    HarnessProtocol.http2.verify(woof)
    await woof.stop()
  }

  @Test func `a client goes on when the service was restarted`() async throws {
    try await withHarness(over: .http2) { woof, photo in
      let client = woof.client()
      _ = try await client.photo(photo)
      try await woof.restart()
      _ = try await client.photo(photo)
      try await woof.kill()
      let found = try await client.photo(photo).id
      #expect(found == photo)
    }
  }

  @Test func `a client of a service that is down gets no response`() async throws {
    try await withHarness(over: .http2) { woof, photo in
      let client = woof.client(retryPolicy: .never)
      _ = try await client.photo(photo)
      try await woof.takeDown()
      let error = try await failure { _ = try await client.photo(photo) }
      #expect(error.code == .connectionLost)
      try await woof.bringUp()
      _ = try await client.photo(photo)
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: HarnessProtocol.allCases)
  func `a connection is delayed once`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire, { $0.clock = .standing(at: Timestamp(milliseconds: 0)) }) { woof, photo in
      let fault = try woof.faults.inject(FaultRule(.delay(.fixed(.seconds(30))), scope: .connection))
      async let found = woof.client().photo(photo)
      try await woof.faults.happened(fault)
      woof.clock.advance(by: .seconds(30))
      let id = try await found.id
      #expect(id == photo)
      #expect(woof.journal.exchanges.first?.faults == ["delay"])
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a response that breaks its own framing is not taken for whole`(wire: HarnessProtocol) async throws {
    let service = try ScriptedListener { _ in
      Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n".utf8)
    }
    let woof = try await WoofHarness.start {
      $0.backend = .address(host: "127.0.0.1", port: service.port)
      wire.configure(&$0)
    }
    await #expect(throws: URLError.self) { try await woof.session().data(from: woof.url) }
    wire.verify(woof)
    await woof.stop()
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `addresses that the service tells lead to the harness`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, _ in
      let picture = Data(try DrawnPicture(.png, seed: 8).bytes())
      let ticket = try await woof.client(as: "ada").uploadTicket(for: PhotoUpload(data: picture))
      let (_, response) = try await woof.session().upload(for: try ticket.request(), from: picture)
      #expect((response as? HTTPURLResponse)?.statusCode == 201)
      #expect(ticket.url?.absoluteString.hasPrefix(woof.url.absoluteString) == true)
    }
  }

  // MARK: Without encryption

  /// What curl says of a request to a harness.
  private static func curl(_ woof: WoofHarness, _ path: String, _ arguments: String...) throws -> String {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["curl", "-s", "--http2-prior-knowledge", "-o", "/dev/null", "-w", "%{http_version} %{http_code} %{exitcode}"]
      + arguments + [woof.url.absoluteString + path]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }

  @Test func `a client may begin with HTTP/2 without encryption`() async throws {
    try await withHarness { woof, photo in
      let first = try Self.curl(woof, "/v1/photos/\(photo)")
      #expect(first == "2 200 0")
      #expect(woof.journal.exchanges.map(\.stream) == [1])
      try woof.faults.inject(.hangUp(by: .reset))
      let second = try Self.curl(woof, "/v1/photos/\(photo)")
      #expect(second.hasSuffix(" 000 92"), "no error of a stream: \(second)")
    }
  }

  @Test func `a harness without HTTP/2 refuses a client that begins with it`() async throws {
    try await withHarness({ $0.speaksHTTP2 = false }) { woof, photo in
      let outcome = try Self.curl(woof, "/v1/photos/\(photo)")
      #expect(!outcome.hasSuffix(" 0"))
      #expect(woof.journal.exchanges.isEmpty)
    }
  }

  @Test func `a head that is no request is refused over HTTP/2`() async throws {
    try await withHarness { woof, _ in
      let outcome = try Self.curl(woof, "/", "--request-target", "/a\"b")
      #expect(outcome == "2 400 0")
      #expect(woof.journal.exchanges.isEmpty)
    }
  }
}
