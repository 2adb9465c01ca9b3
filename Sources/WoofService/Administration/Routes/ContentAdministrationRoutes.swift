internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The bytes of photos of all owners and visibilities. Who reads a private original stands in the audit log.
struct ContentAdministrationRoutes: Sendable {
  let library: PhotoLibrary
  let store: any AdministrationStore
  let audit: AuditTrail

  var routes: [AdministrationRoute] {
    [
      AdministrationRoute(.get, "/admin/v1/photos/{id}/original", original),
      AdministrationRoute(.get, "/admin/v1/photos/{id}/variants/{name}", variant),
    ]
  }

  private func original(_ context: AdministrationContext) async throws -> HTTPResponse {
    let photo = try await store.photo(try context.photoID())
    guard !photo.record.isDeleted || photo.restorableUntil != nil else { throw AdministrationErrors.deletedPhoto }
    let record = photo.record
    let request = context.request
    guard record.visibility == .private else { return try await answer(to: request, withOriginalOf: record) }
    let entry = AuditRequest(
      who: context.who, action: "photos.read", subject: "\(record.id)",
      details: ["owner": .string(record.ownerName.text)])
    return try await audit.perform(entry) { try await answer(to: request, withOriginalOf: record) }
  }

  private func answer(to request: HTTPRequest, withOriginalOf record: PhotoRecord) async throws -> HTTPResponse {
    let file = try await library.openOriginal(of: record)
    return answer(to: request, with: PhotoContent(of: record, content: Self.content(of: file)))
  }

  private func variant(_ context: AdministrationContext) async throws -> HTTPResponse {
    let photo = try await store.livePhoto(try context.photoID())
    guard let pictures = library.parts.pictures else {
      throw WoofError(.notFound, "This service keeps no variants of photos.")
    }
    let (variant, file) = try await pictures.variant(context.text("name"), of: photo.record)
    return answer(
      to: context.request, with: PhotoContent(variant, of: photo.record, content: Self.content(of: file)))
  }

  private func answer(to request: HTTPRequest, with content: PhotoContent) -> HTTPResponse {
    content.representation.response(to: request, content: content.content) {
      ProblemDocument.response(to: OriginalRoutes.refusal($0))
    }
  }

  private static func content(of file: any BlobFile) -> HTTPContent {
    .file(HTTPFileRegion(owner: file, descriptor: file.descriptor, offset: 0, count: file.byteCount))
  }
}
