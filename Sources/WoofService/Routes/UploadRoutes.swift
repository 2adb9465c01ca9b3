internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Taking photos in, as a raw body or from a form.
struct UploadRoutes: Sendable {
  let library: PhotoLibrary

  var routes: [ServiceRoute] {
    [ServiceRoute(.post, "/v1/photos", signIn: .required, parameters: ["caption", "visibility"], handler: upload)]
  }

  private func upload(_ context: RouteContext) async throws -> HTTPResponse {
    let principal = try context.signedIn()
    let announcement = try UploadAnnouncement(of: context, byteLimit: library.limits.originalByteCount)
    let upload = try await library.beginUpload(by: principal)
    let details = try await receive(context.request.body, announcement, into: upload)
    let addition = try await upload.finish(details) { record, isNew in
      (isNew ? 201 : 200, PhotoJSON.bytes(of: record, isFavourite: isNew ? false : nil))
    }
    return try await answer(to: addition, principal)
  }

  private func receive(
    _ body: any HTTPRequestBody, _ announcement: UploadAnnouncement, into upload: PhotoUpload
  ) async throws -> PhotoUpload.Details {
    switch announcement.form {
    case .raw:
      try await BodyPump.pump(body, on: library.parts.workers) { try upload.write($0) }
      return announcement.details
    case .multipart(let parser):
      let form = UploadForm(parser: parser, upload: upload, details: announcement.details)
      try await BodyPump.pump(body, on: library.parts.workers) { try form.consume($0) }
      return try form.finish()
    }
  }

  private func answer(to addition: PhotoAddition, _ principal: Principal) async throws -> HTTPResponse {
    switch addition {
    case .added(let record):
      return located(PhotoAnswer.photo(201, record, isFavourite: false), record.id)
    case .duplicate(let record):
      return try await known(record, principal)
    case .replayed(let stored) where stored.status == 201:
      return located(PhotoAnswer.json(201, stored.body), stored.photo)
    case .replayed(let stored):
      return try await known(try await library.photo(stored.photo, for: principal), principal)
    }
  }

  private func known(_ record: PhotoRecord, _ principal: Principal) async throws -> HTTPResponse {
    let liked = try await library.favourites(among: [record], for: principal)
    return located(PhotoAnswer.photo(200, record, isFavourite: liked.contains(record.id)), record.id)
  }

  private func located(_ response: HTTPResponse, _ id: PhotoID) -> HTTPResponse {
    var response = response
    response.fields.append(.location, "/v1/photos/\(id)")
    return response
  }
}
