// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// Uploads that may be resumed after a break (draft-ietf-httpbis-resumable-upload), in every revision that clients speak.
struct ResumableUploadRoutes: Sendable {
  /// The paths of uploads, and who may use them.
  struct Paths: Sendable {
    /// The pattern of the path at which uploads begin, and the rule for asking there what they may take.
    let creation: (pattern: String, signIn: ServiceRoute.SignIn)
    /// The pattern of the path of an upload, with its `id`, and the rule for using it.
    let upload: (pattern: String, signIn: ServiceRoute.SignIn)
  }

  let uploads: ResumableUploads
  let intake: PhotoIntake
  let pump: BodyPump
  let paths: Paths
  /// Finds out for whom a request uploads.
  let authority: @Sendable (RouteContext) throws -> UploadAuthority

  private static let partialType = "application/partial-upload"

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.options, paths.creation.pattern, signIn: paths.creation.signIn, scopes: .upload, handler: options),
      ServiceRoute(.get, paths.upload.pattern, signIn: paths.upload.signIn, scopes: .upload, handler: locate),
      ServiceRoute(.patch, paths.upload.pattern, signIn: paths.upload.signIn, scopes: .upload, handler: append),
      ServiceRoute(.delete, paths.upload.pattern, signIn: paths.upload.signIn, scopes: .upload, handler: cancel),
    ]
  }

  /// Begins an upload that a request brings, or a part of one.
  ///
  /// - Parameter countLimit: The most uploads that the account may have under way; `nil` for as many as any.
  /// - Returns: The response; `nil` where the request is none of this protocol, or is to be answered as such as there is no
  ///   room.
  func create(
    _ context: RouteContext, _ announcement: UploadAnnouncement, countLimit: Int64?
  ) async throws -> HTTPResponse? {
    let request = context.request
    let revision = UploadRevision(of: request.fields)
    guard let isComplete = revision.isComplete(request.fields) else { return nil }
    let authority = try authority(context)
    let protocolResponse = protocolResponse(for: authority)
    let append = Self.append(of: request, at: 0, isComplete: isComplete)
    do {
      try checkSize(append)
      if let response = try await replay(append, of: request, announcement, by: authority, revision) { return response }
      let length = announcement.byteCount ?? append.length ?? (isComplete ? append.count : nil)
      let upload = try await uploads.make(
        announcement.details, length: length, by: authority.owner, countLimit: countLimit,
        receivedAt: request.receivedAt)
      // Another request may have been answered since. From here on, one that is finds this upload.
      if let response = try await replay(append, of: request, announcement, by: authority, revision) { return response }
      let reception = reception(of: request, into: upload, by: authority, revision, content: announcement.content)
      let received = try await reception.receive(append, into: upload) {
        revision.sendInterim(protocolResponse.place(of: upload), to: request)
      }
      guard let position = received, !position.isComplete else {
        return try await finish(authority, revision, upload.finish)
      }
      var fields = protocolResponse.fields(of: position, revision)
      fields.append(.location, protocolResponse.path(of: upload))
      return HTTPResponse(201, fields: fields)
    } catch let error as WoofError where isComplete && Self.isForWantOfUploads(error) {
      // Whoever sends all at once need not be able to resume.
      return nil
    } catch {
      throw protocolResponse.failure(of: error, revision) ?? error
    }
  }

  /// Answers an upload whose idempotency key another one was answered under as that one: the bytes of a second one would
  /// lie here for nothing, and for long where nobody goes on with it.
  ///
  /// The body of the request is read all the same, as many clients hear nothing before they have sent everything.
  ///
  /// - Returns: `nil` where it is none, and where a ticket is all that the request has: the first response names the photo,
  ///   which only who has the bytes is told.
  private func replay(
    _ append: UploadAppend, of request: HTTPRequest, _ announcement: UploadAnnouncement, by authority: UploadAuthority,
    _ revision: UploadRevision
  ) async throws -> HTTPResponse? {
    let details = announcement.details
    guard authority.ticket == nil,
      let answered = try await intake.answeredUpload(like: details, by: authority.owner)
    else { return nil }
    return try await finish(authority, revision) {
      // Begun by this request, or by one that came before the photo was there.
      await uploads.cancel(like: details, by: authority.owner)
      try answered.check(digest: details.expectedDigest, length: append.length)
      let isComplete = append.isComplete == true
      let check = try DigestCheck(telling: isComplete ? details.digests : announcement.content)
      let refusal = uploads.appendTooLarge
      try await pump(request.body, upTo: uploads.appendByteCount, orThrow: { _ in refusal }) { check.update($0) }
      let digest = try check.finish()
      if isComplete { try answered.check(digest: digest, length: append.length) }
      return .replayed(answered.response)
    }
  }

  private func protocolResponse(for authority: UploadAuthority) -> UploadResponse {
    UploadResponse(uploads: uploads, folder: authority.folder)
  }

  private func reception(
    of request: HTTPRequest, into upload: ResumableUpload, by authority: UploadAuthority, _ revision: UploadRevision,
    content: AnnouncedDigests
  ) -> UploadReception {
    let protocolResponse = protocolResponse(for: authority)
    var reception = UploadReception(
      uploads: uploads, intake: intake, pump: pump, request: request, owner: authority.owner, content: content,
      fieldsOfFailure: { position, isBeginning in
        var fields = protocolResponse.progress(of: position, revision)
        if isBeginning { fields.append(.location, protocolResponse.path(of: upload)) }
        return fields
      })
    if revision.tellsProgress {
      reception.tell = { revision.sendInterim(HTTPFields([.uploadOffset: String($0)]), to: request) }
    }
    return reception
  }

  /// Returns `true` if an upload was refused only because too many uploads, or too many of their bytes, are under way.
  private static func isForWantOfUploads(_ error: WoofError) -> Bool {
    switch error.details["limitName"] {
    case "uploads", "uploadBytes": true
    default: error.code == .tooManyRequests
    }
  }

  private func options(_ context: RouteContext) async throws -> HTTPResponse {
    HTTPResponse(
      204,
      fields: HTTPFields([
        .allow: context.ticket == nil ? "GET, HEAD, POST, OPTIONS" : "PUT, POST, OPTIONS",
        .acceptPatch: Self.partialType,
        .uploadLimit: UploadResponse.limit(of: uploads),
      ]))
  }

  private func locate(_ context: RouteContext) async throws -> HTTPResponse {
    try await withUpload(context) { upload, authority, revision in
      do {
        let position = try await upload.position(for: authority.owner)
        return HTTPResponse(204, fields: protocolResponse(for: authority).fields(of: position, revision))
      } catch {
        await uploads.pause(upload)
        throw error
      }
    } completed: { upload, authority, revision in
      HTTPResponse(204, fields: protocolResponse(for: authority).fields(of: upload, revision))
    }
  }

  private func append(_ context: RouteContext) async throws -> HTTPResponse {
    let request = context.request
    return try await withUpload(context) { upload, authority, revision in
      let append = try Self.checkedAppend(of: request, revision)
      try checkSize(append)
      let content = try RequestDigests.ofContent(request.fields)
      uploads.noteResumption()
      let reception = reception(of: request, into: upload, by: authority, revision, content: content)
      guard let position = try await reception.receive(append, into: upload), !position.isComplete else {
        return try await finish(authority, revision, upload.finish)
      }
      return HTTPResponse(204, fields: protocolResponse(for: authority).fields(of: position, revision))
    } completed: { upload, authority, revision in
      var state = upload.state
      _ = try state.begin(try Self.checkedAppend(of: request, revision))
      return try await finish(authority, revision) { .replayed(upload.response) }
    }
  }

  private func cancel(_ context: RouteContext) async throws -> HTTPResponse {
    try await withUpload(context) { upload, _, _ in
      try await uploads.cancel(upload)
      return HTTPResponse(204)
    } completed: { _, _, _ in
      // The upload is over as it is, and the photo is no part of it.
      HTTPResponse(204)
    }
  }

  private func withUpload(
    _ context: RouteContext,
    _ body: (ResumableUpload, UploadAuthority, UploadRevision) async throws -> HTTPResponse,
    completed: (CompletedUpload, UploadAuthority, UploadRevision) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let revision = UploadRevision(of: context.request.fields)
    let authority = try authority(context)
    do {
      let id = try context.uploadID
      do {
        let upload = try await uploads.upload(id, of: authority.owner, ticket: authority.ticket?.id)
        // Only tus knows parts, whose bytes become no photo by themselves.
        guard !upload.isPart else { throw UploadRefusal.gone }
        return try await body(upload, authority, revision)
      } catch UploadRefusal.gone {
        // Also where it was completed meanwhile.
        guard let upload = try await uploads.completedUpload(id, of: authority.owner), authority.covers(upload) else {
          throw UploadRefusal.gone
        }
        return try await completed(upload, authority, revision)
      }
    } catch {
      throw protocolResponse(for: authority).failure(of: error, revision) ?? error
    }
  }

  /// Tells of the photo that an upload becomes, or became. The response, also one that says what is wrong with the photo, is not of the upload's
  /// protocol any more.
  private func finish(
    _ authority: UploadAuthority, _ revision: UploadRevision, _ addition: () async throws -> PhotoAddition
  ) async throws -> HTTPResponse {
    do {
      var response = try await authority.response(try await addition())
      revision.append(isComplete: true, to: &response.fields)
      return response
    } catch let error as WoofError where error.code.status < 500 {
      var fields = HTTPFields()
      revision.append(isComplete: true, to: &fields)
      throw FailedResponse(error, fields)
    }
  }

  /// Refuses what the head says is too much.
  private func checkSize(_ append: UploadAppend) throws {
    let limit = uploads.photoByteLimit
    if let length = append.length, length > limit { throw UploadRefusal.tooLarge(limit: limit) }
    if let count = append.count, count > uploads.appendByteCount { throw uploads.appendTooLarge }
  }

  private static func append(of request: HTTPRequest, at offset: Int64, isComplete: Bool) -> UploadAppend {
    let length = request.fields.structuredInteger(of: .uploadLength).flatMap { $0 >= 0 ? $0 : nil }
    return UploadAppend(offset: offset, count: request.body.announcedCount, isComplete: isComplete, length: length)
  }

  private static func checkedAppend(of request: HTTPRequest, _ revision: UploadRevision) throws -> UploadAppend {
    let type = request.fields.bytes(of: .contentType).flatMap { HTTPMediaType(parsing: $0) }
    if revision.requiresMediaType, type?.essence != partialType {
      throw FailedResponse(
        WoofError(.unsupportedMediaType, "A part of an upload is sent as \(partialType)."),
        HTTPFields([.acceptPatch: partialType]))
    }
    guard let isComplete = revision.isComplete(request.fields),
      let offset = request.fields.structuredInteger(of: .uploadOffset), offset >= 0
    else {
      throw WoofError(.invalidRequest, "A part of an upload needs Upload-Offset and Upload-Complete, as 0 and ?1.")
    }
    return append(of: request, at: offset, isComplete: isComplete)
  }
}

extension RouteContext {
  /// The upload that the path names.
  ///
  /// - Throws: `UploadRefusal.gone` where it cannot be the name of one.
  var uploadID: UploadID {
    get throws(UploadRefusal) {
      guard let bytes = path.bytes(of: "id"), let id = UploadID(String(decoding: bytes, as: UTF8.self)) else {
        throw .gone
      }
      return id
    }
  }
}
