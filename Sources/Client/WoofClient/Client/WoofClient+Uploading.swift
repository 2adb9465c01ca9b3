// SPDX-License-Identifier: Apache-2.0

public import Foundation
import URLLoading

extension WoofClient {
  /// Uploads a photo from a file, which is read while it is sent.
  ///
  /// The service checks the bytes against their digest. An upload that breaks off goes on where it was, and never makes
  /// two photos. Where something before the service refuses so large a request, the photo goes in smaller parts. The file
  /// must stay as it is meanwhile.
  ///
  /// - Parameters:
  ///   - file: A JPEG, PNG, GIF, WebP, HEIF or AVIF picture.
  ///   - caption: Plain text of at most 2,000 characters; empty by default.
  ///   - visibility: The readers of the photo; by default those that the service is configured for, which is the owner
  ///     alone unless it says otherwise.
  ///   - fileName: The name of the file, which only the owner is told (``WoofModel/PhotoMetadata/originalFileName``);
  ///     by default its own name, and nothing where it is empty. What a name does not hold is left out of it.
  ///   - progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: ``WoofError``, as with `invalidImage`, `payloadTooLarge` or ``WoofError/Code/fileNotReadable``;
  ///   `CancellationError` when the task or the progress is cancelled.
  public func upload(
    fromFile file: URL, caption: String = "", visibility: Visibility? = nil, fileName: String? = nil,
    progress: Progress? = nil
  ) async throws -> UploadedPhoto {
    let wording = Wording(caption: caption, visibility: visibility, fileName: fileName ?? file.lastPathComponent)
    return try await upload(.file(file), wording, progress) { try await Digest.reading(file) }
  }

  /// Uploads a photo from a file that has been read already.
  ///
  /// - Parameters:
  ///   - digest: The result of ``WoofModel/Digest/reading(_:)`` for the file, which must not have changed since.
  ///   - byteCount: The same.
  ///   - progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: As ``upload(fromFile:caption:visibility:fileName:progress:)``, and with `digestMismatch` where the file has
  ///   changed.
  package func upload(
    fromFile file: URL, digest: Digest, byteCount: Int64, caption: String = "", visibility: Visibility? = nil,
    progress: Progress? = nil
  ) async throws -> UploadedPhoto {
    let wording = Wording(caption: caption, visibility: visibility, fileName: file.lastPathComponent)
    return try await upload(.file(file), wording, progress) { (digest, byteCount) }
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
  /// - Throws: As ``upload(fromFile:caption:visibility:fileName:progress:)``.
  public func upload(
    data: Data, caption: String = "", visibility: Visibility? = nil, fileName: String? = nil,
    progress: Progress? = nil
  ) async throws -> UploadedPhoto {
    let wording = Wording(caption: caption, visibility: visibility, fileName: fileName)
    return try await upload(.data(data), wording, progress) { (try Digest(of: data), Int64(data.count)) }
  }

  /// The caption, visibility and file name that are sent with the bytes of a photo.
  private struct Wording: Sendable {
    var caption: String
    var visibility: Visibility?
    var fileName: String?
  }

  private func upload(
    _ content: OutgoingContent, _ wording: Wording, _ progress: Progress?,
    _ measure: @escaping @Sendable () async throws -> (digest: Digest, byteCount: Int64)
  ) async throws -> UploadedPhoto {
    let progress = TransferProgress(progress)
    return try await progress.cancelling { [self] in
      let (digest, length) = try await measure()
      let request = try uploadRequest(digest, wording)
      let transfer = UploadTransfer(loader, request, content, length: length, progress)
      // By its key, the service knows an upload that comes again; one that it still has in hands may be over soon.
      return try await retrier.run(
        isIdempotent: true, progress: { transfer.reached }, mayRetry: { $0.isWorthRetrying || $0.code == .conflict }
      ) {
        try await transfer.attempt()
      }
    }
  }

  private func uploadRequest(_ digest: Digest, _ wording: Wording) throws -> URLRequest {
    var query = wording.visibility.map { [URLQueryItem(name: "visibility", value: $0.rawValue)] } ?? []
    if !wording.caption.isEmpty { query.append(URLQueryItem(name: "caption", value: wording.caption)) }
    var fields = [
      "Accept": "application/json, application/problem+json", "Content-Type": "application/octet-stream",
      "Repr-Digest": ReprDigest.value(for: digest), "Idempotency-Key": "\"\(UUID().uuidString.lowercased())\"",
    ]
    // A field, which a service that does not know it leaves alone; it would refuse a parameter.
    if let name = wording.fileName.flatMap(PhotoFileName.sanitized) {
      fields["Content-Disposition"] = ContentDisposition.attachment(fileName: name)
    }
    return try loader.request(.post, "/v1/photos", query: query, fields: fields)
  }
}
