import Foundation
import Testing
import URLLoading

@Suite struct ResumableUploadTests {
  @Test func `an upload that breaks off goes on where the server is`() async throws {
    let version = "Upload-Draft-Interop-Version: 9"
    let server = try ScriptedServer { connection in
      while let head = try connection.readHead() {
        switch head.method {
        case "POST":
          try connection.send("HTTP/1.1 104 Upload Resumption Supported\r\n\(version)\r\nLocation: /u/1\r\n\r\n")
          _ = try connection.read(count: 4)
          return
        case "HEAD":
          try connection.send(
            "HTTP/1.1 204 No Content\r\n\(version)\r\nUpload-Offset: 4\r\nUpload-Complete: ?0\r\n\r\n")
        default:
          let rest = try connection.read(count: head.field("content-length").flatMap { Int($0) } ?? 0)
          let place = "\(head.target) \(head.field("upload-offset") ?? "?")"
          try connection.respond(
            "201 Made", [version, "Upload-Complete: ?1"], body: "\(place) \(String(decoding: rest, as: UTF8.self))")
        }
      }
    }
    var request = URLRequest(url: try server.address())
    request.httpMethod = "POST"
    let (data, response) = try await freshSession().upload(for: request, from: Data("woofmeow".utf8))
    #expect(response.status == 201)
    #expect(String(decoding: data, as: UTF8.self) == "/u/1 4 meow")
  }
}
