// SPDX-License-Identifier: Apache-2.0

/// A page of the list of uploads in parts that have been begun and neither completed nor given up.
package struct S3UploadPage: Hashable, Sendable {
  /// An upload in parts.
  package struct Entry: Hashable, Sendable {
    /// The key of the object that it would make.
    package let key: String
    /// The id of the upload.
    package let id: String
    /// The time of its beginning, in seconds since 1970.
    package let begun: Int64
  }

  /// The place from which the next page goes on.
  package struct Marker: Hashable, Sendable {
    let key: String
    let id: String
  }

  /// The uploads, by their keys.
  package let entries: [Entry]
  /// The place of the next page; `nil` for the last one.
  package let next: Marker?

  /// Reads a `ListMultipartUploadsResult`; `nil` where a part is missing or wrong.
  init?(_ root: XMLElement) {
    let decoder = S3KeyDecoder(root)
    var entries: [Entry] = []
    for element in root.children("Upload") {
      guard let key = element.text(of: "Key").flatMap(decoder.decode), let id = element.text(of: "UploadId"),
        let begun = element.text(of: "Initiated").flatMap({ S3Timestamp.seconds(of: $0) })
      else { return nil }
      entries.append(Entry(key: key, id: id, begun: begun))
    }
    self.entries = entries
    guard root.text(of: "IsTruncated") == "true" else {
      next = nil
      return
    }
    guard let key = root.text(of: "NextKeyMarker").flatMap(decoder.decode),
      let id = root.text(of: "NextUploadIdMarker")
    else { return nil }
    next = Marker(key: key, id: id)
  }
}
