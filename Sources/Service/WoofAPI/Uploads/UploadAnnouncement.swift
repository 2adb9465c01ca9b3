// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// The head of an upload. Everything that can be refused before the body is read is refused here.
struct UploadAnnouncement: Sendable {
  /// The form in which the body carries the photo.
  enum Form: Sendable {
    case raw
    case multipart(MultipartFormParser)
  }

  /// The number of bytes that a form may have besides the photo.
  private static let formOverhead: Int64 = 64 * 1024

  let form: Form
  var details: PhotoUpload.Details
  /// The digests announced for the content of this request, if that is not the photo itself but a form or a part.
  let content: AnnouncedDigests
  /// The least number of bytes that the photo has, by the announced length of the upload; 0 if that is not known.
  let leastByteCount: Int64
  /// The number of bytes that the photo must have; `nil` where any number will do.
  let byteCount: Int64?

  /// Reads the head of an upload.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unsupported-media-type`, `length-required`, `payload-too-large`,
  ///   `invalid-parameter` or `invalid-request`.
  init(of context: RouteContext, byteLimit: Int64, defaultVisibility: Visibility) throws {
    let request = context.request
    form = try Self.form(of: request)
    var limit = byteLimit
    if case .multipart = form { limit += Self.formOverhead }
    try Self.checkLength(of: request, limit: limit)
    var details = PhotoUpload.Details()
    if let caption = context.query["caption"] { details.caption = try Caption.checked(caption) }
    details.visibility = try context.query.value("visibility", default: defaultVisibility)
    details.fileName = try Self.fileName(of: context)
    details.idempotencyKey = try Self.idempotencyKey(of: request)
    (details.digests, content) = try Self.digests(of: request, form)
    self.details = details
    byteCount = nil
    let announced = request.fields.structuredInteger(of: .uploadLength) ?? request.body.announcedCount ?? 0
    if case .multipart = form {
      leastByteCount = max(0, announced - Self.formOverhead)
    } else {
      leastByteCount = max(0, announced)
    }
  }

  /// Returns the digests announced for the photo, and for the content if that is something else.
  ///
  /// `Repr-Digest` of a raw upload is always that of the photo, even if other requests bring more of it.
  private static func digests(
    of request: HTTPRequest, _ form: Form
  ) throws(WoofError) -> (photo: AnnouncedDigests, content: AnnouncedDigests) {
    let fields = request.fields
    guard case .raw = form else { return (AnnouncedDigests(), try RequestDigests.ofContent(fields)) }
    if UploadRevision(of: fields).isComplete(fields) != false {
      return (try RequestDigests.ofContent(fields), AnnouncedDigests())
    }
    return (
      try RequestDigests.announced(in: fields, .reprDigest), try RequestDigests.announced(in: fields, .contentDigest)
    )
  }

  /// The name of the file: one that is given as such must be one, and one that a client tells anyway is made one.
  private static func fileName(of context: RouteContext) throws(WoofError) -> String? {
    if let name = context.query["fileName"] { return try UploadFileName.checked(name) }
    guard let field = context.request.fields.bytes(of: .contentDisposition),
      let disposition = HTTPContentDisposition(parsing: field)
    else { return nil }
    return (disposition.extendedFileName ?? disposition.fileName).flatMap(PhotoFileName.sanitized)
  }

  private static func form(of request: HTTPRequest) throws -> Form {
    guard let field = request.fields.bytes(of: .contentType) else { return .raw }
    guard let type = HTTPMediaType(parsing: field) else { throw unsupported }
    if type.essence == "multipart/form-data" {
      guard let parser = try? MultipartFormParser(contentType: type) else {
        throw WoofError(.invalidRequest, "A form needs a boundary of 1 to 70 characters in its Content-Type.")
      }
      return .multipart(parser)
    }
    guard type.type == "image" || type.essence == "application/octet-stream" else { throw unsupported }
    return .raw
  }

  private static func checkLength(of request: HTTPRequest, limit: Int64) throws(WoofError) {
    guard let count = request.body.announcedCount else { return }
    guard count > 0 || request.fields.contains(.contentLength) || beginsWithoutContent(request.fields) else {
      throw WoofError(.lengthRequired, "Announce the length of the photo, or send it in chunks.")
    }
    guard count <= limit else {
      throw WoofError(.payloadTooLarge, "A photo has at most \(limit) bytes.", details: ["limit": .integer(limit)])
    }
  }

  /// Returns `true` if the head begins an upload whose content follows in other requests.
  private static func beginsWithoutContent(_ fields: HTTPFields) -> Bool {
    UploadRevision(of: fields).isComplete(fields) == false
  }

  private static func idempotencyKey(of request: HTTPRequest) throws(WoofError) -> String? {
    let rule = WoofError(
      .invalidRequest, "An Idempotency-Key is a quoted string of 1 to 255 characters, as in \"8e03978e\".")
    do {
      guard let key = try request.fields.structuredString(of: .idempotencyKey) else { return nil }
      guard (1...255).contains(key.utf8.count) else { throw rule }
      return key
    } catch {
      throw rule
    }
  }

  private static var unsupported: FailedResponse {
    FailedResponse(
      WoofError(.unsupportedMediaType, "A photo is sent as image/*, application/octet-stream or multipart/form-data."),
      HTTPFields([.accept: "image/*, application/octet-stream, multipart/form-data"]))
  }
}

extension UploadAnnouncement {
  /// Reads the head of an upload that a ticket allows. What does not agree with the ticket is refused before the body is
  /// read, and leaves the ticket as it is.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unsupported-media-type`, `length-required`, `digest-mismatch` or
  ///   `invalid-request`.
  init(of context: RouteContext, for ticket: UploadTicket) throws {
    let request = context.request
    form = .raw
    try Self.checkType(of: request, for: ticket)
    try Self.checkLength(of: request, limit: .max)
    let isPart = UploadRevision(of: request.fields).isComplete(request.fields) == false
    let length = request.fields.structuredInteger(of: .uploadLength)
    let count = isPart ? length : request.body.announcedCount
    for said in [length, count].compactMap(\.self) where said != ticket.photo.byteCount {
      throw Self.otherLength(said, than: ticket)
    }
    var details = ticket.details
    details.fileName = try Self.fileName(of: context)
    let announced = try Self.digests(of: request, .raw)
    try details.digests.formUnion(announced.photo)
    (self.details, content) = (details, announced.content)
    (leastByteCount, byteCount) = (ticket.photo.byteCount, ticket.photo.byteCount)
  }

  /// A type that says nothing is taken, as the ticket says it.
  private static func checkType(of request: HTTPRequest, for ticket: UploadTicket) throws {
    guard let field = request.fields.bytes(of: .contentType) else { return }
    let type = ticket.photo.type.mediaType
    let essence = HTTPMediaType(parsing: field)?.essence
    guard essence == type || essence == "application/octet-stream" else {
      throw FailedResponse(
        WoofError(.unsupportedMediaType, "The ticket is for a photo of the type \(type)."),
        HTTPFields([.accept: type]))
    }
  }

  /// Refuses bytes of which there are more or fewer than the ticket is for: they cannot have its digest.
  static func otherLength(_ count: Int64, than ticket: UploadTicket) -> WoofError {
    WoofError(
      .digestMismatch, "The ticket is for a photo of \(ticket.photo.byteCount) bytes, and not of \(count).",
      details: ["expected": .string(ticket.photo.digest.description), "byteCount": .integer(ticket.photo.byteCount)])
  }
}

/// The names of files that senders give for their photos.
enum UploadFileName {
  /// Checks a name; an empty one says that there is none.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`.
  static func checked(_ name: String) throws(WoofError) -> String? {
    guard !name.isEmpty else { return nil }
    guard PhotoFileName.isValid(name) else {
      throw RouteQuery.invalid(
        "fileName",
        "A file name has at most \(PhotoFileName.byteLimit) bytes, no slashes, no control or format characters, and no point "
          + "or space before it.")
    }
    return name
  }
}
