// SPDX-License-Identifier: Apache-2.0

public import Foundation
import URLLoading

extension WoofClient {
  /// So many bytes of a photo are kept in memory at most; files may be larger.
  private static let memoryLimit: Int64 = 256 << 20

  /// Fetches the original of a photo into memory.
  ///
  /// The bytes are checked while they come: against the digest, and by every transformer. What breaks off goes on where it
  /// was.
  ///
  /// - Parameter progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: ``WoofError``, as with ``WoofError/Code/unsupportedImage`` or `digestMismatch`; `CancellationError` when
  ///   the task or the progress is cancelled.
  public func fetchPhoto(_ photo: PhotoMetadata, progress: Progress? = nil) async throws -> FetchedPhoto {
    try await fetchPhoto(.original(of: photo), progress: progress)
  }

  /// Fetches the original of a photo into memory, of which nothing but the id is known.
  ///
  /// - Parameter progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: As ``fetchPhoto(_:progress:)`` of the metadata.
  public func fetchPhoto(_ id: PhotoID, progress: Progress? = nil) async throws -> FetchedPhoto {
    try await fetchPhoto(.original(of: id), progress: progress)
  }

  /// Fetches an original or a variant into memory.
  ///
  /// - Parameter progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: As ``fetchPhoto(_:progress:)`` of the metadata.
  public func fetchPhoto(_ bytes: PhotoBytes, progress: Progress? = nil) async throws -> FetchedPhoto {
    let progress = TransferProgress(progress)
    return try await progress.cancelling { [self] in
      let sink = PhotoSink(
        bytes, into: PhotoOutput(), transformers: transformers, limit: Self.memoryLimit, progress: progress)
      _ = try await load(bytes, into: sink)
      let (data, digest, findings) = try sink.finish()
      return FetchedPhoto(id: bytes.id, data: data, digest: digest, findings: findings)
    }
  }

  /// Downloads the original of a photo to a file.
  ///
  /// The file is there when all of it has come and been checked, and not before; one of the same name is replaced then,
  /// unless it is a device, a pipe or a folder, which are refused.
  /// What breaks off goes on where it was. Nothing is left when it fails or is cancelled.
  ///
  /// - Parameters:
  ///   - file: The URL of the new file, in a folder that exists.
  ///   - progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: ``WoofError``, as with `digestMismatch`, ``WoofError/Code/unsupportedImage``,
  ///   ``WoofError/Code/fileNotWritable`` or ``WoofError/Code/diskFull``; `CancellationError` when the task or the
  ///   progress is cancelled.
  @discardableResult
  public func download(
    _ photo: PhotoMetadata, to file: URL, progress: Progress? = nil
  ) async throws -> DownloadedPhoto {
    try await download(.original(of: photo), to: file, progress: progress)
  }

  /// Downloads an original or a variant to a file.
  ///
  /// - Parameters:
  ///   - file: The URL of the new file, in a folder that exists.
  ///   - progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: As ``download(_:to:progress:)`` of the metadata.
  @discardableResult
  public func download(_ bytes: PhotoBytes, to file: URL, progress: Progress? = nil) async throws -> DownloadedPhoto {
    guard file.isFileURL else {
      throw WoofError(.fileNotWritable, "\(WoofError.shown(file)) is no file: give a URL that begins with file:.")
    }
    let progress = TransferProgress(progress)
    return try await progress.cancelling { [self] in
      let output = PhotoOutput(try PartialFile(for: file.path, writing: fileWriting))
      let sink = PhotoSink(bytes, into: output, transformers: transformers, limit: .max, progress: progress)
      defer { sink.discard() }
      _ = try await load(bytes, into: sink)
      let (_, digest, findings) = try sink.finish()
      return DownloadedPhoto(id: bytes.id, file: file, digest: digest, findings: findings)
    }
  }

  /// Downloads the original of a photo into a folder, under its ``WoofModel/PhotoMetadata/fileName``.
  ///
  /// - Parameters:
  ///   - folder: A folder that exists. A file of the same name in it is replaced.
  ///   - progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: As ``download(_:to:progress:)``.
  @discardableResult
  public func download(
    _ photo: PhotoMetadata, intoFolder folder: URL, progress: Progress? = nil
  ) async throws -> DownloadedPhoto {
    try await download(photo, to: folder.appendingPathComponent(photo.fileName), progress: progress)
  }

  /// Downloads an original or a variant into a folder, under the name that the service suggests, which is asked first.
  ///
  /// - Parameters:
  ///   - folder: A folder that exists. A file of the same name in it is replaced.
  ///   - progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: As ``download(_:to:progress:)`` and ``suggestedFileName(of:)``.
  @discardableResult
  public func download(
    _ bytes: PhotoBytes, intoFolder folder: URL, progress: Progress? = nil
  ) async throws -> DownloadedPhoto {
    try await TransferProgress(progress).cancelling { [self] in
      let name = try await suggestedFileName(of: bytes)
      return try await download(bytes, to: folder.appendingPathComponent(name), progress: progress)
    }
  }

  /// The name that the service suggests for a file with an original or a variant.
  ///
  /// - Throws: ``WoofError``, as with ``WoofError/Code/invalidServerResponse`` where the name would leave a folder or hide
  ///   the file; `CancellationError` when the task is cancelled.
  public func suggestedFileName(of bytes: PhotoBytes) async throws -> String {
    try await response(to: FileNameRequest(bytes: bytes))
  }

  private func load(_ bytes: PhotoBytes, into sink: PhotoSink) async throws -> APIAnswer {
    let request = try loader.request(.get, bytes.path, fields: ["Accept": "image/*, application/problem+json"])
    return try await retrier.run(isIdempotent: true, progress: { sink.count }) {
      var request = request
      if let (range, validator) = sink.continuation {
        request.setValue(range, forHTTPHeaderField: "Range")
        request.setValue(validator, forHTTPHeaderField: "If-Range")
        request.cachePolicy = .reloadIgnoringLocalCacheData
      }
      return try await loader.load(request, into: sink)
    }
  }
}

/// `HEAD` of the bytes, with `?download`: what a browser would call the file.
private struct FileNameRequest: APIRequest {
  var bytes: PhotoBytes

  var method: HTTPMethod { .head }
  var path: String { bytes.path }
  var query: [URLQueryItem] { [URLQueryItem(name: "download", value: nil)] }

  func response(from answer: APIAnswer) throws -> String {
    guard let field = answer[field: "Content-Disposition"] else {
      throw WoofError.incomplete(answer.url, missing: "Content-Disposition")
    }
    return try ContentDisposition.safeFileName(in: field, from: answer.url)
  }
}
