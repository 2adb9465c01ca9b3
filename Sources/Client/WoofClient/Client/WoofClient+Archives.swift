// SPDX-License-Identifier: Apache-2.0

public import Foundation
import URLLoading

extension WoofClient {
  /// Downloads an archive to a file.
  ///
  /// The file is there when all of it has come, and not before; one of the same name is replaced then, unless it is a device,
  /// a pipe or a folder, which are refused. What breaks off goes on where it was, or begins anew where the photos have
  /// changed. Nothing is left when it fails or is cancelled. Where the service tells the digest of the archive, as it does some
  /// time after the first download, the bytes are compared with it.
  ///
  /// - Parameters:
  ///   - file: The URL of the new file, in a folder that exists.
  ///   - progress: Counts the bytes; its `cancel()` ends the transfer.
  /// - Throws: ``WoofError``, as with `notFound`, `forbidden` where a share link allows no downloads, `unavailable` while its
  ///   copies are being made, `digestMismatch`, ``WoofError/Code/fileNotWritable`` or ``WoofError/Code/diskFull``;
  ///   `CancellationError` when the task or the progress is cancelled.
  @discardableResult
  public func downloadArchive(
    _ source: ArchiveSource, to file: URL, progress: Progress?
  ) async throws -> DownloadedArchive {
    let progress = TransferProgress(progress)
    return try await progress.cancelling { [self] in
      let sink = try ArchiveSink(into: try partialFile(for: file), byteCount: source.byteCount, progress: progress)
      return try await load(source, into: sink, to: file)
    }
  }

  /// Downloads an archive that was asked for to a file, and goes on where an earlier program was ended.
  ///
  /// What has come stays when it fails or is cancelled, but where it is not what the service announced.
  ///
  /// - Parameters:
  ///   - part: The place of what has come; at most one process writes it.
  ///   - facts: The facts about what has come.
  ///   - progress: Counts the bytes; its `cancel()` ends the transfer.
  ///   - restarts: Is called when bytes that have come are of no use, as the photos have changed; may throw to end the download.
  /// - Throws: As ``downloadArchive(_:to:progress:)``; `notFound` where the address has expired; what `restarts` throws.
  package func downloadArchive(
    resuming part: ArchivePart, _ facts: ArchivePart.Facts, progress: Progress?,
    restarts: @escaping @Sendable () throws -> Void
  ) async throws -> DownloadedArchive {
    let progress = TransferProgress(progress)
    return try await progress.cancelling { [self] in
      // First, so that the bytes are never without them.
      try part.keep(facts)
      let source = ArchiveSource.made(facts.archive)
      let sink = try resumingSink(part, facts, source, progress, restarts)
      do {
        let downloaded = try await load(source, into: sink, to: URL(fileURLWithPath: part.destination))
        part.forgetFacts()
        return downloaded
      } catch let error as WoofError where error.code == .digestMismatch {
        part.remove()
        throw error
      }
    }
  }

  private func resumingSink(
    _ part: ArchivePart, _ facts: ArchivePart.Facts, _ source: ArchiveSource, _ progress: TransferProgress,
    _ restarts: @escaping @Sendable () throws -> Void
  ) throws -> ArchiveSink {
    let file = try PartialFile(keptAt: part.path, for: part.destination, writing: fileWriting)
    let count = try file.byteCount()
    let began: @Sendable (ArchiveSink.Beginning) throws -> Void = { beginning in
      try part.keep(facts.with(tag: beginning.tag, byteCount: beginning.byteCount))
    }
    guard let tag = facts.tag, let total = facts.byteCount, (1...total).contains(count) else {
      return try ArchiveSink(
        into: file, byteCount: source.byteCount, progress: progress, restarts: restarts, began: began)
    }
    // A whole file asks for its last byte again: whether it is still the archive, only a response can say.
    return try ArchiveSink(
      resuming: file, after: min(count, total - 1), of: ArchiveSink.Beginning(tag: tag, byteCount: total),
      at: facts.archive.url, progress: progress, restarts: restarts, began: began)
  }

  private func load(_ source: ArchiveSource, into sink: ArchiveSink, to file: URL) async throws -> DownloadedArchive {
    defer { sink.discard() }
    var request = try loader.request(
      .get, source.path,
      fields: source.fields.merging(["Accept": "application/zip, application/problem+json"]) { own, _ in own })
    // What is in a cache does not have the digest that the service may know by now.
    request.cachePolicy = .reloadIgnoringLocalCacheData
    try await load(request, into: sink, sendsCredential: source.sendsCredential)
    let (byteCount, digest) = try sink.finish()
    return DownloadedArchive(file: file, byteCount: byteCount, digest: digest)
  }
}
