// SPDX-License-Identifier: Apache-2.0

import Foundation
import HarnessTestKit
import Glibc
import Synchronization
import Testing
import URLLoading
import WoofTesting

@testable import TestKit
@testable import WoofClient

/// What answers is not what it should be: each is told in words that say what to do.
@Suite struct HostileServiceTests {
  private func error(of service: ScriptedService) async throws -> WoofError {
    try await failure { _ = try await service.client().account() }
  }

  @Test func `an address where no service listens gives an error`() async throws {
    // A port that was free a moment ago.
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(descriptor, $0, length)
        getsockname(descriptor, $0, &length)
      }
    }
    defer { close(descriptor) }
    let url = try #require(URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"))
    let client = WoofClient(baseURL: url, session: freshSession(), retryPolicy: .never)
    let error = try await failure { _ = try await client.account() }
    #expect(error.code == .serviceUnreachable)
    #expect(error.message.contains("check the address, and that the service runs"))
    #expect(error.isWorthRetrying)
  }

  @Test func `an unknown host name gives an error`() async throws {
    let url = try #require(URL(string: "http://no-such-host.invalid"))
    let client = WoofClient(baseURL: url, session: freshSession(), retryPolicy: .never)
    let error = try await failure { _ = try await client.account() }
    #expect(error.code == .serviceUnreachable)
  }

  @Test func `an untrusted certificate gives an error`() async throws {
    try await withService(over: .http2) { service in
      let client = WoofClient(baseURL: service.url, session: freshSession(), retryPolicy: .never)
      let error = try await failure { _ = try await client.account() }
      #expect(error.code == .insecureConnection)
      #expect(error.message.contains("tell the session to trust it"))
      #expect(!error.isWorthRetrying)
    }
  }

  @Test(arguments: HandshakeEnd.allCases)
  func `a connection that ends while it is being encrypted is lost, and tried again`(end: HandshakeEnd) async throws {
    let (listener, port) = try LoopbackSocket.open()
    let count = Mutex(0)
    LoopbackSocket.serve(listener) { connection in
      count.withLock { $0 += 1 }
      end.apply(to: connection)
    }
    let url = try #require(URL(string: "https://127.0.0.1:\(port)"))
    let policy = RetryPolicy(maximumAttempts: 3, firstPause: .zero)
    let client = WoofClient(baseURL: url, session: freshSession(), retryPolicy: policy)
    let error = try await failure { _ = try await client.account() }
    #expect(error.code == .connectionLost, "\(String(describing: error.cause))")
    #expect(error.isWorthRetrying)
    #expect(count.withLock { $0 } == 3)
  }

  /// An end of a connection whose client has begun the handshake.
  enum HandshakeEnd: CaseIterable {
    case atOnce, closedAfterHello, resetAfterHello, cutInTheResponse

    func apply(to connection: Int32) {
      defer { close(connection) }
      guard self != .atOnce else { return }
      var hello = [UInt8](repeating: 0, count: 16_384)
      _ = recv(connection, &hello, hello.count, 0)
      switch self {
      case .resetAfterHello:
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
      // The header of a record of TLS 1.2 that holds a handshake, and some of its 122 bytes.
      case .cutInTheResponse: LoopbackSocket.send([0x16, 3, 3, 0, 122, 2, 0, 0, 118] as [UInt8], to: connection)
      case .atOnce, .closedAfterHello: break
      }
    }
  }

  @Test(
    "a text of libcurl for a connection that ended in its handshake stands for a lost connection",
    arguments: [
      "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to 127.0.0.1:9663",
      "OpenSSL SSL_connect: SSL_ERROR_ZERO_RETURN in connection to 127.0.0.1:9663",
      "OpenSSL SSL_connect: Resource temporarily unavailable in connection to 127.0.0.1:9663",
      "TLS connect error: error:0A000126:SSL routines::unexpected eof while reading",
      "OpenSSL SSL_read: SSL_ERROR_SYSCALL, errno 0",
      "getpeername() failed with errno 107: Transport endpoint is not connected",
      "Recv failure: Connection reset by peer", "Send failure: Broken pipe",
      "Failure when receiving data from the peer", "Failed sending data to the peer",
    ])
  func lostHandshake(text: String) throws {
    let error = URLError(.secureConnectionFailed, userInfo: [NSLocalizedFailureReasonErrorKey: text])
    #expect(WoofError(error, at: try #require(URL(string: "https://127.0.0.1:9663"))).code == .connectionLost)
  }

  @Test func `a handshake that the service refuses is an insecure connection`() throws {
    let text = "TLS connect error: error:0A000410:SSL routines::sslv3 alert handshake failure"
    let error = URLError(.secureConnectionFailed, userInfo: [NSLocalizedFailureReasonErrorKey: text])
    #expect(WoofError(error, at: try #require(URL(string: "https://127.0.0.1:9663"))).code == .insecureConnection)
  }

  @Test func `a certificate that the session trusts is accepted`() async throws {
    try await withService(over: .http2) { service in
      try await service.client().checkHealth()
    }
  }

  @Test func `plain HTTP to an encrypted port gives an error`() async throws {
    try await withService(over: .http2) { service in
      let plain = try #require(URL(string: "http://127.0.0.1:\(service.url.port ?? 0)"))
      let client = WoofClient(baseURL: plain, session: freshSession(), retryPolicy: .never)
      let error = try await failure { _ = try await client.account() }
      #expect([.connectionLost, .invalidServerResponse, .invalidRequest].contains(error.code))
    }
  }

  @Test func `a page in place of JSON gives an error`() async throws {
    let service = try ScriptedService { _, _ in
      .init(fields: ["Content-Type": "text/html; charset=utf-8"], pieces: [Data("<html>Sign in</html>".utf8)])
    }
    let error = try await error(of: service)
    #expect(error.code == .invalidServerResponse)
    #expect(error.message.contains("text/html"))
    #expect(error.message.contains("check that the address is that of a Woof service"))
  }

  @Test(arguments: [
    "", "{", "null", "[]", #"{"name":7}"#, "\u{0}", #"{"name":"ada","admin":"no"}"#, "<html></html>",
  ])
  func `JSON that is not of the contract gives an error`(text: String) async throws {
    let error = try await error(of: try ScriptedService { _, _ in .json(text) })
    #expect(error.code == .invalidServerResponse)
    #expect(error.cause is DecodingError)
  }

  @Test func `a 404 of another server gives an error`() async throws {
    let service = try ScriptedService { _, _ in
      .init(status: 404, fields: ["Content-Type": "text/html"], pieces: [Data("<h1>404</h1>".utf8)])
    }
    #expect(try await error(of: service).code == .invalidServerResponse)
  }

  @Test(arguments: [502, 503, 504])
  func `a proxy that cannot reach the service gives an error`(status: Int) async throws {
    let service = try ScriptedService { _, _ in
      .init(status: status, fields: ["Content-Type": "text/html", "Retry-After": "7"])
    }
    let error = try await error(of: service)
    #expect(error.code == .unavailable)
    #expect(error.isWorthRetrying)
    #expect(error.retryAfter == 7)
  }

  @Test func `a proxy that refuses large content gives an error`() async throws {
    let service = try ScriptedService { _, _ in .init(status: 413, fields: ["Content-Type": "text/html"]) }
    #expect(try await error(of: service).code == .payloadTooLarge)
  }

  @Test(arguments: ["-1", "soon", "99999999999999999999", "Fri, 01 May"])
  func `a malformed Retry-After is ignored`(value: String) async throws {
    let service = try ScriptedService { _, _ in .problem(.unavailable, ["Retry-After": value]) }
    #expect(try await error(of: service).retryAfter == nil)
  }

  @Test(arguments: [("Fri, 01 May 2026 10:01:30 GMT", 90), ("Thu, 30 Apr 2026 10:00:00 GMT", 0)])
  func `a Retry-After date is compared with the service's clock`(value: String, seconds: Int)
    async throws
  {
    let service = try ScriptedService { _, _ in
      .problem(.unavailable, ["Retry-After": value, "Date": "Fri, 01 May 2026 10:00:00 GMT"])
    }
    #expect(try await error(of: service).retryAfter == seconds)
  }

  @Test func `a Retry-After date without a Date field is compared with this machine's clock`() throws {
    let response = APIResponse(
      url: try #require(URL(string: "http://127.0.0.1")), status: 503,
      fields: ["Retry-After": "Thu, 01 Jan 1970 00:01:00 GMT"])
    #expect(RetryAfter.seconds(of: response, now: Date(timeIntervalSince1970: 14.5)) == 46)
  }

  @Test func `a malformed problem document gives an error`() async throws {
    let service = try ScriptedService { _, _ in
      .init(status: 400, fields: ["Content-Type": "application/problem+json"], pieces: [Data("{".utf8)])
    }
    #expect(try await error(of: service).code == .invalidServerResponse)
  }

  @Test func `a response without an end is cut off`() async throws {
    let piece = Data(repeating: UInt8(ascii: " "), count: 1 << 20)
    let service = try ScriptedService { _, _ in
      .init(pieces: Array(repeating: piece, count: 80), ending: .open)
    }
    let error = try await error(of: service)
    #expect(error.code == .invalidServerResponse)
    #expect(error.message.contains("bytes"))
  }

  @Test func `a problem without an end is cut off`() async throws {
    let piece = Data(repeating: UInt8(ascii: " "), count: 1 << 20)
    let service = try ScriptedService { _, _ in
      .init(
        status: 500, fields: ["Content-Type": "application/problem+json"], pieces: Array(repeating: piece, count: 3),
        ending: .open)
    }
    #expect(try await error(of: service).code == .invalidServerResponse)
  }

  @Test func `a connection that breaks in the middle gives an error`() async throws {
    let service = try ScriptedService { _, _ in
      .init(pieces: [Data("{\"name\":".utf8)], ending: .failure(.networkConnectionLost))
    }
    #expect(try await error(of: service).code == .connectionLost)
  }

  @Test(arguments: [
    (URLError.Code.timedOut, WoofError.Code.connectionLost), (.cannotFindHost, .serviceUnreachable),
    (.serverCertificateUntrusted, .insecureConnection), (.secureConnectionFailed, .insecureConnection),
    (.cannotParseResponse, .invalidServerResponse), (.httpTooManyRedirects, .invalidServerResponse),
    (.badServerResponse, .invalidServerResponse), (.unsupportedURL, .invalidAddress),
  ])
  func `every error of the session has a code and a remedy`(code: URLError.Code, meant: WoofError.Code)
    async throws
  {
    let error = try await error(of: try ScriptedService { _, _ in .failure(code) })
    #expect(error.code == meant)
    #expect(error.message.count > 20)
    #expect((error.cause as? URLError)?.code == code)
  }
}
