// SPDX-License-Identifier: Apache-2.0

/// The limits that a server sets on an upload by its field `Upload-Limit`, in bytes; `nil` for those that it does not
/// state.
struct UploadLimit: Hashable, Sendable {
  var maximalSize: Int64?
  var maximalAppendSize: Int64?
  var minimalAppendSize: Int64?

  init() {}

  /// Reads the field; none where it is not there, or a member that is known has a value of a wrong type.
  init?(_ fields: HTTPFields) {
    guard let members = StructuredField.dictionary(fields.values(of: "Upload-Limit")) else { return nil }
    var counts: [String: Int64] = [:]
    for name in ["max-size", "min-size", "max-append-size", "min-append-size", "max-age"] {
      guard let member = members[name] else { continue }
      guard case .integer(let count)? = member.item, count >= 0 else { return nil }
      counts[name] = count
    }
    maximalSize = counts["max-size"]
    maximalAppendSize = counts["max-append-size"]
    minimalAppendSize = counts["min-append-size"]
  }
}
