// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A service that transfers photos: a ``WoofClient``, or in an app's tests a ``StubService``.
public protocol TransferService: Sendable {
  /// Fetches an original or a variant into memory.
  ///
  /// - Parameter progress: Counts the bytes; its `cancel()` ends the transfer. `nil` if nobody watches it.
  /// - Throws: ``WoofError``, as with ``WoofError/Code/unsupportedImage`` or `digestMismatch`; `CancellationError` when
  ///   the task or the progress is cancelled.
  func fetchPhoto(_ bytes: PhotoBytes, progress: Progress?) async throws -> FetchedPhoto

  /// Downloads an original or a variant to a file, which is there when all of it has come, and not before.
  ///
  /// - Parameters:
  ///   - file: The URL of the new file, in a folder that exists.
  ///   - progress: Counts the bytes; its `cancel()` ends the transfer. `nil` if nobody watches it.
  /// - Throws: ``WoofError``, as with `digestMismatch`, ``WoofError/Code/unsupportedImage``,
  ///   ``WoofError/Code/fileNotWritable`` or ``WoofError/Code/diskFull``; `CancellationError` when the task or the
  ///   progress is cancelled.
  @discardableResult
  func download(_ bytes: PhotoBytes, to file: URL, progress: Progress?) async throws -> DownloadedPhoto

  /// Downloads an archive to a file, which is there when all of it has come, and not before.
  ///
  /// - Parameters:
  ///   - file: The URL of the new file, in a folder that exists.
  ///   - progress: Counts the bytes; its `cancel()` ends the transfer. `nil` if nobody watches it.
  /// - Throws: ``WoofError``, as with `notFound`, `forbidden` where a share link allows no downloads, `unavailable` while its
  ///   copies are being made, `digestMismatch`, ``WoofError/Code/fileNotWritable`` or ``WoofError/Code/diskFull``;
  ///   `CancellationError` when the task or the progress is cancelled.
  @discardableResult
  func downloadArchive(_ source: ArchiveSource, to file: URL, progress: Progress?) async throws -> DownloadedArchive

  /// Uploads a photo.
  ///
  /// - Parameter progress: Counts the bytes; its `cancel()` ends the transfer. `nil` if nobody watches it.
  /// - Throws: ``WoofError``, as with `invalidImage`, `payloadTooLarge` or ``WoofError/Code/fileNotReadable``;
  ///   `CancellationError` when the task or the progress is cancelled.
  func upload(_ upload: PhotoUpload, progress: Progress?) async throws -> UploadedPhoto
}

/// A service for a whole app: requests, transfers and live events.
///
/// A ``WoofClient`` is one, and so is the ``StubService`` of an app's tests.
public typealias PhotoService = APIService & TransferService & EventService

extension TransferService {
  /// Fetches an original or a variant into memory.
  ///
  /// - Throws: As ``fetchPhoto(_:progress:)-(PhotoBytes,_)``.
  public func fetchPhoto(_ bytes: PhotoBytes) async throws -> FetchedPhoto {
    try await fetchPhoto(bytes, progress: nil)
  }

  /// Fetches the original of a photo into memory.
  ///
  /// - Parameter progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: As ``fetchPhoto(_:progress:)-(PhotoBytes,_)``.
  public func fetchPhoto(_ photo: PhotoMetadata, progress: Progress? = nil) async throws -> FetchedPhoto {
    try await fetchPhoto(.original(of: photo), progress: progress)
  }

  /// Fetches the original of a photo into memory, of which nothing but the id is known.
  ///
  /// - Parameter progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: As ``fetchPhoto(_:progress:)-(PhotoBytes,_)``.
  public func fetchPhoto(_ id: PhotoID, progress: Progress? = nil) async throws -> FetchedPhoto {
    try await fetchPhoto(.original(of: id), progress: progress)
  }

  /// Downloads an original or a variant to a file.
  ///
  /// - Parameter file: The URL of the new file, in a folder that exists.
  /// - Throws: As ``download(_:to:progress:)-(PhotoBytes,_,_)``.
  @discardableResult
  public func download(_ bytes: PhotoBytes, to file: URL) async throws -> DownloadedPhoto {
    try await download(bytes, to: file, progress: nil)
  }

  /// Downloads the original of a photo to a file.
  ///
  /// - Parameters:
  ///   - file: The URL of the new file, in a folder that exists.
  ///   - progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: As ``download(_:to:progress:)-(PhotoBytes,_,_)``.
  @discardableResult
  public func download(
    _ photo: PhotoMetadata, to file: URL, progress: Progress? = nil
  ) async throws -> DownloadedPhoto {
    try await download(.original(of: photo), to: file, progress: progress)
  }

  /// Downloads the original of a photo into a folder, under its `PhotoMetadata.fileName`.
  ///
  /// - Parameters:
  ///   - folder: A folder that exists. A file of the same name in it is replaced.
  ///   - progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: As ``download(_:to:progress:)-(PhotoBytes,_,_)``.
  @discardableResult
  public func download(
    _ photo: PhotoMetadata, intoFolder folder: URL, progress: Progress? = nil
  ) async throws -> DownloadedPhoto {
    try await download(photo, to: folder.appendingPathComponent(photo.fileName), progress: progress)
  }

  /// Uploads a photo from a file, which must stay as it is meanwhile.
  ///
  /// - Parameters:
  ///   - file: A JPEG, PNG, GIF, WebP, HEIF or AVIF picture.
  ///   - caption: Plain text of at most 2,000 characters; empty by default.
  ///   - visibility: The readers of the photo; by default those that the service is configured for, which is the owner
  ///     alone unless it says otherwise.
  ///   - fileName: The name of the file, which only the owner is told (`PhotoMetadata.originalFileName`);
  ///     by default its own name, and nothing where it is empty. What a name does not hold is left out of it.
  ///   - progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: As ``upload(_:progress:)``.
  public func upload(
    fromFile file: URL, caption: String = "", visibility: Visibility? = nil, fileName: String? = nil,
    progress: Progress? = nil
  ) async throws -> UploadedPhoto {
    let upload = PhotoUpload(file: file, caption: caption, visibility: visibility, fileName: fileName)
    return try await self.upload(upload, progress: progress)
  }

  /// Uploads a photo from memory.
  ///
  /// - Parameters:
  ///   - data: A JPEG, PNG, GIF, WebP, HEIF or AVIF picture.
  ///   - caption: Plain text of at most 2,000 characters; empty by default.
  ///   - visibility: The readers of the photo; by default those that the service is configured for, which is the owner
  ///     alone unless it says otherwise.
  ///   - fileName: A file name for it, which only the owner is told; none by default.
  ///   - progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: As ``upload(_:progress:)``.
  public func upload(
    data: Data, caption: String = "", visibility: Visibility? = nil, fileName: String? = nil,
    progress: Progress? = nil
  ) async throws -> UploadedPhoto {
    let upload = PhotoUpload(data: data, caption: caption, visibility: visibility, fileName: fileName)
    return try await self.upload(upload, progress: progress)
  }
}

extension TransferService where Self: APIService {
  /// Downloads an original or a variant into a folder, under the name that the service suggests, which is asked first.
  ///
  /// - Parameters:
  ///   - folder: A folder that exists. A file of the same name in it is replaced.
  ///   - progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: As ``download(_:to:progress:)-(PhotoBytes,_,_)`` and ``APIService/suggestedFileName(of:)``.
  @discardableResult
  public func download(
    _ bytes: PhotoBytes, intoFolder folder: URL, progress: Progress? = nil
  ) async throws -> DownloadedPhoto {
    try await TransferProgress(progress).cancelling { [self] in
      let name = try await suggestedFileName(of: bytes)
      return try await download(bytes, to: folder.appendingPathComponent(name), progress: progress)
    }
  }
}
