import WoofClient

extension Park {
  /// Shows the hundred newest photos. Pages are asked for as they are read.
  func refresh() async throws {
    var newest: [PhotoMetadata] = []
    for try await photo in service.photos(order: .newest, pageSize: 50).prefix(100) {
      newest.append(photo)
    }
    photos = newest
  }
}
