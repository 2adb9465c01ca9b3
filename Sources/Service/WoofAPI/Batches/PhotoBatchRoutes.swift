// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Metadata of many photos, or a change to each of them, in one request; and which files one has as photos.
struct PhotoBatchRoutes: Sendable {
  let photos: AuditedPhotos
  let favourites: FavouriteLibrary
  /// The albums; `nil` where there are none.
  let albums: AuditedAlbums?
  let workers: WorkerPool

  /// The most photos of one request that are changed at once, which the store writes together.
  private static let changeLimit = 64

  private var library: PhotoLibrary { photos.library }

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.post, "/v1/photos/batch", scopes: [.read, .like, .write], handler: batch),
      ServiceRoute(.post, "/v1/photos/known", signIn: .required, scopes: [.read, .upload], handler: known),
    ]
  }

  // MARK: Batches

  private func batch(_ context: RouteContext) async throws -> HTTPResponse {
    let batch = try await PhotoBatch.read(from: context.request, on: workers)
    try context.require(batch.scope)
    let outcomes =
      if let change = batch.change {
        try await perform(change, on: batch.ids, by: try context.signedIn())
      } else {
        try await read(batch.ids, for: context.principal)
      }
    let records = outcomes.compactMap(\.record)
    let liked = try await favourites.liked(among: records, by: context.principal)
    let items = PhotoBatchItems(ids: batch.ids, outcomes: outcomes, reader: context.principal, liked: liked)
    return try await PageRendering.run(of: batch.ids.count, on: workers) { PhotoResponse.json(200, items.bytes) }
  }

  private func read(_ texts: [String], for reader: Principal?) async throws -> [PhotoBatchItems.Outcome] {
    let ids = texts.map { PhotoID($0) }
    var found = try await library.photos(ids.compactMap(\.self), for: reader).makeIterator()
    return ids.map { id in
      guard id != nil, let result = found.next() else { return .failed(.noSuchPhoto) }
      switch result {
      case .success(let record): return .photo(record)
      case .failure(let error): return .failed(error)
      }
    }
  }

  /// Changes photos side by side. What fails for one does not keep the others from being changed.
  private func perform(
    _ change: PhotoBatch.Change, on ids: [String], by principal: Principal
  ) async throws -> [PhotoBatchItems.Outcome] {
    try await withThrowingTaskGroup(of: (Int, PhotoBatchItems.Outcome).self) { group in
      var outcomes = [PhotoBatchItems.Outcome](repeating: .done, count: ids.count)
      for (index, id) in ids.enumerated() {
        if index >= Self.changeLimit, let (earlier, outcome) = try await group.next() { outcomes[earlier] = outcome }
        group.addTask { (index, try await self.outcome(of: change, on: id, by: principal)) }
      }
      for try await (index, outcome) in group { outcomes[index] = outcome }
      return outcomes
    }
  }

  private func outcome(
    of change: PhotoBatch.Change, on text: String, by principal: Principal
  ) async throws -> PhotoBatchItems.Outcome {
    guard let id = PhotoID(text) else { return .failed(.noSuchPhoto) }
    do {
      switch change {
      case .edit(let edit): return .photo(try await photos.edit(id, edit, by: principal))
      case .favourite(let isSet): return .photo(try await favourites.set(isSet, of: id, by: principal))
      case .deleted(true):
        try await photos.delete(id, by: principal)
        return .done
      case .deleted(false): return .photo(try await library.restore(id, by: principal))
      case .album(let album, let isAdded):
        guard let albums else { throw WoofError.noSuchAlbum }
        try await albums.change(album, by: isAdded ? .placing(id, .kept) : .removal(id), of: principal)
        return .done
      }
    } catch let error as WoofError {
      return .failed(error)
    }
  }

  // MARK: Known files

  private func known(_ context: RouteContext) async throws -> HTTPResponse {
    let principal = try context.signedIn()
    let digests = try await PhotoBatch.digests(from: context.request, on: workers)
    let found = try await library.photos(withOriginals: digests, of: principal)
    let known = digests.compactMap { digest in found[digest].map { (digest, $0) } }
    let bytes = PageRendering.bytes(of: known) { item, writer in
      writer.beginObject()
      writer.name("digest")
      writer.value(item.0.description)
      writer.name("id")
      writer.value(item.1)
      writer.endObject()
    }
    return PhotoResponse.json(200, bytes)
  }
}

/// What came of each photo of a batch, in the order of the request.
struct PhotoBatchItems: Sendable {
  /// What came of one photo.
  enum Outcome: Sendable {
    /// The photo as it is.
    case photo(PhotoRecord)
    /// The change has been made, and there is nothing to show of the photo.
    case done
    /// The error of the same request for this photo alone.
    case failed(WoofError)

    var record: PhotoRecord? {
      guard case .photo(let record) = self else { return nil }
      return record
    }
  }

  /// The ids as the request has them.
  let ids: [String]
  let outcomes: [Outcome]
  let reader: Principal?
  /// The photos that the reader likes.
  let liked: Set<PhotoID>

  /// The JSON of the response.
  var bytes: [UInt8] {
    PageRendering.bytes(of: Array(zip(ids, outcomes))) { write($0.1, of: $0.0, to: &$1) }
  }

  private func write(_ outcome: Outcome, of id: String, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("id")
    writer.value(id)
    writer.name("status")
    switch outcome {
    case .photo(let record):
      writer.value(200)
      writer.name("photo")
      PhotoJSON.write(
        record, for: reader?.id, isFavourite: reader.map { _ in liked.contains(record.id) }, to: &writer)
    case .done: writer.value(204)
    case .failed(let error):
      writer.value(error.code.status)
      writer.name("problem")
      ProblemDocument.write(error, to: &writer)
    }
    writer.endObject()
  }
}

extension PhotoBatch {
  /// The scope that an app password needs for it.
  fileprivate var scope: AppPasswordScopes {
    switch change {
    case nil: .read
    case .favourite: .like
    case .edit, .deleted, .album: .write
    }
  }
}
