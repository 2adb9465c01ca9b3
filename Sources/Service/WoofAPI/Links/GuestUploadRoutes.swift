// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// Photos that holders of share links add to the albums of the links: `POST /v1/shared/{token}/photos`.
///
/// They belong to the link's owner, for whom they are private, and go through everything that the owner's own go through.
struct GuestUploadRoutes: Sendable {
  let gate: SharedGate
  let intake: PhotoIntake
  let quotas: QuotaGate
  let library: PhotoLibrary
  let pump: BodyPump
  /// The audit trail that records what guests add; `nil` if nothing is recorded.
  let audit: AuditTrail?

  var routes: [ServiceRoute] {
    [
      ServiceRoute(
        .post, "\(SharedPath.pattern)/photos", scopes: .all, parameters: ["fileName"],
        responseFields: SharedPath.fields, handler: upload)
    ]
  }

  private func upload(_ context: RouteContext) async throws -> HTTPResponse {
    let link = try await gate.open(context)
    guard link.terms.allowsAdding else {
      throw WoofError(.forbidden, "This link shows photos, and lets nobody add any.")
    }
    guard let guest = try await gate.guest(of: context, link) else { throw WoofError.namelessGuest }
    let limit = intake.limits.originalByteCount
    let announcement = try UploadAnnouncement(of: context, byteLimit: limit, by: guest)
    let turn = try await gate.links.guests.admitAddition(
      byteCount: announcement.leastByteCount, by: guest, of: link, from: context.request.client.address)
    defer { withExtendedLifetime(turn) {} }
    let addition: PhotoAddition
    do {
      addition = try await receive(context.request.body, announcement, turn.addition, by: link.owner)
    } catch let error as WoofError where error.details["used"] != nil {
      // How much its owner has is no business of a guest's.
      throw WoofError(error.code, "Whoever made this link has no room for this photo.")
    }
    return try await response(to: addition, by: guest, context, link)
  }

  private func receive(
    _ body: any HTTPRequestBody, _ announcement: UploadAnnouncement, _ addition: GuestAddition, by owner: Principal
  ) async throws -> PhotoAddition {
    var details = announcement.details
    details.guest = addition
    // Without the digest: whoever guesses one is to learn from no quota that the owner has a photo with it.
    var known = PhotoUpload.Details()
    known.idempotencyKey = details.idempotencyKey
    _ = try await quotas.admit(byteCount: announcement.leastByteCount, known, of: owner)
    let upload = try await intake.beginUpload(by: owner)
    try upload.expect(details.digests)
    try await pump(body) { try upload.write($0) }
    return try await upload.finish(details)
  }

  private func response(
    to addition: PhotoAddition, by guest: LinkGuest, _ context: RouteContext, _ link: ShareLink
  ) async throws -> HTTPResponse {
    switch addition {
    case .added(let record):
      gate.links.counter.noteAddition()
      let entry = AuditRequest(
        who: link.owner.name.text, action: "links.add", subject: link.id.description,
        details: [
          "photo": .string("\(record.id)"), "guest": .string(guest.name),
          "address": .string(context.request.client.address),
        ])
      // Noted once it has been done, also where the guest has left: refused bytes are not to fill the log.
      await Task { await audit?.note(entry) }.value
      return Self.response(201, record, link)
    case .duplicate(let record): return try await known(record, 200, link)
    case .replayed(let stored):
      return try await known(
        try await library.photo(ofReplayed: stored, for: link.owner), stored.isNew ? 201 : 200, link)
    }
  }

  /// The response about a photo that its owner had before. One that the link does not show stays out of it: it is its owner's
  /// to share.
  private func known(_ record: PhotoRecord, _ status: HTTPStatus, _ link: ShareLink) async throws -> HTTPResponse {
    guard try await gate.links.shows(record.id, link) else {
      throw WoofError(.conflict, "Whoever made the link has this photo already, and may add it.")
    }
    return Self.response(status, record, link)
  }

  private static func response(_ status: HTTPStatus, _ record: PhotoRecord, _ link: ShareLink) -> HTTPResponse {
    var writer = JSONWriter()
    SharedJSON.write(record, of: link, likes: nil, to: &writer)
    return .unstoredJSON(status, writer.bytes)
  }
}

extension UploadAnnouncement {
  /// Reads the head of an upload of a guest, which comes whole and as a raw body, and is private.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unsupported-media-type`, `length-required`, `payload-too-large`,
  ///   `invalid-parameter` or `invalid-request`.
  init(of context: RouteContext, byteLimit: Int64, by guest: LinkGuest) throws {
    let fields = context.request.fields
    guard UploadRevision(of: fields).isComplete(fields) != false, !fields.contains(.tusResumable) else {
      throw WoofError(.invalidRequest, "By a share link a photo comes in one request.")
    }
    var announcement = try UploadAnnouncement(of: context, byteLimit: byteLimit, defaultVisibility: .private)
    guard case .raw = announcement.form else {
      throw FailedResponse(
        WoofError(.unsupportedMediaType, "By a share link a photo is sent as image/* or application/octet-stream."),
        HTTPFields([.accept: "image/*, application/octet-stream"]))
    }
    announcement.details.idempotencyKey = announcement.details.idempotencyKey.map { guest.idempotencyKey($0) }
    self = announcement
  }
}
