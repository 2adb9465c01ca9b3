// SPDX-License-Identifier: Apache-2.0

public import Foundation
import URLLoading

extension WoofClient {
  /// Uploads a photo; a file is read while it is sent.
  ///
  /// The service checks the bytes against their digest. An upload that breaks off goes on where it was, and never makes
  /// two photos. Where something before the service refuses so large a request, the photo goes in smaller parts. A file
  /// must stay as it is meanwhile.
  ///
  /// - Parameter progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: ``WoofError``, as with `invalidImage`, `payloadTooLarge` or ``WoofError/Code/fileNotReadable``;
  ///   `CancellationError` when the task or the progress is cancelled.
  public func upload(_ upload: PhotoUpload, progress: Progress?) async throws -> UploadedPhoto {
    try await send(upload, progress) {
      switch upload.source {
      case .file(let file): try await Digest.reading(file)
      case .data(let data): (try Digest(of: data), Int64(data.count))
      }
    }
  }

  /// Uploads a photo from a file that has been read already.
  ///
  /// - Parameters:
  ///   - digest: The result of `Digest.reading(_:)` for the file, which must not have changed since.
  ///   - byteCount: The same.
  ///   - progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: As ``upload(_:progress:)``, and with `digestMismatch` where the file has changed.
  package func upload(
    fromFile file: URL, digest: Digest, byteCount: Int64, caption: String = "", visibility: Visibility? = nil,
    progress: Progress? = nil
  ) async throws -> UploadedPhoto {
    try await send(PhotoUpload(file: file, caption: caption, visibility: visibility), progress) { (digest, byteCount) }
  }

  private func send(
    _ upload: PhotoUpload, _ progress: Progress?,
    _ measure: @escaping @Sendable () async throws -> (digest: Digest, byteCount: Int64)
  ) async throws -> UploadedPhoto {
    let progress = TransferProgress(progress)
    let content: OutgoingContent =
      switch upload.source {
      case .file(let file): .file(file)
      case .data(let data): .data(data)
      }
    return try await progress.cancelling { [self] in
      let (digest, length) = try await measure()
      let head = UploadHead(
        digest: digest, caption: upload.caption, visibility: upload.visibility, fileName: upload.fileName,
        key: UUID().uuidString.lowercased())
      let transfer = UploadTransfer(loader, head, content, length: length, progress)
      // By its key, the service knows an upload that comes again; one that it still has in hands may be over soon.
      return try await retrier.run(
        isIdempotent: true, progress: { transfer.reached }, mayRetry: { $0.isWorthRetrying || $0.code == .conflict }
      ) {
        try await transfer.attempt()
      }
    }
  }
}
