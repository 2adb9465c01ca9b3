// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The bytes of photos of all owners and visibilities. Who reads those of a private photo stands in the audit log.
struct ContentAdministrationRoutes: Sendable {
  let library: PhotoLibrary
  let store: any AdministrationStore
  let audit: AuditTrail
  let verifier: BlobVerifier
  let pictures: PictureDerivation?

  var routes: [AdministrationRoute] {
    [
      AdministrationRoute(.get, "/admin/v1/photos/{id}/original", original),
      AdministrationRoute(.get, "/admin/v1/photos/{id}/variants/{name}", variant),
    ]
  }

  private func original(_ context: AdministrationContext) async throws -> HTTPResponse {
    let photo = try await store.photo(try context.photoID())
    guard !photo.record.isDeleted || photo.restorableUntil != nil else { throw AdministrationErrors.deletedPhoto }
    let (record, request) = (photo.record, context.request)
    return try await noting(context, readsPartsOf: record) { try await response(to: request, withOriginalOf: record) }
  }

  /// Hands out bytes of a photo, and where it is private not before the audit log says so.
  private func noting(
    _ context: AdministrationContext, readsPartsOf record: PhotoRecord, _ details: [String: JSONValue] = [:],
    _ response: @escaping @Sendable () async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    guard !record.access.allowsReading(by: nil) else { return try await response() }
    let entry = AuditRequest(
      who: context.who, action: "photos.read", subject: "\(record.id)",
      details: details.merging(["owner": .string(record.ownerName.text)]) { $1 })
    return try await audit.perform(entry, response)
  }

  private func response(to request: HTTPRequest, withOriginalOf record: PhotoRecord) async throws -> HTTPResponse {
    let file = try await library.openOriginal(of: record)
    _ = try await verifier.proof(of: file, digest: record.original.digest)
    return response(to: request, with: PhotoContent(of: record, content: Self.content(of: file)))
  }

  private func variant(_ context: AdministrationContext) async throws -> HTTPResponse {
    let photo = try await store.livePhoto(try context.photoID())
    guard let pictures else {
      throw WoofError(.notFound, "This service keeps no variants of photos.")
    }
    let (record, request, name) = (photo.record, context.request, context.text("name"))
    return try await noting(context, readsPartsOf: record, ["variant": .string(name)]) {
      let (variant, file) = try await pictures.soundVariant(name, of: record) { file, digest in
        _ = try await verifier.proof(of: file, digest: digest)
        return file
      } checkingOriginal: {
        _ = try await verifier.proof(of: library.openOriginal(of: record), digest: record.original.digest)
      }
      return response(to: request, with: PhotoContent(variant, of: record, content: Self.content(of: file)))
    }
  }

  private func response(to request: HTTPRequest, with content: PhotoContent) -> HTTPResponse {
    content.representation.response(to: request, content: content.content) {
      ProblemDocument.response(to: OriginalRoutes.refusal($0))
    }
  }

  private static func content(of file: any BlobFile) -> HTTPContent {
    .file(HTTPFileRegion(owner: file, descriptor: file.descriptor, offset: 0, count: file.byteCount))
  }
}
