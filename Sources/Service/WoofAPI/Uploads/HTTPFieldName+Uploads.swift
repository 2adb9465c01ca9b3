// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP

/// The fields of resumable uploads (draft-ietf-httpbis-resumable-upload).
extension HTTPFieldName {
  static let uploadComplete = known("Upload-Complete")
  static let uploadIncomplete = known("Upload-Incomplete")
  static let uploadOffset = known("Upload-Offset")
  static let uploadLength = known("Upload-Length")
  static let uploadLimit = known("Upload-Limit")
  static let uploadInteropVersion = known("Upload-Draft-Interop-Version")

  private static func known(_ text: String) -> HTTPFieldName {
    guard let name = HTTPFieldName(text) else { preconditionFailure("\(text) is no name of a field.") }
    return name
  }
}
