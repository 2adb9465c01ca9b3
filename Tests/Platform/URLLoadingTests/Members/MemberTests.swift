// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import URLLoading

/// Members that programs for Apple's systems use, and that few need.
@Suite(.timeLimit(.minutes(1))) struct MemberTests {
  private func file(_ text: String) throws -> URL {
    let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("member-\(UUID().uuidString)")
    try Data(text.utf8).write(to: file)
    return file
  }

  @Test func `a URL has bytes and lines, read anew each time`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "ada\nbob\n") }
    let file = try file("ada\nbob\n")
    defer { try? FileManager.default.removeItem(at: file) }
    for url in [try server.address(), file] {
      for _ in 0..<2 {
        var lines: [String] = []
        for try await line in url.lines { lines.append(line) }
        #expect(lines == ["ada", "bob"])
      }
      var bytes: [UInt8] = []
      for try await byte in url.resourceBytes { bytes.append(byte) }
      #expect(bytes == Array("ada\nbob\n".utf8))
    }
    #expect(server.requestCount == 3)
  }

  @Test func `a URL that cannot be loaded fails at its first byte`() async throws {
    let url = URL(fileURLWithPath: "/there/is/nothing")
    var iterator = url.resourceBytes.makeAsyncIterator()
    let error = await #expect(throws: URLError.self) { try await iterator.next() }
    #expect(error?.code == .fileDoesNotExist)
  }

  @Test func `a pipe has bytes and lines, as they come`() async throws {
    let pipe = Pipe()
    var lines = pipe.fileHandleForReading.bytes.lines.makeAsyncIterator()
    try pipe.fileHandleForWriting.write(contentsOf: Data("ada\nbo".utf8))
    let first = try await lines.next()
    #expect(first == "ada")
    try pipe.fileHandleForWriting.write(contentsOf: Data("b".utf8))
    try pipe.fileHandleForWriting.close()
    let second = try await lines.next()
    #expect(second == "bob")
    let end = try await lines.next()
    #expect(end == nil)
  }

  @Test func `a file's bytes continue from its position, over many pieces`() async throws {
    let file = try file(String(repeating: "woof", count: 10_000))
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forReadingFrom: file)
    try handle.seek(toOffset: 4)
    var count = 0
    for try await byte in handle.bytes where byte != 0 { count += 1 }
    #expect(count == 39_996)
  }

  @Test func `the cookies of a task are those of its request`() async throws {
    let url = try #require(URL(string: "http://a.test/dogs/1"))
    let session = freshSession()
    let storage = try #require(session.configuration.httpCookieStorage)
    let task = session.dataTask(with: url)
    #expect(await storage.cookies(for: task) == nil)
    let properties = ["Name": "dog", "Value": "rex", "Domain": "a.test", "Path": "/dogs"].map {
      (HTTPCookiePropertyKey(rawValue: $0.key), $0.value as Any)
    }
    let cookie = try #require(HTTPCookie(properties: Dictionary(uniqueKeysWithValues: properties)))
    storage.storeCookies([cookie], for: task)
    #expect(await storage.cookies(for: task)?.map(\.name) == ["dog"])
    let found = Mutex<[HTTPCookie]?>(nil)
    storage.getCookiesFor(task) { cookies in found.withLock { $0 = cookies } }
    #expect(found.withLock { $0 } == [cookie])
    let other = session.dataTask(with: try #require(URL(string: "http://a.test/cats")))
    #expect(await storage.cookies(for: other) == nil)
    #expect(Notification.Name.NSHTTPCookieManagerAcceptPolicyChanged.rawValue.contains("AcceptPolicy"))
  }

  @Test func `the credentials of a space can be awaited`() async throws {
    let storage = URLCredentialStorage()
    let space = URLProtectionSpace(
      host: "a.test", port: 80, protocol: "http", realm: nil, authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
    let task = freshSession().dataTask(with: try #require(URL(string: "http://a.test")))
    #expect(await storage.credentials(for: space, task: task) == nil)
    let ada = URLCredential(user: "ada", password: "1", persistence: .forSession)
    storage.setDefaultCredential(ada, for: space, task: task)
    #expect(await storage.credentials(for: space, task: task) == ["ada": ada])
    #expect(await storage.defaultCredential(for: space, task: task) == ada)
    let options: [String: AnyObject] = [NSURLCredentialStorageRemoveSynchronizableCredentials: NSNumber(value: true)]
    storage.remove(ada, for: space, options: options)
    #expect(storage.credentials(for: space) == nil)
  }

  @Test func `a credential of an identity describes it`() throws {
    let authority = try ServerCertificate()
    let certificate = try ServerCertificate(authority: authority)
    let file = try file(String(decoding: certificate.pem + authority.pem, as: UTF8.self))
    defer { try? FileManager.default.removeItem(at: file) }
    let identity = ClientIdentity(certificateFile: file, privateKeyFile: file)
    let credential = URLCredential(identity: identity, certificates: nil, persistence: .forSession)
    #expect(credential.identity == identity)
    #expect(credential.certificates as? [Data] == [Data(certificate.der), Data(authority.der)])
    let other = URLCredential(user: "ada", password: "1", persistence: .none)
    #expect(other.identity == nil)
    #expect(other.certificates.isEmpty)
  }

  @Test func `a cache without capacity holds recent responses, and uses no disk`() throws {
    let cache = URLCache()
    #expect(cache.diskCapacity == 0)
    let url = try #require(URL(string: "http://a.test"))
    let response = CachedURLResponse(
      response: URLResponse(url: url, mimeType: nil, expectedContentLength: 4, textEncodingName: nil),
      data: Data("woof".utf8))
    cache.storeCachedResponse(response, for: URLRequest(url: url))
    #expect(cache.cachedResponse(for: URLRequest(url: url))?.data == Data("woof".utf8))
  }

  @Test func `an awaited upload that cannot be continued is reported`() async throws {
    let error = await #expect(throws: URLError.self) { try await freshSession().upload(resumeFrom: Data("no".utf8)) }
    #expect(error?.code == .unsupportedURL)
  }

  @Test func `an error of trust has the certificates that were not trusted`() async throws {
    let certificate = try ServerCertificate()
    let server = try ScriptedServer(tls: certificate) { try $0.respondToAll() }
    let url = try #require(URL(string: server.url(scheme: "https")))
    let error = await #expect(throws: URLError.self) { try await freshSession().data(from: url) }
    #expect(error?.failureURLPeerTrust?.certificates.first == Data(certificate.der))
    #expect(error?.failureURLPeerTrust?.isTrusted == false)
    #expect(error?.networkUnavailableReason == nil)
    #expect(error?.backgroundTaskCancelledReason == nil)
    let offline = URLError(.notConnectedToInternet, userInfo: [NSURLErrorNetworkUnavailableReasonKey: 1])
    #expect(offline.networkUnavailableReason == .expensive)
    #expect(offline.failureURLPeerTrust == nil)
  }
}
