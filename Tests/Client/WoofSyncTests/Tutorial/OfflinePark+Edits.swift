import Foundation
import WoofSync

extension OfflinePark {
  /// Likes a photo. The count is right at once; the service hears of it when there is a network.
  func like(_ id: PhotoID, _ isFavourite: Bool = true) async throws {
    try await library.setFavourite(isFavourite, for: id)
  }

  /// Shares a picture, and waits until the service has it.
  func share(_ file: URL, caption: String) async throws -> PhotoMetadata? {
    let upload = try await library.upload(fileAt: file, caption: caption, visibility: .public)
    guard case .acknowledged(let photo) = try await upload.outcome else { return nil }
    return photo
  }
}
