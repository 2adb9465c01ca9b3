public import Foundation
import URLLoading

extension WoofClient {
  /// So many bytes of JSON are taken in answer to an upload at most.
  private static let uploadAnswerLimit = 1 << 20

  /// Uploads a photo from a file, which is read while it is sent.
  ///
  /// The service checks the bytes against their digest. An upload that breaks off is sent again, and never makes two
  /// photos. The file must stay as it is meanwhile.
  ///
  /// - Parameters:
  ///   - file: A JPEG, PNG, GIF, WebP, HEIF or AVIF picture.
  ///   - caption: Plain text of at most 2,000 characters; empty by default.
  ///   - visibility: Who may read the photo; everybody by default.
  ///   - progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: ``WoofError``, as with `invalidImage`, `payloadTooLarge` or ``WoofError/Code/fileNotReadable``;
  ///   `CancellationError` when the task or the progress is cancelled.
  public func upload(
    fromFile file: URL, caption: String = "", visibility: Visibility = .public, progress: Progress? = nil
  ) async throws -> UploadedPhoto {
    let digest = try await Digest(ofFile: file)
    return try await upload(.file(file), digest, caption, visibility, TransferProgress(progress))
  }

  /// Uploads a photo from memory.
  ///
  /// - Parameters:
  ///   - data: A JPEG, PNG, GIF, WebP, HEIF or AVIF picture.
  ///   - caption: Plain text of at most 2,000 characters; empty by default.
  ///   - visibility: Who may read the photo; everybody by default.
  ///   - progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: As ``upload(fromFile:caption:visibility:progress:)``.
  public func upload(
    data: Data, caption: String = "", visibility: Visibility = .public, progress: Progress? = nil
  ) async throws -> UploadedPhoto {
    try await upload(.data(data), try Digest(of: data), caption, visibility, TransferProgress(progress))
  }

  private func upload(
    _ content: OutgoingContent, _ digest: Digest, _ caption: String, _ visibility: Visibility,
    _ progress: TransferProgress
  ) async throws -> UploadedPhoto {
    let request = try uploadRequest(digest, caption, visibility)
    // By its key, the service knows an upload that comes again; one that it still has in hands may be over soon.
    return try await retrier.run(isIdempotent: true, mayRetry: { $0.isWorthRetrying || $0.code == .conflict }) {
      let sink = MemorySink(limit: Self.uploadAnswerLimit)
      let head = try await loader.load(
        request, sending: content, into: sink, sent: progress, cancelledBy: progress)
      do {
        let photo = try APIAnswer(head, data: sink.data).json(PhotoMetadata.self)
        return UploadedPhoto(photo: photo, isNew: head.status == 201)
      } catch let error as DecodingError {
        throw WoofError.unreadable(head.url, cause: error)
      }
    }
  }

  private func uploadRequest(_ digest: Digest, _ caption: String, _ visibility: Visibility) throws -> URLRequest {
    var query = [URLQueryItem(name: "visibility", value: visibility.rawValue)]
    if !caption.isEmpty { query.append(URLQueryItem(name: "caption", value: caption)) }
    return try loader.request(
      .post, "/v1/photos", query: query,
      fields: [
        "Accept": "application/json, application/problem+json", "Content-Type": "application/octet-stream",
        "Repr-Digest": ReprDigest.value(for: digest), "Idempotency-Key": "\"\(UUID().uuidString.lowercased())\"",
      ])
  }
}
