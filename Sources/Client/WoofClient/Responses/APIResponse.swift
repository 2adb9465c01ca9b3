// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A complete response of the service: its status, its header fields and its content.
public struct APIResponse: Sendable {
  /// The URL from which the response came.
  public let url: URL
  /// The status (RFC 9110 §15).
  public let status: Int
  /// The content.
  public let data: Data

  private let fields: [String: String]

  /// Makes a response, as tests do.
  public init(url: URL, status: Int = 200, fields: [String: String] = [:], data: Data = Data()) {
    self.url = url
    self.status = status
    self.data = data
    self.fields = Dictionary(fields.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
  }

  /// The same response with other content.
  init(_ response: APIResponse, data: Data) {
    (url, status, fields) = (response.url, response.status, response.fields)
    self.data = data
  }

  /// The value of a field of the head, whatever the case of its name.
  public subscript(field name: String) -> String? { fields[name.lowercased()] }

  /// The media type of the content, in lower case and without its parameters; empty where there is none.
  public var mediaType: String { MediaTypeField.essence(of: self[field: "Content-Type"]) }

  /// Reads the content as JSON.
  ///
  /// - Throws: ``WoofError`` with ``WoofError/Code/invalidServerResponse`` where it is announced as something else,
  ///   `DecodingError` where it is not what is expected.
  public func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard mediaType == "application/json" else { throw WoofError.notWoof(url, mediaType: mediaType) }
    return try JSONDecoder().decode(type, from: data)
  }

  /// The content as text.
  public var text: String { String(decoding: data, as: UTF8.self) }
}

/// The former name of ``APIResponse``.
@available(*, deprecated, renamed: "APIResponse")
public typealias APIAnswer = APIResponse

enum MediaTypeField {
  /// The type and subtype of a `Content-Type`, in lower case.
  static func essence(of field: String?) -> String {
    guard let field else { return "" }
    let bytes = field.utf8.prefix { $0 != UInt8(ascii: ";") }.drop(while: isBlank)
    let end = bytes.lastIndex { !isBlank($0) }.map { bytes.index(after: $0) } ?? bytes.startIndex
    return String(Substring(bytes[..<end])).lowercased()
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
