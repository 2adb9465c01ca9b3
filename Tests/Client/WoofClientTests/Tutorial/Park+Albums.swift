import WoofClient

extension Park {
  /// Makes an album of photos, in their order, to which a friend may add.
  func makeAlbum(_ title: String, of ids: [PhotoID], with friend: String) async throws -> Album {
    let album = try await service.createAlbum(titled: title)
    try await service.change(ids, by: .addition(to: album.id))
    return try await service.addContributor(friend, to: album.id)
  }

  /// Shows the photos of an album, in its order.
  func open(_ album: Album) async throws {
    var contents: [PhotoMetadata] = []
    for try await photo in service.photos(in: album.id) { contents.append(photo) }
    photos = contents
  }
}
