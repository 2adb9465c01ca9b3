// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Taking photos in, as a raw body, in one request or several, or from a form.
struct UploadRoutes: Sendable {
  let library: PhotoLibrary
  let additionResponse: PhotoAdditionResponse
  /// The routes of resumable uploads; `nil` if uploads cannot be resumed.
  let resumable: ResumableUploadRoutes?
  /// The visibility of a photo whose upload does not give one.
  let defaultVisibility: Visibility
  private let quotas: QuotaGate

  init(
    library: PhotoLibrary, credentials: any CredentialStore, uploads: ResumableUploads?, defaultVisibility: Visibility
  ) {
    self.library = library
    self.defaultVisibility = defaultVisibility
    let additionResponse = PhotoAdditionResponse(library: library)
    self.additionResponse = additionResponse
    quotas = QuotaGate(library: library, credentials: credentials)
    resumable = uploads.map { ResumableUploadRoutes(uploads: $0, additionResponse: additionResponse) }
  }

  var routes: [ServiceRoute] {
    [
      ServiceRoute(
        .post, "/v1/photos", signIn: .required, parameters: ["caption", "visibility", "fileName"], handler: upload)
    ]
      + (resumable?.routes ?? [])
  }

  private func upload(_ context: RouteContext) async throws -> HTTPResponse {
    let principal = try context.signedIn()
    let announcement = try UploadAnnouncement(
      of: context, byteLimit: library.limits.originalByteCount, defaultVisibility: defaultVisibility)
    let quota = try await quotas.admit(
      byteCount: announcement.leastByteCount, announcement.details, of: principal)
    if case .raw = announcement.form,
      let response = try await resumable?.create(context, announcement, countLimit: quota.uploadCount ?? .max)
    {
      return response
    }
    let upload = try await library.beginUpload(by: principal)
    let details = try await receive(context.request.body, announcement, into: upload)
    let addition = try await upload.finish(details)
    return try await additionResponse.response(to: addition, principal)
  }

  private func receive(
    _ body: any HTTPRequestBody, _ announcement: UploadAnnouncement, into upload: PhotoUpload
  ) async throws -> PhotoUpload.Details {
    switch announcement.form {
    case .raw:
      try upload.expect(announcement.details.digests)
      try await BodyPump.pump(body, on: library.parts.workers) { try upload.write($0) }
      return announcement.details
    case .multipart(let parser):
      let form = UploadForm(parser: parser, upload: upload, details: announcement.details)
      let check = try DigestCheck(announcement.content)
      try await BodyPump.pump(body, on: library.parts.workers) { bytes in
        check?.update(bytes)
        try form.consume(bytes)
      }
      try check?.finish()
      return try form.finish()
    }
  }
}
