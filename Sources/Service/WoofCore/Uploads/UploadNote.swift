// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import WoofCryptography
internal import WoofModel
internal import WoofSystem

/// A note on an upload, kept beside its bytes so that another process of the service can continue it.
struct UploadNote: Hashable, Sendable {
  /// The account that may continue the upload.
  var owner: AccountID
  /// The details of the photo.
  var details: PhotoUpload.Details
  /// The length of the upload in bytes; `nil` if it is not known yet.
  var length: Int64?
  var createdAt: Timestamp
  /// `true` if the upload is a part of a photo, which others are joined with.
  var isPart = false
  /// The `Upload-Metadata` of its beginning, as the client wrote it; `nil` where it gave none.
  var metadata: String?

  init(owner: AccountID, details: PhotoUpload.Details, length: Int64?, createdAt: Timestamp) {
    self.owner = owner
    self.details = details
    self.length = length
    self.createdAt = createdAt
  }

  /// Reads what ``encoded()`` wrote; `nil` for anything else.
  init?(_ bytes: [UInt8]) {
    guard let form = try? JSONDecoder().decode(Form.self, from: Data(bytes)), form.version == Form.currentVersion,
      let visibility = Visibility(rawValue: form.visibility), form.length ?? 0 >= 0
    else { return nil }
    let digest = form.digest.flatMap { Digest($0) }
    guard (digest == nil) == (form.digest == nil) else { return nil }
    let sha512 = form.sha512.flatMap { Base64.decode($0.utf8, as: .url) }
    guard (sha512?.count == SHA512.byteCount) == (form.sha512 != nil) else { return nil }
    var details = PhotoUpload.Details(
      caption: form.caption, visibility: visibility, fileName: form.fileName, expectedDigest: digest,
      idempotencyKey: form.idempotencyKey)
    details.digests.sha512 = sha512
    details.expectedType = form.type.flatMap { ImageType(rawValue: $0) }
    details.ticket = form.ticket.flatMap { UploadTicketID(utf8: $0.utf8) }
    guard (details.expectedType == nil) == (form.type == nil), (details.ticket == nil) == (form.ticket == nil) else {
      return nil
    }
    self.init(
      owner: AccountID(rawValue: form.owner), details: details, length: form.length,
      createdAt: Timestamp(milliseconds: form.createdAt))
    isPart = form.isPart ?? false
    metadata = form.metadata
  }

  /// The note as JSON.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  func encoded() throws(WoofError) -> [UInt8] {
    let form = Form(
      owner: owner.rawValue, caption: details.caption, visibility: details.visibility.rawValue,
      fileName: details.fileName, digest: details.digests.sha256?.description,
      sha512: details.digests.sha512.map { Base64.encode($0, as: .url) }, idempotencyKey: details.idempotencyKey,
      length: length, type: details.expectedType?.rawValue, ticket: details.ticket?.description,
      createdAt: createdAt.milliseconds, isPart: isPart ? true : nil, metadata: metadata)
    do {
      return Array(try JSONEncoder().encode(form))
    } catch {
      throw WoofError(.internal, "The note of an upload cannot be written as JSON.", cause: error)
    }
  }

  /// The note as it lies in its file.
  private struct Form: Codable {
    static let currentVersion = 1

    var version = Form.currentVersion
    var owner: Int64
    var caption: String
    var visibility: String
    var fileName: String?
    var digest: String?
    var sha512: String?
    var idempotencyKey: String?
    var length: Int64?
    var type: String?
    var ticket: String?
    var createdAt: Int64
    var isPart: Bool?
    var metadata: String?
  }
}
