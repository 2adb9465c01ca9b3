import Foundation
import WoofClient

extension Park {
  /// Likes the first photo that a link shows, and adds another one to its album, without an account.
  func join(_ address: URL, as name: String, with picture: Data) async throws -> SharedLikes? {
    guard var link = SharedLink(url: address) else { return nil }
    link = try await service.introduce(name, to: link)
    try await service.addPhoto(picture, toAlbumSharedBy: link, fileName: "rex.jpg")
    for try await photo in service.photos(sharedBy: link, pageSize: 1) {
      return try await service.setLike(true, of: photo.id, sharedBy: link)
    }
    return nil
  }
}
