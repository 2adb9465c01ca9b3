import WoofClient

extension Park {
  /// Keeps a list of albums live, the newest first, until the task is cancelled.
  func followAlbums(showing show: @Sendable ([Album]) -> Void) async throws {
    var (albums, token): ([AlbumID: Album], ChangeToken?) = ([:], nil)
    func take(_ change: ServiceChange) {
      switch change {
      case .album(let album, _): albums[album.id] = album
      case .albumWithdrawn(let id, _, _, _): albums[id] = nil
      case .photo, .link, .linkWithdrawn: break
      }
    }
    for try await page in service.changes(kinds: .albums) {
      page.changes.forEach(take)
      token = page.next
    }
    show(albums.values.sorted { $0.id > $1.id })
    for try await event in service.events(kinds: .albums, since: token) {
      guard case .change(let change) = event else { continue }
      take(change)
      show(albums.values.sorted { $0.id > $1.id })
    }
  }
}
