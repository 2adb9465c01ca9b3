// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

/// Responds for a host that is not there.
private final class RegisteredProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "registered.test" }

  override func startLoading() {
    guard let url = request.url,
      let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
    else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data("registered".utf8))
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}

@Suite(.serialized, .timeLimit(.minutes(1))) struct RegisteringTests {
  private func response(of session: URLSession) async -> Data? {
    guard let url = URL(string: "http://registered.test/") else { return nil }
    return try? await session.data(from: url).0
  }

  @Test func `a registered class serves the shared session, and sessions made later`() async {
    let before = URLSession(configuration: .ephemeral)
    #expect(URLProtocol.registerClass(RegisteredProtocol.self))
    defer { URLProtocol.unregisterClass(RegisteredProtocol.self) }
    let registered = Data("registered".utf8)
    #expect(await response(of: .shared) == registered)
    #expect(await response(of: URLSession(configuration: .default)) == registered)
    #expect(await response(of: URLSession(configuration: .ephemeral)) == registered)
    #expect(await response(of: before) == nil)
  }

  @Test func `an unregistered class serves no session`() async {
    URLProtocol.registerClass(RegisteredProtocol.self)
    URLProtocol.unregisterClass(RegisteredProtocol.self)
    #expect(await response(of: .shared) == nil)
    #expect(await response(of: URLSession(configuration: .default)) == nil)
  }

  @Test func `a class that is not a protocol is not registered`() {
    #expect(!URLProtocol.registerClass(NSObject.self))
  }
}
