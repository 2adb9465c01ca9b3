// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import URLLoading
import WoofClient

@testable import TestKit

/// What is at an address that no machine has: responds as a test says, without a network.
final class ScriptedService: Sendable {
  /// A response, and how it ends.
  struct Response: Sendable {
    enum Ending: Sendable {
      case complete
      case failure(URLError.Code)
      /// Nothing more comes, and no end either.
      case open
    }

    var status = 200
    var fields: [String: String] = ["Content-Type": "application/json"]
    var pieces: [Data] = []
    var ending = Ending.complete

    static func json(_ text: String, status: Int = 200) -> Response {
      Response(status: status, pieces: [Data(text.utf8)])
    }

    static func problem(_ code: WoofError.Code, _ fields: [String: String] = [:]) -> Response {
      let text = #"{"type":"\#(code.type)","title":"\#(code.title)","status":\#(code.status),"detail":"Sit."}"#
      return Response(
        status: code.status, fields: fields.merging(["Content-Type": "application/problem+json"]) { $1 },
        pieces: [Data(text.utf8)])
    }

    static func failure(_ code: URLError.Code) -> Response { Response(status: 0, ending: .failure(code)) }

    /// Lines of the live stream.
    static func lines(_ lines: [String], after token: String, ending: Ending = .complete) -> Response {
      Response(
        fields: ["Content-Type": "application/x-ndjson", "Woof-Last-Change": token],
        pieces: lines.map { Data("\($0)\n".utf8) }, ending: ending)
    }
  }

  typealias Script = @Sendable (_ request: URLRequest, _ number: Int) -> Response

  let url: URL
  private let script: Script
  private let asked: Asked

  private final class Asked: Sendable {
    private let state = Mutex<[URLRequest]>([])

    var requests: [URLRequest] { state.withLock { $0 } }

    /// - Returns: The number of the request, from 0.
    func note(_ request: URLRequest) -> Int {
      state.withLock { requests in
        requests.append(request)
        return requests.count - 1
      }
    }
  }

  /// - Parameter script: Responds to each request; `number` counts from 0.
  init(_ script: @escaping Script) throws {
    let host = "\(UUID().uuidString.lowercased()).woof.invalid"
    guard let url = URL(string: "http://\(host)") else { throw TestFailure("no address") }
    (self.url, self.script, asked) = (url, script, Asked())
    ScriptedProtocol.services.withLock { $0[host] = self }
  }

  /// A service behind a real socket, which a connection that breaks off needs.
  ///
  /// - Parameter script: Responds to each request; `number` counts from 0.
  static func onSocket(_ script: @escaping Script) throws -> ScriptedService {
    let asked = Asked()
    let port = try ScriptedSocket.listen { request in script(request, asked.note(request)) }
    guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw TestFailure("no address") }
    return ScriptedService(url, script, asked)
  }

  private init(_ url: URL, _ script: @escaping Script, _ asked: Asked) {
    (self.url, self.script, self.asked) = (url, script, asked)
  }

  /// What was asked, in its order.
  var requests: [URLRequest] { asked.requests }

  func response(to request: URLRequest) -> Response {
    script(request, asked.note(request))
  }

  /// A client that pauses for no time at all, unless the clock says otherwise.
  func client(
    retryPolicy: RetryPolicy = .never, clock: any Clock<Duration> = InstantClock(), signIn: SignIn = .anonymous,
    transformers: [any PhotoTransforming]? = nil
  ) -> WoofClient {
    WoofClient(
      baseURL: url, session: freshSession { $0.protocolClasses = [ScriptedProtocol.self] }, signIn: signIn,
      retryPolicy: retryPolicy, transformers: transformers,
      environment: ClientEnvironment(clock: clock, random: { 1 }))
  }
}

/// Responds to what is asked of scripted services.
final class ScriptedProtocol: URLProtocol {
  static let services = Mutex<[String: ScriptedService]>([:])

  override class func canInit(with request: URLRequest) -> Bool { service(of: request) != nil }

  override func startLoading() {
    guard let service = Self.service(of: request), let url = request.url else { return }
    let response = service.response(to: request)
    if response.status > 0,
      let head = HTTPURLResponse(
        url: url, statusCode: response.status, httpVersion: "HTTP/1.1", headerFields: response.fields)
    {
      client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
      for piece in response.pieces { client?.urlProtocol(self, didLoad: piece) }
    }
    switch response.ending {
    case .complete: client?.urlProtocolDidFinishLoading(self)
    case .failure(let code): client?.urlProtocol(self, didFailWithError: URLError(code))
    case .open: break
    }
  }

  private static func service(of request: URLRequest) -> ScriptedService? {
    request.url?.host.flatMap { host in services.withLock { $0[host] } }
  }
}
