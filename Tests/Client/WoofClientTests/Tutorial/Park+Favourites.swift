import WoofClient

extension Park {
  /// Sets or unsets a favourite, and shows the new count.
  func like(_ id: PhotoID, _ isFavourite: Bool = true) async throws {
    do {
      show(try await service.setFavourite(isFavourite, for: id))
    } catch WoofError.Code.signInCancelled {
      // Whoever closed the form does not want to like it after all.
    }
  }

  /// Puts a new photo at the top, and what is new about another one in its place.
  func show(_ photo: PhotoMetadata) {
    guard let index = photos.firstIndex(where: { $0.id == photo.id }) else { return photos.insert(photo, at: 0) }
    if photo.version >= photos[index].version { photos[index] = photo }
  }
}
