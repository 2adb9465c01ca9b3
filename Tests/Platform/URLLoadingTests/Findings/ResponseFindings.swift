// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@testable import TestKit

@Suite(.timeLimit(.minutes(1))) struct ResponseFindings {
  private func server(sending bytes: String) throws -> ScriptedServer {
    try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send(bytes)
    }
  }

  @Test func `trailer fields are harmless`() async throws {
    let server = try server(
      sending:
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n4\r\nwoof\r\n0\r\nX-Sum: 1\r\n\r\n")
    #expect(try await freshSession().data(from: server.address()).0 == Data("woof".utf8))
  }

  @Test func `a field without a space after its colon is read`() async throws {
    let server = try server(sending: "HTTP/1.1 200 OK\r\nX-A:b\r\nContent-Length: 0\r\n\r\n")
    let (_, response) = try await freshSession().data(from: server.address())
    #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-A") == "b")
  }

  @Test func `a connection that ends within the content was lost`() async throws {
    let server = try server(sending: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nwoof")
    let error = await #expect(throws: URLError.self) { try await freshSession().data(from: server.address()) }
    #expect(error?.code == .networkConnectionLost)
  }

  @Test func `an unknown authority has its code`() async throws {
    let authority = try ServerCertificate()
    let server = try ScriptedServer(tls: ServerCertificate(authority: authority)) { try $0.respondToAll() }
    let url = try #require(URL(string: server.url(scheme: "https")))
    let error = await #expect(throws: URLError.self) { try await freshSession().data(from: url) }
    #expect(error?.code == .serverCertificateHasUnknownRoot)
    #expect(error?.failingURL == url)
  }

  @Test func `an expired certificate has its code`() async throws {
    let authority = try ServerCertificate()
    let folder = try TemporaryFolder()
    try folder.write(authority.pem, to: "authority.pem")
    let server = try ScriptedServer(tls: ServerCertificate(days: -1, authority: authority)) { try $0.respondToAll() }
    let url = try #require(URL(string: server.url(scheme: "https")))
    let session = freshSession { $0.certificateAuthorityFile = URL(fileURLWithPath: folder.path("authority.pem")) }
    let error = await #expect(throws: URLError.self) { try await session.data(from: url) }
    #expect(error?.code == .serverCertificateHasBadDate)
  }

  @Test func `TLS with a plain server fails as a TLS error`() async throws {
    let server = try ScriptedServer { connection in
      _ = try connection.read(count: 1)
      try connection.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
    }
    let url = try #require(URL(string: server.url(scheme: "https")))
    let error = await #expect(throws: URLError.self) { try await freshSession().data(from: url) }
    #expect(error?.code == .secureConnectionFailed)
  }

  @Test func `a download with a download delegate writes each byte once`() async throws {
    let body = String(repeating: "0123456789abcdef", count: 19_200)
    let server = try ScriptedServer { try $0.respondToAll(body: body) }
    let (file, _) = try await freshSession().download(from: server.address(), delegate: RecordingDelegate())
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try Data(contentsOf: file) == Data(body.utf8))
  }

  @Test func `the file of a download with a handler is gone when the handler has returned`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let session = freshSession()
    let url = try server.address()
    let (path, content) = await withCheckedContinuation { continuation in
      session.downloadTask(with: url) { file, _, _ in
        continuation.resume(returning: (file?.path, file.flatMap { try? Data(contentsOf: $0) }))
      }.resume()
    }
    await withCheckedContinuation { continuation in
      session.delegateQueue.addOperation { continuation.resume() }
    }
    #expect(content == Data("woof".utf8))
    #expect(path.map { FileManager.default.fileExists(atPath: $0) } == false)
  }

  @Test func `a cancelled download leaves no file`() async throws {
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n\(Self.partOfDownload)")
      _ = try connection.waitForEnd()
    }
    let delegate = WritingDelegate()
    let session = freshSession(delegate)
    let before = Self.downloadFiles
    let task = session.downloadTask(with: try server.address())
    task.resume()
    await delegate.hasWritten.wait()
    task.cancel()
    await delegate.completion.wait()
    #expect(Self.downloadFiles.subtracting(before).isEmpty)
  }

  /// No other download is as long: tests that run beside this one leave files in the same folder for a while.
  private static let partOfDownload = String(repeating: "x", count: 3737)

  private static var downloadFiles: Set<String> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: NSTemporaryDirectory())) ?? []
    return Set(names.filter { $0.hasPrefix("Download-") && (try? size(of: $0)) == partOfDownload.utf8.count })
  }

  private static func size(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: NSTemporaryDirectory() + "/" + name)[.size] as? Int
  }

  @Test func `the argument's delegate gets an upload, its end and its metrics`() async throws {
    let server = try ScriptedServer { try $0.respondToAll() }
    let delegate = ChallengeDelegate()
    var request = URLRequest(url: try server.address())
    request.httpMethod = "POST"
    _ = try await freshSession().upload(for: request, from: Data(count: 1000), delegate: delegate)
    #expect(delegate.events.contains("sent 1000 of 1000"))
    #expect(delegate.events.suffix(2) == ["metrics", "completed"])
  }

  @Test func `lines come one by one, as they arrive`() async throws {
    let go = Gate()
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\nfirst\n")
      try go.waitBlocking()
      try connection.send("again")
    }
    let (bytes, response) = try await freshSession().bytes(from: server.address())
    #expect(response.status == 200)
    var lines = bytes.lines.makeAsyncIterator()
    #expect(try await lines.next() == "first")
    go.open()
    #expect(try await lines.next() == "again")
    #expect(try await lines.next() == nil)
  }

  @Test func `all parts of a mocked response arrive`() async throws {
    let url = try #require(URL(string: "mock://dogs/1"))
    let session = freshSession { $0.protocolClasses = [PiecewiseProtocol.self] }
    #expect(try await session.data(from: url).0 == Data("abcdef".utf8))
    let (bytes, _) = try await session.bytes(from: url)
    var text = ""
    for try await character in bytes.characters { text.append(character) }
    #expect(text == "abcdef")
  }
}

/// Says when something has been written.
private final class WritingDelegate: NSObject, URLSessionDownloadDelegate {
  let hasWritten = Gate()
  let completion = Gate()

  func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {}

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
  ) {
    hasWritten.open()
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    completion.open()
  }
}

/// Responds in two pieces.
private final class PiecewiseProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { request.url?.scheme == "mock" }

  override func startLoading() {
    guard let url = request.url else { return }
    let response = URLResponse(url: url, mimeType: "text/plain", expectedContentLength: 6, textEncodingName: nil)
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data("abc".utf8))
    client?.urlProtocol(self, didLoad: Data("def".utf8))
    client?.urlProtocolDidFinishLoading(self)
  }
}
