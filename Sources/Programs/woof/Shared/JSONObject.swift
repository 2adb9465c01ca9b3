// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofModel

/// Results as lines of JSON.
enum JSONObject {
  /// The line of an object, with its end, in which nothing could steer a terminal.
  ///
  /// - Parameter write: Writes its members, in their order.
  static func line(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    write(&writer)
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self).printableJSON + "\n"
  }
}

extension JSONWriter {
  /// Writes the member that says which blobs are missing.
  mutating func writeMissingBlobs(_ digests: [Digest]) {
    name("missingBlobs")
    beginArray()
    for digest in digests { value(digest) }
    endArray()
  }
}
