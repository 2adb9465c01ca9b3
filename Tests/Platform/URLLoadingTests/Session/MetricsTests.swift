// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestKit
@testable import URLLoading

@Suite(.timeLimit(.minutes(1))) struct MetricsTests {
  /// The metrics of one load.
  private func metrics(
    of request: URLRequest, _ configure: (URLSessionConfiguration) -> Void = { _ in }
  ) async throws -> [URLSessionTaskTransactionMetrics] {
    let delegate = RecordingDelegate()
    let session = freshSession(delegate, configure)
    session.dataTask(with: request).resume()
    await delegate.completion.wait()
    return try #require(delegate.metrics).transactionMetrics
  }

  @Test(arguments: [0, 4, 300_000])
  func `a request ends when it is sent, and a response begins when it arrives`(count: Int) async throws {
    let (isRead, mayRespond) = (Gate(), Gate())
    let server = try ScriptedServer { connection in
      guard try connection.readRequest() != nil else { return }
      isRead.open()
      try mayRespond.waitBlocking()
      try connection.respond(body: "woof")
    }
    var request = URLRequest(url: try server.address())
    request.httpMethod = "POST"
    request.httpBody = Data(repeating: 7, count: count)
    async let measured = metrics(of: request)
    await isRead.wait()
    // The loop may still be in the turn in which it sent the end.
    await withCheckedContinuation { continuation in TransferLoop.shared.perform { continuation.resume() } }
    let between = Date()
    mayRespond.open()
    let transaction = try #require(try await measured.first)
    let (start, end) = (try #require(transaction.requestStartDate), try #require(transaction.requestEndDate))
    #expect(start <= end)
    #expect(end <= between)
    #expect(try #require(transaction.responseStartDate) >= between)
  }

  @Test(arguments: ["/a", "/fails", "/breaks"]) func `a protocol's response is a transaction`(path: String)
    async throws
  {
    let url = try #require(URL(string: "http://mock.test\(path)"))
    let transactions = try await metrics(of: URLRequest(url: url)) { $0.protocolClasses = [MockProtocol.self] }
    #expect(transactions.count == 1)
    let transaction = try #require(transactions.first)
    #expect(transaction.request.url == url)
    #expect(transaction.resourceFetchType == .unknown)
    #expect(transaction.response?.status == (path == "/fails" ? nil : 200))
    #expect(transaction.countOfResponseBodyBytesAfterDecoding == (path == "/fails" ? 0 : 7))
    let (start, end) = (try #require(transaction.fetchStartDate), try #require(transaction.responseEndDate))
    #expect(start <= end)
    #expect(transaction.networkProtocolName == nil)
    #expect(!transaction.isReusedConnection)
  }

  @Test func `a protocol's redirect is a transaction of its own`() async throws {
    let url = try #require(URL(string: "http://mock.test/redirects"))
    let transactions = try await metrics(of: URLRequest(url: url)) { $0.protocolClasses = [MockProtocol.self] }
    #expect(transactions.map { $0.request.url?.path } == ["/redirects", "/end"])
    #expect(transactions.map { $0.response?.status } == [302, 200])
  }

  @Test func `a request that no protocol accepts is only a transaction of the network`() async throws {
    let server = try ScriptedServer { try $0.respondToAll() }
    let transactions = try await metrics(of: URLRequest(url: server.address())) {
      $0.protocolClasses = [MockProtocol.self]
    }
    #expect(transactions.map(\.resourceFetchType) == [.networkLoad])
  }

  @Test func `the content of a data URL is a transaction`() async throws {
    let transactions = try await metrics(of: URLRequest(url: #require(URL(string: "data:,woof"))))
    #expect(transactions.map(\.resourceFetchType) == [.unknown])
    #expect(transactions.first?.countOfResponseBodyBytesAfterDecoding == 4)
    #expect(transactions.first?.response != nil)
  }
}
