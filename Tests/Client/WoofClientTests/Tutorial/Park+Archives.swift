import Foundation
import WoofClient

extension Park {
  /// Saves the photos of an album as one ZIP file, under the name that the service gives it.
  func saveArchive(of album: Album, in folder: URL, progress: Progress) async throws -> URL {
    let archive = try await service.makeArchive(ofAlbum: album.id)
    let file = folder.appendingPathComponent(archive.fileName)
    return try await service.downloadArchive(archive, to: file, progress: progress).file
  }

  /// Saves all that somebody else has shared as one ZIP file, without an account.
  func saveArchive(at address: URL, password: String, to file: URL) async throws {
    guard var link = SharedLink(url: address) else { return }
    if try await service.content(of: link).isLocked { link = try await service.unlock(link, password: password) }
    try await service.downloadArchive(sharedBy: link, to: file)
  }
}
