// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofHTTP

@Suite struct FileBodyTests {
  @Test(arguments: [0..<1, 0..<16_384, 5..<70_000, 0..<1_000_000, 999_999..<1_000_000])
  func `a part of a file arrives unchanged`(_ range: Range<Int>) async throws {
    let file = try TestFile(count: 1_000_000)
    try await withServer { _ in
      HTTPResponse(200, body: .file(file.region(range)))
    } _: { server in
      let client = try server.connect()
      for _ in 0..<2 {
        try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        let response = try client.receiveResponse()
        #expect(response.field("content-length") == "\(range.count)")
        #expect(response.body == Array(file.bytes[range]))
      }
    }
  }

  @Test func `pieces of memory and of files arrive in order`() async throws {
    let file = try TestFile(count: 300_000)
    let pieces: [HTTPResponseBody.Piece] = [
      .bytes(HTTPBytes("--first\r\n")), .file(file.region(10..<200_000)), .bytes(HTTPBytes("\r\n--second\r\n")),
      .file(file.region(250_000..<250_001)), .bytes(HTTPBytes("\r\n--end")),
    ]
    try await withServer { _ in
      HTTPResponse(206, body: .pieces(pieces))
    } _: { server in
      let client = try server.connect()
      let expected =
        Array("--first\r\n".utf8) + file.bytes[10..<200_000] + Array("\r\n--second\r\n".utf8)
        + file.bytes[250_000..<250_001] + Array("\r\n--end".utf8)
      for _ in 0..<2 {
        try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.receiveResponse().body == expected)
      }
    }
  }

  @Test func `a file that ends too early breaks the response off`() async throws {
    let file = try TestFile(count: 1000)
    let region = HTTPFileRegion(owner: file, descriptor: file.descriptor, offset: 0, count: 5000)
    try await withServer { _ in
      HTTPResponse(200, body: .file(region))
    } _: { server in
      let client = try server.connect()
      try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      let (text, _) = try client.receiveToEnd()
      #expect(text.utf8.count < 5000)
      await server.settle()
      #expect(server.log.all.map(\.isComplete) == [false])
    }
  }

  @Test func `large bytes from memory reach a slow reader whole`() async throws {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
    try await withServer { _ in
      HTTPResponse(200, body: .bytes(HTTPBytes(bytes, range: 7..<2_999_999)))
    } _: { server in
      let client = try RawClient(port: server.port, receiveBuffer: 8192)
      try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")
      for _ in 0..<2 { #expect(try client.receiveResponse().body == Array(bytes[7..<2_999_999])) }
    }
  }

  @Test func `the number of sent bytes is reported`() async throws {
    let file = try TestFile(count: 20_000)
    try await withServer { request in
      request.method == .post ? text("12345") : HTTPResponse(200, body: .file(file.region))
    } _: { server in
      let client = try server.connect()
      try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\nPOST / HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try (client.receiveResponse(), client.receiveResponse())
      await server.settle()
      #expect(server.log.all.map(\.sentCount) == [20_000, 5])
      #expect(server.log.all.map(\.isComplete) == [true, true])
    }
  }

  @Test func `an idle connection releases the file and the request of its last response`() async throws {
    weak var file: TestFile?
    let files = Handover(try TestFile(count: 20_000))
    file = files.value
    try await withServer { _ in
      guard let taken = files.take() else { return text("gone") }
      return HTTPResponse(200, body: .file(taken.region))
    } _: { server in
      let client = try server.connect()
      try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.receiveResponse().body.count == 20_000)
      await server.settle()
      #expect(file == nil)
    }
  }

  /// A file that the first who asks takes along.
  private final class Handover: @unchecked Sendable {  // touched by the test first, then on the server's only loop
    private(set) var value: TestFile?
    init(_ value: TestFile) { self.value = value }

    func take() -> TestFile? {
      defer { value = nil }
      return value
    }
  }
}
