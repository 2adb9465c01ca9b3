import WoofClient

extension Park {
  /// Keeps the photos and their counts live, until the task is cancelled.
  func followCounts() async throws {
    for try await event in service.events() {
      switch event {
      case .change(let change) where change.photo.deleted:
        photos.removeAll { $0.id == change.photo.id }
      case .change(let change):
        show(change.photo)
      case .gap:
        try await refresh()
      }
    }
  }
}
