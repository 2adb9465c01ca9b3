// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Values as text in JSON, as columns of the replica's file have them.
enum JSONText {
  /// Writes a value, the same text for the same value.
  ///
  /// - Throws: `EncodingError`.
  static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Reads a value; `nil` where there is no text.
  ///
  /// - Throws: `DecodingError` where the text is something else.
  static func decode<Value: Decodable>(_ text: String?, as type: Value.Type = Value.self) throws -> Value? {
    guard let text else { return nil }
    return try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
