import Foundation
import WoofClient

extension Park {
  /// Makes the address at which whoever has it sees an album for a week, and may download its photos.
  func share(_ album: Album, password: String) async throws -> URL? {
    let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    let link = try await service.createLink(
      to: .album(album.id), expiresAt: now.advanced(bySeconds: 604_800), password: password, allows: .download)
    return link.url
  }

  /// Downloads what somebody else has shared, without an account.
  func downloadPhotos(at address: URL, password: String, into folder: URL) async throws -> [URL] {
    guard var link = SharedLink(url: address) else { return [] }
    if try await service.content(of: link).isLocked { link = try await service.unlock(link, password: password) }
    var files: [URL] = []
    for try await photo in service.photos(sharedBy: link) {
      let file = folder.appendingPathComponent(photo.fileName)
      files.append(try await service.download(.original(of: photo.id, sharedBy: link), to: file).file)
    }
    return files
  }
}
