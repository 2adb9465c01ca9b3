// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofCommandLine

/// Values as JSON text. Members are ordered by name, so the same value always gives the same text.
enum JSONText {
  /// One line, with its end, in which nothing could steer a terminal.
  ///
  /// - Throws: `EncodingError`.
  static func line(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self).printableJSON + "\n"
  }
}
