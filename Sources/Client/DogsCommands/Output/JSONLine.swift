// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofCommandLine
import WoofModel

/// Values as lines of JSON, in which nothing could steer a terminal.
enum JSONLine {
  /// The line of a value, with its end. Its members are in the order of their names: the same value always gives the same
  /// line.
  ///
  /// - Throws: `EncodingError`.
  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self).printableJSON + "\n"
  }

  /// The line of an object, with its end.
  ///
  /// - Parameter write: Writes its members, in their order.
  static func object(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    write(&writer)
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self).printableJSON + "\n"
  }
}
