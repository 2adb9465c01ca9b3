// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HTTP2TestKit
@testable import TestKit

/// A protocol in which the clients of a test speak with the service.
enum ClientProtocol: CaseIterable {
  case http1
  /// HTTP/2 that begins at once, without encryption (RFC 9113 §3.3).
  case http2

  /// The protocol of the test that runs; HTTP/1.1 unless its suite has ``Testing/Trait/overEachProtocol``.
  @TaskLocal static var current = ClientProtocol.http1

  /// Begins to speak the protocol over a connection.
  func connection(over client: RawClient) throws -> any ClientConnection {
    switch self {
    case .http1: HTTP1ClientConnection(client)
    case .http2: try HTTP2ClientConnection(client)
    }
  }
}

/// Runs each test of a suite over every protocol, one after the other.
struct EachProtocol: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    for name in ClientProtocol.allCases {
      try await ClientProtocol.$current.withValue(name) { try await function() }
    }
  }
}

extension Trait where Self == EachProtocol {
  /// Runs each test over HTTP/1.1, and then over HTTP/2.
  static var overEachProtocol: Self { Self() }
}

/// A request that a client sends.
struct ClientRequest {
  var method: String
  var target: String
  var fields: [(name: String, value: String)] = []
  var body: [UInt8]?
}

/// A connection over which requests go, one after the other.
protocol ClientConnection: AnyObject {
  /// `true` if no further request can go over it.
  var hasEnded: Bool { get }

  /// Sends a request and reads its response.
  func exchange(_ request: ClientRequest) throws -> ClientResponse

  /// Sends a request, and reads the head of its response; the bytes of the body come from the stream.
  func open(_ request: ClientRequest) throws -> (head: ClientResponse, body: any ByteStream)
}

/// The body of a response, as it comes.
protocol ByteStream: AnyObject {
  /// The next bytes; `nil` at the end.
  func next() throws -> [UInt8]?

  /// Ends the connection.
  func close()
}

/// A connection over which HTTP/1.1 is spoken.
private final class HTTP1ClientConnection: ClientConnection, ByteStream {
  private let client: RawClient
  private(set) var hasEnded = false

  init(_ client: RawClient) { self.client = client }

  func exchange(_ request: ClientRequest) throws -> ClientResponse {
    try send(request)
    let response = ClientResponse(try client.receiveResponse(toHead: request.method == "HEAD"))
    hasEnded = response["Connection"] == "close"
    return response
  }

  func open(_ request: ClientRequest) throws -> (head: ClientResponse, body: any ByteStream) {
    try send(request)
    return (ClientResponse(try client.receiveResponse(toHead: true)), self)
  }

  func next() throws -> [UInt8]? {
    let chunk = try client.receiveChunk()
    return chunk.isEmpty ? nil : chunk
  }

  func close() { client.close() }

  private func send(_ request: ClientRequest) throws {
    var head = "\(request.method) \(request.target) HTTP/1.1\r\nHost: localhost\r\n"
    for (name, value) in request.fields { head += "\(name): \(value)\r\n" }
    if let body = request.body { head += "Content-Length: \(body.count)\r\n" }
    try client.send(Array("\(head)\r\n".utf8) + (request.body ?? []))
  }
}

/// A connection over which HTTP/2 is spoken, each request on a stream of its own.
private final class HTTP2ClientConnection: ClientConnection, ByteStream {
  private let client: HTTP2Client
  private var stream: UInt32 = 1
  private var bodyHasEnded = false

  init(_ client: RawClient) throws {
    self.client = try HTTP2Client(over: client)
    self.client.tellsRoomWithNextRequest = true
    try self.client.awaitSettings()
  }

  var hasEnded: Bool { client.isGoingAway }

  func exchange(_ request: ClientRequest) throws -> ClientResponse {
    defer { stream += 2 }
    try send(request)
    let response = try client.receiveResponse(on: stream)
    return ClientResponse(response.fields, body: response.body)
  }

  /// The connection is for this request only.
  func open(_ request: ClientRequest) throws -> (head: ClientResponse, body: any ByteStream) {
    try send(request)
    return (ClientResponse(try client.receive(.headers, on: stream).fields, body: []), self)
  }

  func next() throws -> [UInt8]? {
    guard !bodyHasEnded else { return nil }
    let frame = try client.receive(.data, on: stream)
    bodyHasEnded = frame.endsStream
    return frame.payload
  }

  func close() { client.close() }

  private func send(_ request: ClientRequest) throws {
    var fields = [
      [":method", request.method], [":scheme", "http"], [":path", request.target], [":authority", "localhost"],
    ]
    // The space around a value is no part of it, and HTTP/2 takes none (RFC 9113 §8.2.1).
    fields += request.fields.map { [$0.name.lowercased(), $0.value.trimmingCharacters(in: .whitespaces)] }
    if let body = request.body { fields.append(["content-length", "\(body.count)"]) }
    try client.sendHead(fields, on: stream, isLast: request.body == nil)
    if let body = request.body { try client.sendBodyUnlessAnswered(body, on: stream) }
  }
}

extension ClientResponse {
  /// Takes the fields of a response of HTTP/2, with its status.
  fileprivate init(_ fields: [[String]], body: [UInt8]) {
    self.init(
      status: fields.first { $0[0] == ":status" }.flatMap { Int($0[1]) } ?? 0,
      fields: fields.filter { !$0[0].hasPrefix(":") }.map { (name: $0[0], value: $0[1]) }, body: body)
  }
}
