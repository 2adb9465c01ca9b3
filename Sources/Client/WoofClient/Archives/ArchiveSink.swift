// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import URLLoading
import WoofCryptography

/// Takes the bytes of an archive over as many responses as it needs, and writes them to a file.
final class ArchiveSink: ResumableSink {
  /// The facts that the head of a response states, when the bytes begin anew.
  struct Beginning: Hashable, Sendable {
    /// The strong entity tag; `nil` if there is none.
    var tag: String?
    /// The number of all bytes; `nil` if it is not known.
    var byteCount: Int64?
  }

  private struct State: ~Copyable {
    /// `nil` once it is forgotten.
    var file: PartialFile?
    /// The bytes of an archive are those of its `ETag`.
    var position: DownloadPosition<String?>
    /// `nil` once it is finished.
    var hash: SHA256?
    /// The digest of all bytes; `nil` until a response tells it.
    var digest: Digest?
  }

  private let byteCount: Int64?
  private let progress: TransferProgress
  private let restarts: @Sendable () throws -> Void
  private let began: @Sendable (Beginning) throws -> Void
  private let state: Mutex<State>

  /// - Parameters:
  ///   - byteCount: The number of bytes that there are, where a response does not tell it; `nil` if it is not known.
  ///   - restarts: Is called before bytes that have come are forgotten, and may throw to keep them.
  ///   - began: Is told each time when the bytes begin anew, before the first of them.
  /// - Throws: ``WoofError`` with the code `internal` where there is no memory for a digest.
  init(
    into file: consuming PartialFile, byteCount: Int64?, progress: TransferProgress,
    restarts: @escaping @Sendable () throws -> Void = {},
    began: @escaping @Sendable (Beginning) throws -> Void = { _ in }
  ) throws(WoofError) {
    self.byteCount = byteCount
    self.progress = progress
    self.restarts = restarts
    self.began = began
    state = Mutex(State(file: file, position: DownloadPosition(), hash: try Self.makeHash()))
  }

  /// Goes on with a file in which some bytes are already, all of which are read once. Blocks.
  ///
  /// - Parameters:
  ///   - count: The number of bytes to keep of the file.
  ///   - known: The facts about these bytes.
  ///   - url: The address of the archive.
  /// - Throws: ``WoofError`` where the file cannot be read.
  init(
    resuming file: consuming PartialFile, after count: Int64, of known: Beginning, at url: URL,
    progress: TransferProgress, restarts: @escaping @Sendable () throws -> Void,
    began: @escaping @Sendable (Beginning) throws -> Void
  ) throws(WoofError) {
    byteCount = known.byteCount
    self.progress = progress
    self.restarts = restarts
    self.began = began
    var hash = try Self.makeHash()
    try file.keep(first: count) { hash.update($0.bytes) }
    let position = DownloadPosition<String?>(
      resumingAfter: count, of: known.byteCount, .init(known.tag, validator: known.tag, at: url))
    state = Mutex(State(file: file, position: position, hash: hash))
    progress.set(count, of: known.byteCount ?? -1)
  }

  var count: Int64 { state.withLock { $0.position.count } }

  var continuation: (range: String, validator: String)? { state.withLock { $0.position.continuation } }

  func begin(_ head: HTTPURLResponse) throws {
    guard let url = head.url else { throw URLError(.badServerResponse) }
    let type = MediaTypeField.essence(of: head.value(forHTTPHeaderField: "Content-Type"))
    // A part need not say again of which type it is.
    guard type == "application/zip" || type.isEmpty && head.statusCode == 206 else {
      throw WoofError.notWoof(url, mediaType: type)
    }
    try state.withLock { state in
      let tag = head.value(forHTTPHeaderField: "ETag")
      let hadSome = state.position.count > 0
      let goesOn = try state.position.begin(head, .init(tag, in: head, at: url), expecting: byteCount)
      let digest = head.value(forHTTPHeaderField: "Repr-Digest").flatMap { ReprDigest.digest(in: $0) }
      state.digest = goesOn ? digest ?? state.digest : digest
      guard !goesOn else { return }
      if hadSome { try restarts() }
      try state.file?.restart()
      state.hash = try Self.makeHash()
      progress.set(0, of: state.position.total ?? -1)
      try began(Beginning(tag: state.position.announced?.validator, byteCount: state.position.total))
    }
  }

  func take(_ piece: UnsafeRawBufferPointer) throws {
    try state.withLock { state in
      try state.file?.append(piece)
      state.hash?.update(piece.bytes)
      state.position.advance(by: piece.count)
      progress.set(state.position.count, of: state.position.total ?? -1)
    }
  }

  /// Takes the end of all responses: the file is put where it belongs.
  ///
  /// - Returns: The number of its bytes, and their digest where the service told it.
  /// - Throws: ``WoofError`` with the code `connectionLost` where bytes are missing, `digestMismatch`, or one for files.
  func finish() throws -> (byteCount: Int64, digest: Digest?) {
    try state.withLock { state in
      guard let url = state.position.announced?.url else { throw URLError(.badServerResponse) }
      let count = state.position.count
      guard state.position.total.map({ $0 == count }) ?? true else {
        throw WoofError(.connectionLost, "\(WoofError.shown(url)) sent another number of bytes than it had announced.")
      }
      if let digest = state.digest, let hash = state.hash.take(), Digest(hash.finish()) != digest {
        throw WoofError(
          .digestMismatch,
          "What came from \(WoofError.shown(url)) is not what was announced: ask for the archive again, and if it stays so, "
            + "ask whoever runs the service to check its photos.")
      }
      try state.file?.moveIntoPlace()
      return (count, state.digest)
    }
  }

  /// Forgets everything at once: whoever loads may hold the sink for a while yet, and a file must not stay that long.
  func discard() { state.withLock { $0.file = nil } }

  private static func makeHash() throws(WoofError) -> SHA256 {
    do {
      return try SHA256()
    } catch {
      throw WoofError(.internal, "No digest can be made: free some memory.", cause: error)
    }
  }
}
