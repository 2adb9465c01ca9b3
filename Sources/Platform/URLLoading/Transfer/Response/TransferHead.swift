// SPDX-License-Identifier: Apache-2.0

/// The head of a response.
struct TransferHead: Sendable {
  let status: Int
  let version: TransferHTTPVersion
  /// The fields, in their order, as they came.
  let headers: [(name: String, value: String)]
  /// The length of the content in bytes, by its first `Content-Length`; `nil` where that is missing, or is no number.
  let contentLength: Int64?
  /// `true` if there is a `Set-Cookie`.
  let setsCookies: Bool

  init(status: Int, version: TransferHTTPVersion, headers: [(name: String, value: String)]) {
    self.status = status
    self.version = version
    self.headers = headers
    let length = headers.first { FieldName.matches($0.name, "content-length") }
    contentLength = length.flatMap { Int64($0.value) }
    setsCookies = headers.contains { FieldName.matches($0.name, "set-cookie") }
  }

  /// `true` if this is not the final response yet (RFC 9110, section 15.2).
  var isInformational: Bool { status < 200 && status != 101 }
}

/// A version of HTTP.
enum TransferHTTPVersion: Sendable {
  case http10
  case http11
  case http2
  case http3
}

/// Comparing the names of fields, which are the same in upper and lower case (RFC 9110, section 5.1).
enum FieldName {
  /// Returns `true` if a name is equal to one that is given in lower case.
  static func matches(_ name: String, _ lowercased: StaticString) -> Bool {
    var name = name
    return name.withUTF8 { bytes in
      bytes.count == lowercased.utf8CodeUnitCount && lowercased.withUTF8Buffer { bytes.elementsEqual($0, by: isSame) }
    }
  }

  private static func isSame(_ byte: UInt8, _ lowercased: UInt8) -> Bool {
    byte == lowercased || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) && byte | 0x20 == lowercased
  }
}
