// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestKit
@testable import URLLoading

/// Uploads to servers that fail at random, and to some that say anything.
struct UploadRandomTests {
  /// A server that keeps its word, over a connection that does not.
  private struct Server {
    let content: [UInt8]
    let version = UploadInteropVersion.preferred
    var received: [UInt8]?
    var isComplete = false
    var responseCount = 0

    /// What comes of a request; none where the connection breaks.
    mutating func take(
      _ request: ResumableUpload.Request, _ upload: inout ResumableUpload, _ generator: inout SeededGenerator
    ) -> (status: Int, fields: HTTPFields)? {
      let isBroken = Int.random(in: 0..<3, using: &generator) == 0
      switch request.purpose {
      case .create:
        received = []
        _ = upload.informational(status: 104, fields: HTTPFields([version.line, ("Location", "/uploads/1")]))
      case .retrieve:
        if isBroken { return nil }
        return (204, state)
      case .append:
        guard request.content.lowerBound == received?.count ?? -1 else { return (409, state) }
      }
      return append(request, isBroken: isBroken, &upload, &generator)
    }

    private mutating func append(
      _ request: ResumableUpload.Request, isBroken: Bool, _ upload: inout ResumableUpload,
      _ generator: inout SeededGenerator
    ) -> (status: Int, fields: HTTPFields)? {
      let sent = content[Int(request.content.lowerBound)..<Int(request.content.upperBound)]
      received?.append(contentsOf: isBroken ? sent.prefix(Int.random(in: 0...sent.count, using: &generator)) : sent)
      if Bool.random(using: &generator) {
        _ = upload.informational(
          status: 104, fields: HTTPFields([version.line, ("Upload-Offset", "\(received?.count ?? 0)")]))
      }
      if received?.count == content.count { isComplete = true }
      guard !isBroken else { return Bool.random(using: &generator) ? nil : (503, HTTPFields()) }
      guard isComplete else { return (204, HTTPFields([version.completeness(false)])) }
      responseCount += 1
      return (201, HTTPFields([version.completeness(true)]))
    }

    private var state: HTTPFields {
      HTTPFields([("Upload-Offset", "\(received?.count ?? 0)"), version.completeness(isComplete)])
    }
  }

  @Test func `whatever breaks, the server gets each byte once, or the upload fails`() throws {
    let url = try #require(URL(string: "https://a.test/photos"))
    var delivered = 0
    for seed in 0..<300 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let content = (0..<Int.random(in: 0...200, using: &generator)).map { UInt8(truncatingIfNeeded: $0) }
      var upload = ResumableUpload(url: url, length: Int64(content.count))
      var server = Server(content: content)
      var action = upload.start()
      run: while true {
        switch action {
        case .send(let request):
          if let response = server.take(request, &upload, &generator) {
            action = upload.responded(status: response.status, fields: response.fields)
          } else {
            action = upload.broken(code: .networkConnectionLost)
          }
        case .wait: action = upload.waited()
        case .deliver:
          #expect(server.received == content)
          delivered += 1
          break run
        case .fail(let code):
          #expect(code == .networkConnectionLost)
          break run
        }
      }
    }
    #expect(delivered > 200)
  }

  @Test func `whatever a server sends, an upload ends and sends only its content`() throws {
    let url = try #require(URL(string: "https://a.test/photos"))
    let names = ["Upload-Offset", "Upload-Complete", "Upload-Length", "Upload-Limit", "Location", "Retry-After"]
    let values = [
      "0", "5", "30", "31", "?0", "?1", "max-append-size=7", "max-append-size=0", "/u", "http://x/", "", "-1",
    ]
    for seed in 0..<1000 {
      var generator = SeededGenerator(seed: UInt64(seed))
      var upload = ResumableUpload(url: url, length: 30)
      var action = upload.start()
      var steps = 0
      run: while steps < 500 {
        steps += 1
        var fields = HTTPFields([UploadInteropVersion.preferred.line])
        for _ in 0..<4 {
          fields.append(names.randomElement(using: &generator) ?? "", values.randomElement(using: &generator) ?? "")
        }
        switch action {
        case .send(let request):
          #expect(request.content.lowerBound >= 0 && request.content.upperBound <= 30)
          _ = upload.informational(status: 104, fields: fields)
          let status = [200, 201, 204, 404, 409, 410, 413, 500, 503].randomElement(using: &generator) ?? 200
          action =
            Bool.random(using: &generator)
            ? upload.responded(status: status, fields: fields) : upload.broken(code: .networkConnectionLost)
        case .wait: action = upload.waited()
        case .deliver, .fail: break run
        }
      }
      #expect(steps < 500)
    }
  }
}
