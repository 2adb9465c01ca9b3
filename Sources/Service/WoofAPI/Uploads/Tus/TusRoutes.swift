// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Uploads by tus 1.0.0 (<https://tus.io/protocols/resumable-upload>), onto the same ledger as those of the draft
/// (``ResumableUploadRoutes``).
///
/// An upload is over when its bytes have reached its length: the request that brings the last one, or the next one that
/// asks, makes the photo, and says in `Woof-Photo-Id` which it is.
struct TusRoutes: Sendable {
  let uploads: ResumableUploads
  let intake: PhotoIntake
  let quotas: QuotaGate
  let pump: BodyPump
  /// The visibility of a photo whose upload does not give one.
  let defaultVisibility: Visibility
  /// The most partial uploads that a photo may be made of.
  let partLimit: Int

  private var protocolResponse: TusResponse { TusResponse(uploads: uploads) }

  var routes: [ServiceRoute] {
    [TusPath.folder, TusPath.upload, TusPath.final].map { route(.options, $0, .optional) { _ in capabilities } }
      + [route(.post, TusPath.folder, handler: create)]
      + [.get, .post, .patch, .delete].flatMap { method in
        [route(method, TusPath.upload, handler: upload), route(method, TusPath.final, handler: finalUpload)]
      }
  }

  private func route(
    _ method: HTTPMethod, _ pattern: String, _ signIn: ServiceRoute.SignIn = .required,
    handler: @escaping @Sendable (RouteContext) async throws -> HTTPResponse
  ) -> ServiceRoute {
    ServiceRoute(method, pattern, signIn: signIn, scopes: .upload, responseFields: TusResponse.commonFields) {
      context in
      do {
        guard method == .options || TusRequest(context.request).isOfKnownVersion else { throw TusResponse.otherVersion }
        return try await handler(context)
      } catch {
        throw protocolResponse.failure(of: error) ?? error
      }
    }
  }

  private var capabilities: HTTPResponse { protocolResponse.capabilities }

  // MARK: The beginning of an upload

  private func create(_ context: RouteContext) async throws -> HTTPResponse {
    guard try TusRequest.method(of: context.request) == .post else { throw Self.otherMethod }
    let owner = try context.signedIn()
    let request = TusRequest(context.request)
    let metadata = try request.metadata
    let details = try metadata?.details(defaultVisibility) ?? PhotoUpload.Details(visibility: defaultVisibility)
    let concatenation = try request.concatenation(partLimit: partLimit)
    if case .final(let parts)? = concatenation { return try await join(parts, details, context, by: owner) }
    let length = try checkedLength(of: request)
    guard request.hasContent || context.request.body.announcedCount == 0 else { throw Self.otherContent }
    let quota = try await quotas.admit(byteCount: length, details, of: owner)
    let upload = try await uploads.make(
      details, length: length, by: owner, countLimit: quota.uploadCount ?? .max, isPart: concatenation == .partial,
      metadata: metadata?.text)
    do {
      return try await begin(upload, context, by: owner)
    } catch {
      // Nobody knows its address.
      try? await uploads.cancel(upload)
      throw error
    }
  }

  private func checkedLength(of request: TusRequest) throws -> Int64 {
    guard let length = try request.length, !request.defersLength else {
      throw WoofError(.invalidRequest, "Say the length of the photo in Upload-Length; it cannot be deferred.")
    }
    guard length <= uploads.photoByteLimit else { throw UploadRefusal.tooLarge(limit: uploads.photoByteLimit) }
    return length
  }

  /// Takes the first bytes of an upload, where the request that begins it brings any.
  private func begin(
    _ upload: ResumableUpload, _ context: RouteContext, by owner: Principal
  ) async throws -> HTTPResponse {
    let position =
      TusRequest(context.request).hasContent
      ? try await receive(context, at: 0, into: upload, by: owner) : try await upload.position(for: owner)
    let photo = try await photo(of: upload, at: position, by: owner)
    var fields = protocolResponse.fields(of: position, upload, photo: photo)
    fields.append(.location, protocolResponse.path(of: upload))
    return HTTPResponse(201, fields: fields)
  }

  private func join(
    _ parts: [UploadID], _ details: PhotoUpload.Details, _ context: RouteContext, by owner: Principal
  ) async throws -> HTTPResponse {
    guard context.request.body.announcedCount == 0, try TusRequest(context.request).length == nil else {
      throw WoofError(.invalidRequest, "The bytes and the length of a final upload are those of its partial ones.")
    }
    _ = try await quotas.admit(byteCount: 0, details, of: owner)
    let joined = try await uploads.join(parts, details, by: owner)
    var fields = protocolResponse.fields(ofComplete: joined.byteCount, photo: joined.addition.photoID)
    fields.append(.location, "\(TusPath.folder)/final/\(joined.id)")
    return HTTPResponse(201, fields: fields)
  }

  // MARK: An upload

  private func upload(_ context: RouteContext) async throws -> HTTPResponse {
    let owner = try context.signedIn()
    let method = try TusRequest.method(of: context.request)
    let id = try context.uploadID
    do {
      let upload = try await uploads.upload(id, of: owner)
      switch method {
      case .get, .head: return try await locate(upload, by: owner)
      case .patch: return try await append(context, to: upload, by: owner)
      case .delete:
        try await uploads.cancel(upload)
        return HTTPResponse(204)
      default: throw Self.otherMethod
      }
    } catch UploadRefusal.gone {
      // Also where it was completed meanwhile.
      guard let upload = try await uploads.completedUpload(id, of: owner) else { throw UploadRefusal.gone }
      return try respond(to: method, context, aboutComplete: upload)
    }
  }

  private func locate(_ upload: ResumableUpload, by owner: Principal) async throws -> HTTPResponse {
    do {
      let position = try await upload.position(for: owner)
      let photo = try await photo(of: upload, at: position, by: owner)
      return HTTPResponse(200, fields: protocolResponse.fields(of: position, upload, photo: photo))
    } catch {
      await uploads.pause(upload)
      throw error
    }
  }

  private func append(
    _ context: RouteContext, to upload: ResumableUpload, by owner: Principal
  ) async throws -> HTTPResponse {
    let offset = try Self.offset(of: context)
    uploads.noteResumption()
    let position = try await receive(context, at: offset, into: upload, by: owner)
    let photo = try await photo(of: upload, at: position, by: owner)
    return HTTPResponse(204, fields: protocolResponse.fields(of: position, upload, photo: photo))
  }

  /// Responds to a request for an upload that has become a photo: the upload is over as it is, and the photo is no part of it.
  private func respond(
    to method: HTTPMethod, _ context: RouteContext, aboutComplete upload: CompletedUpload
  ) throws -> HTTPResponse {
    let fields = protocolResponse.fields(ofComplete: upload.byteCount, photo: upload.response.photo)
    switch method {
    case .get, .head: return HTTPResponse(200, fields: fields)
    case .patch:
      var state = upload.state
      _ = try state.begin(Self.appending(context, at: try Self.offset(of: context)))
      return HTTPResponse(204, fields: fields)
    case .delete: return HTTPResponse(204)
    default: throw Self.otherMethod
    }
  }

  private func finalUpload(_ context: RouteContext) async throws -> HTTPResponse {
    let method = try TusRequest.method(of: context.request)
    guard let upload = try await uploads.completedUpload(try context.uploadID, of: try context.signedIn()) else {
      throw UploadRefusal.gone
    }
    guard method != .patch else {
      throw WoofError(.forbidden, "A final upload has the bytes of its partial ones, and takes no others.")
    }
    return try respond(to: method, context, aboutComplete: upload)
  }

  // MARK: Bytes

  private func receive(
    _ context: RouteContext, at offset: Int64, into upload: ResumableUpload, by owner: Principal
  ) async throws -> ResumableUpload.Position {
    var append = Self.appending(context, at: offset)
    append.length = try TusRequest(context.request).length
    // A part is never over by itself.
    append.isComplete = upload.isPart ? false : nil
    let reception = UploadReception(
      uploads: uploads, intake: intake, pump: pump, request: context.request, owner: owner,
      content: try TusRequest(context.request).checksum,
      fieldsOfFailure: { [protocolResponse] position, _ in protocolResponse.fields(of: position, upload) })
    guard let position = try await reception.receive(append, into: upload) else {
      return try await upload.position(for: owner)
    }
    return position
  }

  /// Returns the photo that an upload has become, or becomes now where all of its bytes are there; `nil` where they are not,
  /// or it is a part.
  private func photo(
    of upload: ResumableUpload, at position: ResumableUpload.Position, by owner: Principal
  ) async throws -> PhotoID? {
    guard !upload.isPart, position.offset == position.length else { return nil }
    if !position.isComplete {
      // The request that brought the last byte did not come to its end.
      let end = UploadAppend(offset: position.offset, count: 0, isComplete: true)
      if case .receive(let turn) = try await upload.begin(end, by: owner) {
        _ = try await upload.end(turn, isComplete: true)
      }
    }
    return try await upload.finish().photoID
  }

  private static func appending(_ context: RouteContext, at offset: Int64) -> UploadAppend {
    UploadAppend(offset: offset, count: context.request.body.announcedCount, isComplete: nil)
  }

  private static func offset(of context: RouteContext) throws -> Int64 {
    let request = TusRequest(context.request)
    guard request.hasContent else { throw otherContent }
    guard let offset = try request.offset else {
      throw WoofError(.invalidRequest, "Say in Upload-Offset at which byte the content begins.")
    }
    return offset
  }

  private static var otherContent: FailedResponse {
    FailedResponse(
      WoofError(.unsupportedMediaType, "The bytes of an upload are sent as \(TusRequest.contentType)."),
      HTTPFields([.acceptPatch: TusRequest.contentType]))
  }

  private static var otherMethod: WoofError {
    WoofError(.methodNotAllowed, "This path does not know the method that X-HTTP-Method-Override names.")
  }
}

/// The settings of tus.
package struct TusConfiguration: Hashable, Sendable {
  /// The most partial uploads that a photo may be made of; 64 by default.
  package var partLimit: Int

  /// Makes a configuration.
  package init(partLimit: Int = 64) { self.partLimit = partLimit }
}
