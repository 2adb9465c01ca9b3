// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics
internal import WoofSystem

/// A page of the list of objects.
package struct S3ListPage: Hashable, Sendable {
  /// An object of the list.
  package struct Entry: Hashable, Sendable {
    /// The key, which may be one that ``S3ObjectKey`` does not take.
    package let key: String
    /// The length, in bytes.
    package let byteCount: Int64
    /// The time of the PUT, in seconds since 1970.
    package let modified: Int64
    /// The tag of the bytes, with its quotes; `nil` where the service gives none.
    package let entityTag: String?
  }

  /// The objects, in the order of their keys' bytes.
  package let entries: [Entry]
  /// The token of the next page; `nil` for the last one.
  package let continuation: String?

  /// Reads a `ListBucketResult` of version 2; `nil` where a part is missing or wrong.
  init?(_ root: XMLElement) {
    let decoder = S3KeyDecoder(root)
    var entries: [Entry] = []
    for element in root.children("Contents") {
      guard let key = element.text(of: "Key").flatMap(decoder.decode), let count = element.number(of: "Size"),
        count >= 0, let modified = element.text(of: "LastModified").flatMap({ S3Timestamp.seconds(of: $0) })
      else { return nil }
      entries.append(
        Entry(key: key, byteCount: count, modified: modified, entityTag: element.text(of: "ETag")))
    }
    self.entries = entries
    let isTruncated = root.text(of: "IsTruncated") == "true"
    continuation = isTruncated ? root.text(of: "NextContinuationToken") : nil
    if isTruncated, continuation?.isEmpty ?? true { return nil }
  }
}

/// Decodes keys of a list: percent-encoded where the service says so, as they hold characters that XML cannot write.
struct S3KeyDecoder {
  private let isEncoded: Bool

  init(_ root: XMLElement) { isEncoded = root.text(of: "EncodingType") == "url" }

  func decode(_ key: String) -> String? {
    guard isEncoded else { return key }
    return PercentEncoding.decode(Array(key.utf8)[...], plusIsSpace: true).flatMap {
      String(validating: $0, as: UTF8.self)
    }
  }
}

/// Times as responses write them: `2013-05-24T00:00:00.000Z`.
enum S3Timestamp {
  /// Seconds since 1970; `nil` where the text is none.
  static func seconds(of text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"), bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] == 0x54,
      bytes[13] == 0x3A, bytes[16] == 0x3A, bytes[19] == 0x2E || bytes.count == 20,
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
      let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      GregorianCalendar.exists(year: year, month: month, day: day), hour < 24, minute < 60, second < 61
    else { return nil }
    let days = GregorianCalendar.daysSince1970(year: year, month: month, day: day)
    return Int64(days * 86_400 + hour * 3_600 + minute * 60 + second)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
