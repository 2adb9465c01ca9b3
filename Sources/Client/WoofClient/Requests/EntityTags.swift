// SPDX-License-Identifier: Apache-2.0

extension APIResponse {
  /// The `ETag` (RFC 9110 §8.8.3), with its quotes.
  ///
  /// - Throws: ``WoofError`` with ``WoofError/Code/invalidServerResponse`` where there is none.
  var entityTag: String {
    get throws(WoofError) {
      guard let tag = self[field: "ETag"] else { throw WoofError.incomplete(url, missing: "ETag") }
      return tag
    }
  }
}

extension [String: String] {
  /// `If-Match`, where a tag is given.
  static func matching(_ entityTag: String?) -> [String: String] { entityTag.map { ["If-Match": $0] } ?? [:] }
}
