// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// Uploads that may be resumed after a break (draft-ietf-httpbis-resumable-upload), in every revision that clients speak.
struct ResumableUploadRoutes: Sendable {
  let uploads: ResumableUploads
  let additionResponse: PhotoAdditionResponse
  private let protocolResponse: UploadResponse
  private let intake: PhotoIntake
  private let pump: BodyPump

  private static let partialType = "application/partial-upload"

  init(
    uploads: ResumableUploads, additionResponse: PhotoAdditionResponse, intake: PhotoIntake, pump: BodyPump
  ) {
    self.intake = intake
    self.pump = pump
    self.uploads = uploads
    self.additionResponse = additionResponse
    protocolResponse = UploadResponse(uploads: uploads)
  }

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.options, "/v1/photos", handler: options),
      ServiceRoute(.get, "/v1/uploads/{id}", signIn: .required, handler: locate),
      ServiceRoute(.patch, "/v1/uploads/{id}", signIn: .required, handler: append),
      ServiceRoute(.delete, "/v1/uploads/{id}", signIn: .required, handler: cancel),
    ]
  }

  /// Begins an upload that a request to `POST /v1/photos` brings, or a part of one.
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
    let owner = try context.signedIn()
    let append = Self.append(of: request, at: 0, isComplete: isComplete)
    do {
      try checkSize(append)
      let length = append.length ?? (isComplete ? append.count : nil)
      let upload = try await uploads.make(
        announcement.details, length: length, by: owner, countLimit: countLimit, receivedAt: request.receivedAt)
      let reception = reception(of: request, by: owner, revision, content: announcement.content)
      let received = try await reception.receive(append, into: upload) {
        revision.sendInterim(protocolResponse.place(of: upload), to: request)
      }
      guard let position = received, !position.isComplete else {
        return try await finish(owner, revision, upload.finish)
      }
      var fields = protocolResponse.fields(of: position, revision)
      fields.append(.location, UploadResponse.path(of: upload))
      return HTTPResponse(201, fields: fields)
    } catch let error as WoofError where isComplete && Self.isForWantOfUploads(error) {
      // Whoever sends all at once need not be able to resume.
      return nil
    } catch {
      throw protocolResponse.failure(of: error, revision) ?? error
    }
  }

  private func reception(
    of request: HTTPRequest, by owner: Principal, _ revision: UploadRevision, content: AnnouncedDigests
  ) -> UploadReception {
    UploadReception(
      uploads: uploads, intake: intake, pump: pump, protocolResponse: protocolResponse, revision: revision,
      request: request, owner: owner, content: content)
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
        .allow: "GET, HEAD, POST, OPTIONS", .acceptPatch: Self.partialType, .uploadLimit: protocolResponse.limit(),
      ]))
  }

  private func locate(_ context: RouteContext) async throws -> HTTPResponse {
    try await withUpload(context) { upload, owner, revision in
      do {
        return HTTPResponse(204, fields: protocolResponse.fields(of: try await upload.position(for: owner), revision))
      } catch {
        await uploads.pause(upload)
        throw error
      }
    } completed: { upload, _, revision in
      HTTPResponse(204, fields: protocolResponse.fields(of: upload, revision))
    }
  }

  private func append(_ context: RouteContext) async throws -> HTTPResponse {
    let request = context.request
    return try await withUpload(context) { upload, owner, revision in
      let append = try Self.checkedAppend(of: request, revision)
      try checkSize(append)
      let content = try RequestDigests.ofContent(request.fields)
      uploads.noteResumption()
      let reception = reception(of: request, by: owner, revision, content: content)
      guard let position = try await reception.receive(append, into: upload), !position.isComplete else {
        return try await finish(owner, revision, upload.finish)
      }
      return HTTPResponse(204, fields: protocolResponse.fields(of: position, revision))
    } completed: { upload, owner, revision in
      var state = upload.state
      _ = try state.begin(try Self.checkedAppend(of: request, revision))
      return try await finish(owner, revision) { .replayed(upload.response) }
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
    _ body: (ResumableUpload, Principal, UploadRevision) async throws -> HTTPResponse,
    completed: (CompletedUpload, Principal, UploadRevision) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let revision = UploadRevision(of: context.request.fields)
    let owner = try context.signedIn()
    do {
      guard let bytes = context.path.bytes(of: "id"), let id = UploadID(String(decoding: bytes, as: UTF8.self)) else {
        throw UploadRefusal.gone
      }
      do {
        return try await body(try uploads.upload(id, of: owner), owner, revision)
      } catch UploadRefusal.gone {
        // Also where it was completed meanwhile.
        guard let upload = try await uploads.completedUpload(id, of: owner) else { throw UploadRefusal.gone }
        return try await completed(upload, owner, revision)
      }
    } catch {
      throw protocolResponse.failure(of: error, revision) ?? error
    }
  }

  /// Tells of the photo that an upload becomes, or became. The response, also one that says what is wrong with the photo, is not of the upload's
  /// protocol any more.
  private func finish(
    _ owner: Principal, _ revision: UploadRevision, _ addition: () async throws -> PhotoAddition
  ) async throws -> HTTPResponse {
    do {
      var response = try await additionResponse.response(to: try await addition(), owner)
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
