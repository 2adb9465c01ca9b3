// SPDX-License-Identifier: Apache-2.0

internal import WoofAdministration
internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Photos of all owners and visibilities, deleted ones too for as long as they can be restored.
struct PhotoAdministrationRoutes: Sendable {
  let library: PhotoLibrary
  let store: any AdministrationStore
  let credentials: any CredentialStore
  let pictures: PictureDerivation?
  let time: any TimeSource

  var routes: [AdministrationRoute] {
    [
      AdministrationRoute(.get, "/admin/v1/photos", parameters: PhotoSearch.parameters, list),
      AdministrationRoute(.get, "/admin/v1/photos/{id}", show),
      AdministrationRoute(.patch, "/admin/v1/photos/{id}", changing: "photos.edit", edit),
      AdministrationRoute(.delete, "/admin/v1/photos/{id}", changing: "photos.delete", isDestructive: true, delete),
      AdministrationRoute(
        .post, "/admin/v1/photos/{id}/erase", changing: "photos.erase", isDestructive: true,
        PhotoErasure(store: store).change),
      AdministrationRoute(.post, "/admin/v1/photos/{id}/restore", changing: "photos.restore", restore),
      AdministrationRoute(.post, "/admin/v1/photos/{id}/reprocess", changing: "photos.reprocess", reprocess),
    ]
  }

  // MARK: Looking

  private func list(_ context: AdministrationContext) async throws -> HTTPResponse {
    let search = try PhotoSearch(context.query)
    let page = try await store.photos(matching: search)
    return try AdministrationResponse.json(
      200,
      AdminPage(
        items: page.photos.map { AdminPhoto($0) }, next: page.next.map { PageCursor.text(of: $0, order: search.order) })
    )
  }

  private func show(_ context: AdministrationContext) async throws -> HTTPResponse {
    try await response(of: try context.photoID())
  }

  private func response(of id: PhotoID) async throws -> HTTPResponse {
    let photo = try await store.photo(id)
    let annotations = try await library.annotations(of: id)
    return try AdministrationResponse.json(200, AdminPhoto(photo, annotations: annotations))
  }

  // MARK: Changing

  private func edit(_ context: AdministrationContext) async throws -> AdministrationChange {
    let photo = try await store.livePhoto(try context.photoID())
    let members = try await context.members(["visibility", "owner", "caption"])
    guard !members.isEmpty else { throw RouteQuery.invalid("visibility", "Say what is to be changed.") }
    let edit = try await self.edit(members)
    let id = photo.record.id
    return AdministrationChange(subject: "\(id)", details: members) {
      var changes = edit.visibility.map { ["makes it \($0.rawValue)"] } ?? []
      if let owner = edit.owner { changes.append("moves it to \(owner.name)") }
      if edit.caption != nil { changes.append("replaces its caption") }
      return AdminPlan(
        summary: "a photo of \(photo.record.ownerName): \(changes.joined(separator: ", "))", photoCount: 1)
    } perform: {
      try await library.administer(id, edit)
      return try await response(of: id)
    }
  }

  private func edit(_ members: [String: JSONValue]) async throws -> PhotoEdit {
    var edit = PhotoEdit()
    if members["caption"] != nil { edit.caption = try Caption.checked(try members.text("caption", "a text")) }
    if members["visibility"] != nil {
      edit.visibility = try JSONBody.visibility(try members.text("visibility", "a text"))
    }
    if members["owner"] != nil {
      let text = try members.text("owner", "the name of an account")
      guard let name = AccountName(text), let credential = try await credentials.credential(of: name) else {
        throw RouteQuery.invalid("owner", "There is no account of this name.")
      }
      edit.owner = Principal(credential.account)
    }
    return edit
  }

  private func delete(_ context: AdministrationContext) async throws -> AdministrationChange {
    let photo = try await store.livePhoto(try context.photoID())
    let (record, id) = (photo.record, photo.record.id)
    let grace = store.deletionGrace
    let until = time.now().advanced(bySeconds: grace.components.seconds)
    return AdministrationChange(subject: "\(id)", details: ["owner": .string(record.ownerName.text)]) {
      AdminPlan(
        summary: "deletes 1 photo of \(record.ownerName), \(record.original.byteCount.grouped) bytes", photoCount: 1,
        byteCount: record.original.byteCount, isReversible: grace > .zero, reversibleUntil: grace > .zero ? until : nil)
    } perform: {
      try await library.administer(id, .deletion)
      return HTTPResponse(204)
    }
  }

  private func restore(_ context: AdministrationContext) async throws -> AdministrationChange {
    let photo = try await store.photo(try context.photoID())
    let (record, id) = (photo.record, photo.record.id)
    guard !record.isDeleted || photo.restorableUntil != nil else {
      throw WoofError(.gone, "This photo was deleted too long ago to be restored.")
    }
    return AdministrationChange(subject: "\(id)", details: ["owner": .string(record.ownerName.text)]) {
      AdminPlan(
        summary: record.isDeleted
          ? "restores 1 photo of \(record.ownerName), with its favourites"
          : "changes nothing: this photo is not deleted", photoCount: record.isDeleted ? 1 : 0)
    } perform: {
      _ = try await store.restorePhoto(id)
      pictures?.lookAtQueue()
      return try await response(of: id)
    }
  }

  private func reprocess(_ context: AdministrationContext) async throws -> AdministrationChange {
    let photo = try await store.livePhoto(try context.photoID())
    guard let pictures else {
      throw WoofError(.notImplemented, "This service derives nothing from photos.")
    }
    let id = photo.record.id
    return AdministrationChange(subject: "\(id)") {
      AdminPlan(
        summary: "derives 1 photo of \(photo.record.ownerName) anew, in place of what was derived", photoCount: 1,
        isReversible: false)
    } perform: {
      try await pictures.queueAnew(.photo(id))
      return HTTPResponse(202)
    }
  }
}

/// The errors of requests for a photo that has been deleted, or an account that is not there.
enum AdministrationErrors {
  static var deletedPhoto: WoofError {
    WoofError(.gone, "This photo has been deleted; it may be restored for a while.")
  }
  static var noSuchAccount: WoofError { WoofError(.notFound, "There is no account of this name.") }
}

extension AdministrationStore {
  /// A photo, deleted or not.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`.
  func photo(_ id: PhotoID) async throws -> AdministeredPhoto {
    guard let photo = try await administeredPhoto(id) else { throw WoofError.noSuchPhoto }
    return photo
  }

  /// A photo that is there.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` or `gone`.
  func livePhoto(_ id: PhotoID) async throws -> AdministeredPhoto {
    let photo = try await photo(id)
    guard !photo.record.isDeleted else { throw AdministrationErrors.deletedPhoto }
    return photo
  }
}

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
