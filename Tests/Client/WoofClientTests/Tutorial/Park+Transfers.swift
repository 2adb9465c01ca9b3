import Foundation
import WoofClient

extension Park {
  /// Shares a photo with everybody. A progress bar shows `progress`, and its button to stop calls `progress.cancel()`.
  func share(_ file: URL, caption: String, progress: Progress) async throws {
    let uploaded = try await service.upload(
      fromFile: file, caption: caption, visibility: .public, progress: progress)
    if uploaded.isNew { show(uploaded.photo) }
  }

  /// Saves a photo in a folder, and tells where.
  func save(_ photo: PhotoMetadata, in folder: URL, progress: Progress) async throws -> URL {
    try await service.download(photo, intoFolder: folder, progress: progress).file
  }
}
