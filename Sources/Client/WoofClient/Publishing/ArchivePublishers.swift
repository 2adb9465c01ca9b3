// SPDX-License-Identifier: Apache-2.0

public import Combine
public import Foundation

extension APIService {
  /// Asks for an address at which photos are downloaded as one ZIP file, and publishes it, once.
  public func makeArchivePublisher(ofPhotos ids: [PhotoID]) -> AnyPublisher<MadeArchive, WoofError> {
    responsePublisher(for: MakeArchiveRequest(.photos(ids)))
  }

  /// Asks for an address at which the photos of an album are downloaded as one ZIP file, and publishes it, once.
  public func makeArchivePublisher(ofAlbum id: AlbumID) -> AnyPublisher<MadeArchive, WoofError> {
    responsePublisher(for: MakeArchiveRequest(.album(id)))
  }
}

extension TransferService {
  /// Downloads an archive to a file, and publishes where it is, once.
  public func downloadArchivePublisher(
    for source: ArchiveSource, to file: URL, progress: Progress? = nil
  ) -> AnyPublisher<DownloadedArchive, WoofError> {
    single { try await self.downloadArchive(source, to: file, progress: progress) }
  }
}
