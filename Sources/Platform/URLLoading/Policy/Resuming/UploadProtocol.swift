// SPDX-License-Identifier: Apache-2.0

/// The revisions of the draft for resumable uploads (draft-ietf-httpbis-resumable-upload) that clients and servers tell
/// each other by number, and what each does differently on the wire.
struct UploadInteropVersion: Hashable, Sendable {
  /// The field that tells the number.
  static let field = "Upload-Draft-Interop-Version"

  let number: Int
  /// The field that says whether the content is complete, or in the first revisions, whether it is not.
  let completenessField: String
  private let saysIncomplete: Bool
  /// The media type that content has that is appended; none where any will do.
  let appendedType: String?

  private static let table: [UploadInteropVersion] =
    [UploadInteropVersion(number: 3, completenessField: "Upload-Incomplete", saysIncomplete: true, appendedType: nil)]
    + (4...5).map {
      UploadInteropVersion(number: $0, completenessField: "Upload-Complete", saysIncomplete: false, appendedType: nil)
    }
    + (6...9).map {
      UploadInteropVersion(
        number: $0, completenessField: "Upload-Complete", saysIncomplete: false,
        appendedType: "application/partial-upload")
    }

  /// The one that is spoken first.
  static let preferred = UploadInteropVersion(
    number: 9, completenessField: "Upload-Complete", saysIncomplete: false, appendedType: "application/partial-upload")

  /// The revision of a number; none where it is not spoken here.
  static func version(_ number: Int) -> UploadInteropVersion? { table.first { $0.number == number } }

  /// The line that says whether the content of a request reaches the end.
  func completeness(_ isComplete: Bool) -> (name: String, value: String) {
    (completenessField, isComplete != saysIncomplete ? "?1" : "?0")
  }

  /// Returns whether a message states that the upload is complete; `nil` if the message does not state it.
  func isComplete(_ fields: HTTPFields) -> Bool? {
    StructuredField.boolean(fields.values(of: completenessField)).map { $0 != saysIncomplete }
  }

  /// The line that tells the number.
  var line: (name: String, value: String) { (Self.field, String(number)) }

  /// Returns `true` if a message is of this revision.
  func isSpoken(in fields: HTTPFields) -> Bool {
    StructuredField.count(fields.values(of: Self.field)) == Int64(number)
  }
}

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
