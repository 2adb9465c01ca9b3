// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP

/// The right of a request to upload for an account: that of the account itself, or that of a ticket.
struct UploadAuthority: Sendable {
  /// The account that photos are added to.
  let owner: Principal
  /// The ticket of which the uploads must be; `nil` for any of the account.
  var ticket: UploadTicket?
  /// The path below which uploads that may be resumed have their addresses.
  let folder: String
  /// Makes the response about the photo that an upload became.
  let response: @Sendable (PhotoAddition) async throws -> HTTPResponse

  /// Returns `true` if the photo of a complete upload is one that this right leads to.
  func covers(_ upload: CompletedUpload) -> Bool { ticket == nil || ticket?.use?.photo == upload.response.photo }
}
