// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

/// The field that tells the digest of a whole representation (RFC 9530 §3), a part of it being sent or not.
enum ReprDigest {
  /// The SHA-256 of a field's value; `nil` where it has none, or none that can be read.
  static func digest(in value: String) -> Digest? {
    for member in value.split(separator: ",") {
      let parts = member.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, trimmed(parts[0]) == "sha-256" else { continue }
      let item = trimmed(parts[1]).prefix { $0 != ";" }
      guard item.count >= 2, item.first == ":", item.last == ":",
        let bytes = WoofSystem.Base64.decode(item.dropFirst().dropLast().utf8, as: .standard)
      else { return nil }
      return Digest(bytes)
    }
    return nil
  }

  /// The value for a digest.
  static func value(for digest: Digest) -> String { "sha-256=:\(digest.standardBase64):" }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
