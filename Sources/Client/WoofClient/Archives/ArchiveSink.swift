// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import URLLoading

/// Takes the bytes of an archive over as many responses as it needs, and writes them to a file.
final class ArchiveSink: ResumableSink {
  private struct State: ~Copyable {
    /// `nil` once it is forgotten.
    var file: PartialFile?
    /// The bytes of an archive are those of its `ETag`.
    var position = DownloadPosition<String?>()
  }

  private let byteCount: Int64?
  private let progress: TransferProgress
  private let state: Mutex<State>

  /// - Parameter byteCount: The number of bytes that there are, where a response does not tell it; `nil` if it is not known.
  init(into file: consuming PartialFile, byteCount: Int64?, progress: TransferProgress) {
    self.byteCount = byteCount
    self.progress = progress
    state = Mutex(State(file: file))
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
      guard try !state.position.begin(head, .init(tag, in: head, at: url), expecting: byteCount) else { return }
      try state.file?.restart()
      progress.set(0, of: state.position.total ?? -1)
    }
  }

  func take(_ piece: UnsafeRawBufferPointer) throws {
    try state.withLock { state in
      try state.file?.append(piece)
      state.position.advance(by: piece.count)
      progress.set(state.position.count, of: state.position.total ?? -1)
    }
  }

  /// Takes the end of all responses: the file is put where it belongs.
  ///
  /// - Returns: The number of its bytes.
  /// - Throws: ``WoofError`` with the code `connectionLost` where bytes are missing, or one for files.
  func finish() throws -> Int64 {
    try state.withLock { state in
      guard let url = state.position.announced?.url else { throw URLError(.badServerResponse) }
      let count = state.position.count
      guard state.position.total.map({ $0 == count }) ?? true else {
        throw WoofError(.connectionLost, "\(WoofError.shown(url)) sent another number of bytes than it had announced.")
      }
      try state.file?.moveIntoPlace()
      return count
    }
  }

  /// Forgets everything at once: whoever loads may hold the sink for a while yet, and a file must not stay that long.
  func discard() { state.withLock { $0.file = nil } }
}
