internal import FoundationEssentials
internal import WoofModel

/// What is kept of an upload besides its bytes, so that another process of the service can go on with it.
struct UploadNote: Hashable, Sendable {
  /// Who may go on with it.
  var owner: AccountID
  /// What is said of the photo.
  var details: PhotoUpload.Details
  /// How many bytes it will have; `nil` where that is not known yet.
  var length: Int64?
  var createdAt: Timestamp

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
    self.init(
      owner: AccountID(rawValue: form.owner),
      details: PhotoUpload.Details(
        caption: form.caption, visibility: visibility, expectedDigest: digest, idempotencyKey: form.idempotencyKey),
      length: form.length, createdAt: Timestamp(milliseconds: form.createdAt))
  }

  /// The note as JSON.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  func encoded() throws(WoofError) -> [UInt8] {
    let form = Form(
      owner: owner.rawValue, caption: details.caption, visibility: details.visibility.rawValue,
      digest: details.expectedDigest?.description, idempotencyKey: details.idempotencyKey, length: length,
      createdAt: createdAt.milliseconds)
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
    var digest: String?
    var idempotencyKey: String?
    var length: Int64?
    var createdAt: Int64
  }
}
