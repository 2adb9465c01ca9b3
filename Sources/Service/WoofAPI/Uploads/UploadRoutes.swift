// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Taking photos in, as a raw body, in one request or several, or from a form.
struct UploadRoutes: Sendable {
  let intake: PhotoIntake
  let additionResponse: PhotoAdditionResponse
  /// The routes of resumable uploads; `nil` if uploads cannot be resumed.
  let resumable: ResumableUploadRoutes?
  /// The visibility of a photo whose upload does not give one.
  let defaultVisibility: Visibility
  let quotas: QuotaGate
  let pump: BodyPump

  init(
    additionResponse: PhotoAdditionResponse, intake: PhotoIntake, credentials: any CredentialStore,
    uploads: ResumableUploads?, workers: WorkerPool, defaultVisibility: Visibility
  ) {
    self.intake = intake
    self.defaultVisibility = defaultVisibility
    let pump = BodyPump(workers: workers)
    self.additionResponse = additionResponse
    self.pump = pump
    quotas = QuotaGate(intake: intake, credentials: credentials)
    resumable = uploads.map {
      ResumableUploadRoutes(
        uploads: $0, intake: intake, pump: pump,
        paths: ResumableUploadRoutes.Paths(
          creation: ("/v1/photos", .optional), upload: ("\(Self.folder)/{id}", .required))
      ) { context in
        let owner = try context.signedIn()
        return UploadAuthority(owner: owner, folder: Self.folder) {
          try await additionResponse.response(to: $0, owner)
        }
      }
    }
  }

  private static let folder = "/v1/uploads"

  var routes: [ServiceRoute] {
    [
      ServiceRoute(
        .post, "/v1/photos", signIn: .required, scopes: .upload, parameters: ["caption", "visibility", "fileName"],
        handler: upload)
    ]
      + (resumable?.routes ?? [])
  }

  private func upload(_ context: RouteContext) async throws -> HTTPResponse {
    let principal = try context.signedIn()
    let announcement = try UploadAnnouncement(
      of: context, byteLimit: intake.limits.originalByteCount, defaultVisibility: defaultVisibility)
    let quota = try await quotas.admit(
      byteCount: announcement.leastByteCount, announcement.details, of: principal)
    if case .raw = announcement.form,
      let response = try await resumable?.create(context, announcement, countLimit: quota.uploadCount ?? .max)
    {
      return response
    }
    let upload = try await intake.beginUpload(by: principal)
    let details = try await receive(context.request.body, announcement, into: upload)
    let addition = try await upload.finish(details)
    // The client may have begun before in a way that can be resumed, and have given that up.
    await resumable?.uploads.cancel(like: details, by: principal)
    return try await additionResponse.response(to: addition, principal)
  }

  private func receive(
    _ body: any HTTPRequestBody, _ announcement: UploadAnnouncement, into upload: PhotoUpload
  ) async throws -> PhotoUpload.Details {
    switch announcement.form {
    case .raw:
      try upload.expect(announcement.details.digests)
      try await pump(body) { try upload.write($0) }
      return announcement.details
    case .multipart(let parser):
      let form = UploadForm(parser: parser, upload: upload, details: announcement.details)
      let check = try DigestCheck(announcement.content)
      try await pump(body) { bytes in
        check?.update(bytes)
        try form.consume(bytes)
      }
      try check?.finish()
      return try form.finish()
    }
  }
}

/// Refuses uploads for which an account has no room before their bytes come. That there is room is made sure of once
/// more in the transaction which adds the photo.
struct QuotaGate: Sendable {
  let intake: PhotoIntake
  let credentials: any CredentialStore

  /// Lets an upload pass, or does not.
  ///
  /// - Parameter byteCount: The number of bytes of the upload, or the least it will have; 0 where nothing is known.
  /// - Returns: The quota of the account.
  /// - Throws: As ``WoofModel/AccountQuota/admit(byteCount:to:)``.
  func admit(
    byteCount: Int64, _ details: PhotoUpload.Details, of owner: Principal
  ) async throws -> AccountQuota {
    let standard = intake.limits.quota
    guard let summary = try await credentials.summary(of: owner.id) else { return standard.resolved(by: standard) }
    let quota = summary.quota.resolved(by: standard)
    do {
      try quota.admit(byteCount: byteCount, to: summary.use)
    } catch {
      guard try await isKnown(details, of: owner) else { throw error }
    }
    return quota
  }

  /// Returns `true` if an upload needs no storage: it was answered before, or its account has a photo with its digest.
  private func isKnown(_ details: PhotoUpload.Details, of owner: Principal) async throws -> Bool {
    if let text = details.idempotencyKey {
      let key = IdempotencyKey(account: owner.id, text: text)
      if try await intake.outcome(keptUnder: key) != nil { return true }
    }
    guard let digest = details.expectedDigest else { return false }
    return try await intake.hasPhoto(of: owner, with: digest)
  }
}

extension AccountSummary {
  /// The bytes and photos that count for the quota, with deleted ones that are still kept, without uploads under way.
  var use: AccountUse {
    AccountUse(
      byteCount: byteCount + deletedByteCount, photoCount: Int64(photoCount) + Int64(deletedPhotoCount))
  }
}
