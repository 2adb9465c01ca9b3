// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics

/// The field that tells the digest of a whole representation (RFC 9530 §3), a part of it being sent or not.
enum ReprDigest {
  /// The SHA-256 of a field's value; `nil` where it has none, or none that can be read.
  static func digest(in value: String) -> Digest? {
    HTTPDigestField(parsing: Array(value.utf8)[...])?.sha256.flatMap { Digest($0) }
  }

  /// The value for a digest.
  static func value(for digest: Digest) -> String { HTTPDigestField.value(sha256: digest.bytes) }
}
