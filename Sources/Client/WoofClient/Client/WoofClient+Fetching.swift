// SPDX-License-Identifier: Apache-2.0

public import Foundation
import URLLoading

extension WoofClient: TransferService {
  /// So many bytes of a photo are kept in memory at most; files may be larger.
  private static let memoryLimit: Int64 = 256 << 20

  /// Fetches an original or a variant into memory.
  ///
  /// The bytes are checked while they come: against the digest, and by every transformer. What breaks off goes on where it
  /// was.
  ///
  /// - Parameter progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: ``WoofError``, as with ``WoofError/Code/unsupportedImage`` or `digestMismatch`; `CancellationError` when
  ///   the task or the progress is cancelled.
  public func fetchPhoto(_ bytes: PhotoBytes, progress: Progress?) async throws -> FetchedPhoto {
    let progress = TransferProgress(progress)
    return try await progress.cancelling { [self] in
      let sink = PhotoSink(
        bytes, into: PhotoOutput(), transformers: transformers, limit: Self.memoryLimit, progress: progress)
      try await load(bytes, into: sink)
      let (data, digest, findings) = try sink.finish()
      return FetchedPhoto(id: bytes.id, data: data, digest: digest, findings: findings)
    }
  }

  /// Downloads an original or a variant to a file.
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
  public func download(_ bytes: PhotoBytes, to file: URL, progress: Progress?) async throws -> DownloadedPhoto {
    let progress = TransferProgress(progress)
    return try await progress.cancelling { [self] in
      let output = PhotoOutput(try partialFile(for: file))
      let sink = PhotoSink(bytes, into: output, transformers: transformers, limit: .max, progress: progress)
      defer { sink.discard() }
      try await load(bytes, into: sink)
      let (_, digest, findings) = try sink.finish()
      return DownloadedPhoto(id: bytes.id, file: file, digest: digest, findings: findings)
    }
  }

  /// A file that becomes another when it is whole.
  func partialFile(for file: URL) throws(WoofError) -> PartialFile {
    guard file.isFileURL else {
      throw WoofError(.fileNotWritable, "\(WoofError.shown(file)) is no file: give a URL that begins with file:.")
    }
    return try PartialFile(for: file.path, writing: fileWriting)
  }

  private func load(_ bytes: PhotoBytes, into sink: PhotoSink) async throws {
    let request = try loader.request(
      .get, bytes.path,
      fields: bytes.fields.merging(["Accept": "image/*, application/problem+json"]) { own, _ in own })
    try await load(request, into: sink, sendsCredential: bytes.link == nil)
  }

  /// Sends a request until a sink has everything, each time for what is missing.
  func load(_ request: URLRequest, into sink: any ResumableSink, sendsCredential: Bool) async throws {
    _ = try await retrier.run(isIdempotent: true, progress: { sink.count }) {
      var request = request
      if let (range, validator) = sink.continuation {
        request.setValue(range, forHTTPHeaderField: "Range")
        request.setValue(validator, forHTTPHeaderField: "If-Range")
        request.cachePolicy = .reloadIgnoringLocalCacheData
      }
      return try await loader.load(request, into: sink, sendsCredential: sendsCredential)
    }
  }
}
