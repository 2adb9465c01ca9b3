// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension TransferService {
  /// Fails: for services of an app's own that have no archives.
  ///
  /// - Throws: ``WoofError`` with the code `notImplemented`.
  @discardableResult
  public func downloadArchive(
    _ source: ArchiveSource, to file: URL, progress: Progress?
  ) async throws -> DownloadedArchive {
    throw WoofError(.notImplemented, "\(Self.self) has no archives: give it downloadArchive(_:to:progress:).")
  }

  /// Downloads an archive to a file.
  ///
  /// - Parameter file: The URL of the new file, in a folder that exists.
  /// - Throws: As ``downloadArchive(_:to:progress:)-(ArchiveSource,_,_)``.
  @discardableResult
  public func downloadArchive(_ source: ArchiveSource, to file: URL) async throws -> DownloadedArchive {
    try await downloadArchive(source, to: file, progress: nil)
  }

  /// Downloads an archive that was asked for to a file.
  ///
  /// - Parameters:
  ///   - file: The URL of the new file, in a folder that exists.
  ///   - progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: As ``downloadArchive(_:to:progress:)-(ArchiveSource,_,_)``.
  @discardableResult
  public func downloadArchive(
    _ archive: MadeArchive, to file: URL, progress: Progress? = nil
  ) async throws -> DownloadedArchive {
    try await downloadArchive(.made(archive), to: file, progress: progress)
  }

  /// Downloads the photos of an album that the account sees to a ZIP file.
  ///
  /// - Parameters:
  ///   - file: The URL of the new file, in a folder that exists.
  ///   - progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: As ``downloadArchive(_:to:progress:)-(ArchiveSource,_,_)``.
  @discardableResult
  public func downloadArchive(
    ofAlbum id: AlbumID, to file: URL, progress: Progress? = nil
  ) async throws -> DownloadedArchive {
    try await downloadArchive(.album(id), to: file, progress: progress)
  }

  /// Downloads the photos that a share link shows to a ZIP file, where the link allows downloads.
  ///
  /// - Parameters:
  ///   - file: The URL of the new file, in a folder that exists.
  ///   - progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: As ``downloadArchive(_:to:progress:)-(ArchiveSource,_,_)``.
  @discardableResult
  public func downloadArchive(
    sharedBy link: SharedLink, to file: URL, progress: Progress? = nil
  ) async throws -> DownloadedArchive {
    try await downloadArchive(.shared(link), to: file, progress: progress)
  }
}
