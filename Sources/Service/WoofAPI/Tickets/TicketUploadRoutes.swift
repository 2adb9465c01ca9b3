// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// Uploads by tickets, at addresses that are all the credential they need.
///
/// Who sends them can often read no body, so that all there is to know stands in the response's fields. It says no more of
/// the photo than that: a ticket lets nobody read.
struct TicketUploadRoutes: Sendable {
  let tickets: UploadTickets
  let intake: PhotoIntake
  let quotas: QuotaGate
  let library: PhotoLibrary
  let pump: BodyPump
  /// Uploads that may be resumed; `nil` where none may.
  let uploads: ResumableUploads?
  /// The audit trail that records the use of tickets; `nil` if nothing is recorded.
  let audit: AuditTrail?

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.put, TicketPath.pattern, signIn: .ticket, handler: upload),
      ServiceRoute(.post, TicketPath.pattern, signIn: .ticket, handler: upload),
    ] + (resumable?.routes ?? [])
  }

  private var resumable: ResumableUploadRoutes? {
    uploads.map { uploads in
      ResumableUploadRoutes(
        uploads: uploads, intake: intake, pump: pump,
        paths: ResumableUploadRoutes.Paths(
          creation: (TicketPath.pattern, .ticket), upload: ("\(TicketPath.pattern)/{id}", .ticket)),
        authority: authority)
    }
  }

  private func authority(of context: RouteContext) throws -> UploadAuthority {
    guard let ticket = context.ticket, let secret = context.path.bytes(of: TicketPath.parameter) else {
      throw WoofError.noSuchTicket
    }
    let entry = context.auditEntry("tickets.use", of: ticket.id, by: ticket.owner.name)
    return UploadAuthority(
      owner: ticket.owner, ticket: ticket, folder: TicketPath.path(of: String(decoding: secret, as: UTF8.self))
    ) { addition in
      let response = try await self.response(to: addition, ticket)
      if case .replayed = addition { return response }
      tickets.noteUse()
      // Noted once it has been done: whoever holds the address could fill the log with bytes that are refused.
      await Task { await audit?.note(entry) }.value
      return response
    }
  }

  private func upload(_ context: RouteContext) async throws -> HTTPResponse {
    let authority = try authority(of: context)
    guard let ticket = authority.ticket else { throw WoofError.noSuchTicket }
    let announcement = try UploadAnnouncement(of: context, for: ticket)
    let isPart = UploadRevision(of: context.request.fields).isComplete(context.request.fields) == false
    if let use = ticket.use, !isPart { return try await repeatedResponse(context, announcement, ticket, use) }
    let quota = try await quotas.admit(
      byteCount: ticket.photo.byteCount, announcement.details, of: authority.owner)
    if let response = try await resumable?.create(context, announcement, countLimit: quota.uploadCount ?? .max) {
      return response
    }
    let upload = try await intake.beginUpload(by: authority.owner)
    try upload.expect(announcement.details.digests)
    try await receive(context.request.body, ticket) { try upload.write($0) }
    return try await authority.response(try await upload.finish(announcement.details))
  }

  /// Hands over the bytes of a photo, of which there may be so many as the ticket is for.
  private func receive(
    _ body: any HTTPRequestBody, _ ticket: UploadTicket, _ consume: @escaping @Sendable (RawSpan) throws -> Void
  ) async throws {
    try await pump(
      body, upTo: ticket.photo.byteCount, orThrow: { UploadAnnouncement.otherLength($0, than: ticket) }, consume)
  }

  /// The response to a request that comes again once its ticket has been used, as the first response may have been lost.
  /// The bytes must be the same; they are only compared.
  private func repeatedResponse(
    _ context: RouteContext, _ announcement: UploadAnnouncement, _ ticket: UploadTicket, _ use: UploadTicket.Use
  ) async throws -> HTTPResponse {
    if let check = try DigestCheck(announcement.details.digests) {
      try await receive(context.request.body, ticket) { check.update($0) }
      try check.finish()
    }
    let stored = StoredResponse(fingerprint: ticket.photo.digest, photo: use.photo, isNew: use.isNew)
    var response = try await response(to: .replayed(stored), ticket)
    let revision = UploadRevision(of: context.request.fields)
    if revision.isComplete(context.request.fields) != nil { revision.append(isComplete: true, to: &response.fields) }
    return response
  }

  private func response(to addition: PhotoAddition, _ ticket: UploadTicket) async throws -> HTTPResponse {
    let (status, id): (HTTPStatus, PhotoID)
    switch addition {
    case .added(let record): (status, id) = (201, record.id)
    case .duplicate(let record): (status, id) = (200, record.id)
    case .replayed(let stored):
      id = try await library.photo(ofReplayed: stored, for: ticket.owner).id
      status = stored.isNew ? 201 : 200
    }
    return HTTPResponse(
      status,
      fields: HTTPFields([
        .location: "/v1/photos/\(id)", .woofPhotoID: id.description,
        .reprDigest: HTTPDigestField.value(sha256: ticket.photo.digest.bytes), .cacheControl: "no-store",
      ]))
  }
}

/// Finds the ticket that a request brings in its path.
struct TicketGate: Sendable {
  /// The tickets; `nil` where there are none.
  let tickets: UploadTickets?

  /// Returns the ticket of a path.
  ///
  /// - Parameter address: The client's address, for which it is looked up until it is known whose it is.
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where it is not there any more, `internal` or `unavailable`.
  func ticket(of path: HTTPPathParameters, for address: String) async throws -> UploadTicket {
    guard let tickets, let text = path.bytes(of: TicketPath.parameter), let secret = AddressSecret(text) else {
      tickets?.noteRefusal()
      throw WoofError.noSuchTicket
    }
    return try await WorkClient.$current.withValue(.address(address)) { try await tickets.ticket(of: secret) }
  }
}

/// The paths at which photos are uploaded by tickets.
enum TicketPath {
  /// The parameter that has a ticket's secret.
  static let parameter = "ticket"
  /// The pattern of the path of a ticket.
  static let pattern = "\(folder)/{\(parameter)}"

  private static let folder = "/v1/uploads/by-ticket"

  /// The path of a ticket.
  static func path(of secret: String) -> String { "\(folder)/\(secret)" }
}

extension HTTPFieldName {
  /// Names the photo that an upload became, for who reads no bodies.
  static let woofPhotoID = known("Woof-Photo-Id")
}
