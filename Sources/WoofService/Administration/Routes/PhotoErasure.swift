internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Deletes a photo for good, whether it is deleted already or not.
struct PhotoErasure: Sendable {
  let store: any AdministrationStore

  func change(_ context: AdministrationContext) async throws -> AdministrationChange {
    let photo = try await store.photo(try context.photoID())
    let (record, id) = (photo.record, photo.record.id)
    guard !record.isDeleted || photo.restorableUntil != nil else {
      throw WoofError(.gone, "Nothing is kept of this photo any more.")
    }
    return AdministrationChange(subject: "\(id)", details: ["owner": .string(record.ownerName.text)]) {
      AdminPlan(
        summary: "erases 1 photo of \(record.ownerName), \(record.original.byteCount.grouped) bytes, for good",
        photoCount: 1, byteCount: record.original.byteCount, isReversible: false)
    } perform: {
      try await store.erasePhoto(id)
      return HTTPResponse(204)
    }
  }
}
