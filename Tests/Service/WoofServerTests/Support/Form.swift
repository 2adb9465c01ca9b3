// SPDX-License-Identifier: Apache-2.0

@testable import TestKit

/// A form as browsers send it (RFC 7578).
struct Form: Sendable {
  struct Part: Sendable {
    var name: String
    var fileName: String?
    var lines = ""
    var content: [UInt8]

    static func text(_ name: String, _ text: String) -> Part { Part(name: name, content: Array(text.utf8)) }

    static func photo(
      _ bytes: [UInt8], type: String? = "image/jpeg", fileName: String = "photo.jpg", lines: String = ""
    ) -> Part {
      let typeLine = type.map { "Content-Type: \($0)\r\n" } ?? ""
      return Part(name: "photo", fileName: fileName, lines: typeLine + lines, content: bytes)
    }
  }

  var parts: [Part]
  var boundary = "----woof7MA4YWxkTrZu0gW"

  var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for part in parts {
      let fileName = part.fileName.map { "; filename=\"\($0)\"" } ?? ""
      bytes +=
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(fileName)\r\n\(part.lines)\r\n".utf8
      bytes += part.content + Array("\r\n".utf8)
    }
    return bytes + Array("--\(boundary)--\r\n".utf8)
  }
}

extension Client {
  /// Sends a form to `/v1/photos`.
  func post(_ form: Form, _ query: String = "") throws -> ClientResponse {
    try post("/v1/photos\(query)", ["Content-Type": form.contentType], form.bytes)
  }
}
