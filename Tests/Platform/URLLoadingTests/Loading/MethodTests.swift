// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

/// The forms in which a request has content, or none.
enum SentForm: String, CaseIterable, Sendable {
  case nothing, emptyData, data, largeData, stream, emptyStream, upload, emptyUpload, file, emptyFile

  var content: Data {
    switch self {
    case .nothing, .emptyData, .emptyStream, .emptyUpload, .emptyFile: Data()
    case .data, .stream, .upload, .file: Data("bone".utf8)
    case .largeData: Data(repeating: 7, count: 200_000)
    }
  }

  var sends: Bool { !content.isEmpty || self == .emptyStream }

  /// `true` if Apple's sessions send it with a GET.
  var isSentWithGet: Bool { [.nothing, .emptyData, .emptyUpload].contains(self) }

  func response(to request: URLRequest, in session: URLSession) async throws -> (Data, URLResponse) {
    var request = request
    switch self {
    case .nothing: break
    case .emptyData, .data, .largeData: request.httpBody = content
    case .stream, .emptyStream: request.httpBodyStream = InputStream(data: content)
    case .upload, .emptyUpload: return try await session.upload(for: request, from: content)
    case .file, .emptyFile:
      let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("sent-\(UUID().uuidString)")
      try content.write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      return try await session.upload(for: request, fromFile: file)
    }
    return try await session.data(for: request)
  }
}

@Suite(.timeLimit(.minutes(2))) struct MethodTests {
  private func request(_ method: String, _ server: ScriptedServer) throws -> URLRequest {
    var request = URLRequest(url: try server.address())
    request.httpMethod = method
    return request
  }

  @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"], SentForm.allCases)
  func `every method sends every form of content`(method: String, form: SentForm) async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let (data, _) = try await form.response(to: request(method, server), in: freshSession())
    #expect(data == Data("woof".utf8))
    #expect(server.requests.map(\.method) == [method])
    #expect(server.requests.first.map { Data($0.body) } == form.content)
  }

  @Test(arguments: SentForm.allCases)
  func `a HEAD sends every form of content, and gets none`(form: SentForm) async throws {
    let server = try ScriptedServer { connection in
      while let request = try connection.readRequest() {
        // A HEAD is told how long the content would be.
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"
        try connection.send(head + (request.method == "HEAD" ? "" : "next"))
      }
    }
    let session = freshSession()
    let (data, response) = try await form.response(to: request("HEAD", server), in: session)
    #expect(data.isEmpty)
    #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Length") == "4")
    #expect(try await session.data(from: server.address()).0 == Data("next".utf8))
    #expect(server.requests.map(\.method) == ["HEAD", "GET"])
    #expect(server.requests.first.map { Data($0.body) } == form.content)
    // libcurl waits for content after a HEAD that sent some: that connection is not used again.
    #expect(server.connectionCount == (form.sends ? 2 : 1))
  }

  @Test(arguments: SentForm.allCases, [true, false])
  func `content that a server wrongly sends to a HEAD is dropped`(form: SentForm, comesLater: Bool) async throws {
    let server = try ScriptedServer { connection in
      while let request = try connection.readRequest() {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"
        guard request.method == "HEAD" else {
          try connection.send(head + "next")
          continue
        }
        if comesLater { try connection.send(head) }
        try connection.send(comesLater ? "woof" : head + "woof")
      }
    }
    let session = freshSession()
    let (data, _) = try await form.response(to: request("HEAD", server), in: session)
    #expect(data.isEmpty)
    #expect(try await session.data(from: server.address()).0 == Data("next".utf8))
  }

  @Test(arguments: SentForm.allCases) func `a GET sends no content`(form: SentForm) async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let request = try request("GET", server)
    guard form.isSentWithGet else {
      let error = await #expect(throws: URLError.self) { try await form.response(to: request, in: freshSession()) }
      #expect(error?.code == .dataLengthExceedsMaximum)
      #expect(server.connectionCount == 0)
      return
    }
    #expect(try await form.response(to: request, in: freshSession()).0 == Data("woof".utf8))
    #expect(server.requests.first?.field("content-length") == nil)
  }
}
