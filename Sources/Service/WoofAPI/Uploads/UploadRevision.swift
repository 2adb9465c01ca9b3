// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP

/// A revision of the draft for resumable uploads (draft-ietf-httpbis-resumable-upload), and what it does differently on
/// the wire. Clients name it by a number; the final protocol will have none.
struct UploadRevision: Hashable, Sendable {
  /// The number that the client sent; `nil` where it sent none, or one that is not known here.
  let number: Int64?
  /// `true` if the field of the first revisions is used, which says whether content is incomplete.
  private var saysIncomplete: Bool { number == 3 }
  /// `true` if appended content must be of the type `application/partial-upload`.
  var requiresMediaType: Bool { number ?? 9 >= 6 }
  /// `true` if interim responses tell how much has come.
  var tellsProgress: Bool { number ?? 0 >= 5 }

  private static let known: ClosedRange<Int64> = 3...9

  /// The revision that a request speaks.
  init(of fields: HTTPFields) {
    number = fields.structuredInteger(of: .uploadInteropVersion).flatMap { Self.known.contains($0) ? $0 : nil }
  }

  /// Returns `true` if the content of a request reaches the end of the upload; `nil` if the request does not say so,
  /// and is none of this protocol.
  func isComplete(_ fields: HTTPFields) -> Bool? {
    saysIncomplete
      ? fields.structuredBoolean(of: .uploadIncomplete).map { !$0 } : fields.structuredBoolean(of: .uploadComplete)
  }

  /// Says in a response whether the upload is complete.
  func append(isComplete: Bool, to fields: inout HTTPFields) {
    if saysIncomplete {
      fields.append(.uploadIncomplete, isComplete ? "?0" : "?1")
    } else {
      fields.append(.uploadComplete, isComplete ? "?1" : "?0")
    }
  }

  /// Sends an interim response, to clients that named a revision: others may not be ready for it.
  func sendInterim(_ fields: HTTPFields, to request: HTTPRequest) {
    guard let number else { return }
    var fields = fields
    fields.append(.uploadInteropVersion, String(number))
    request.sendInterim(104, fields: fields)
  }
}

/// The fields of resumable uploads (draft-ietf-httpbis-resumable-upload).
extension HTTPFieldName {
  static let uploadComplete = known("Upload-Complete")
  static let uploadIncomplete = known("Upload-Incomplete")
  static let uploadOffset = known("Upload-Offset")
  static let uploadLength = known("Upload-Length")
  static let uploadLimit = known("Upload-Limit")
  static let uploadInteropVersion = known("Upload-Draft-Interop-Version")
}
