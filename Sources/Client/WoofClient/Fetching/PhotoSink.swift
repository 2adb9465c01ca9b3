// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import URLLoading

/// Takes the bytes of a photo over as many responses as it needs, and checks them as they come.
final class PhotoSink: ResumableSink {
  private struct State: ~Copyable {
    var output: PhotoOutput
    var verification: PhotoVerification?
    var position = DownloadPosition<Digest>()
  }

  private let bytes: PhotoBytes
  private let transformers: [any PhotoTransforming]
  private let limit: Int64
  private let progress: TransferProgress
  private let state: Mutex<State>

  /// - Parameter limit: So many bytes are taken at most.
  init(
    _ bytes: PhotoBytes, into output: consuming PhotoOutput, transformers: [any PhotoTransforming], limit: Int64,
    progress: TransferProgress
  ) {
    self.bytes = bytes
    self.transformers = transformers
    self.limit = limit
    self.progress = progress
    state = Mutex(State(output: output))
  }

  var count: Int64 { state.withLock { $0.position.count } }

  var continuation: (range: String, validator: String)? { state.withLock { $0.position.continuation } }

  func begin(_ head: HTTPURLResponse) throws {
    guard let url = head.url else { throw URLError(.badServerResponse) }
    let digest = try digest(of: head, at: url)
    try state.withLock { state in
      let announcement = DownloadPosition.Announcement(digest, in: head, at: url)
      guard try !state.position.begin(head, announcement, expecting: bytes.byteCount) else { return }
      try state.output.restart()
      state.verification = try PhotoVerification(transformers)
      progress.set(0, of: state.position.total ?? -1)
    }
  }

  func take(_ piece: UnsafeRawBufferPointer) throws {
    try state.withLock { state in
      guard let url = state.position.announced?.url else { throw URLError(.badServerResponse) }
      let count = state.position.count + Int64(piece.count)
      if let expected = bytes.byteCount, count > expected { throw PhotoVerification.mismatch(at: url) }
      guard count <= limit else {
        throw WoofError(.payloadTooLarge, "The photo has more than \(limit) bytes: download it to a file instead.")
      }
      try state.verification?.take(piece)
      try state.output.append(piece)
      state.position.advance(by: piece.count)
      progress.set(count, of: state.position.total ?? -1)
    }
  }

  /// Takes the end of all responses: what has come is checked, and put where it belongs.
  ///
  /// - Throws: ``WoofError``, with the code `digestMismatch` or `unsupportedImage`, or one for files.
  func finish() throws -> (data: Data, digest: Digest, findings: PhotoFindings) {
    try state.withLock { state in
      guard let verification = state.verification.take(), let announced = state.position.announced else {
        throw URLError(.badServerResponse)
      }
      let findings = try verification.finish(expecting: announced.identity, from: announced.url)
      return (try state.output.finish(), announced.identity, findings)
    }
  }

  /// Forgets everything at once: whoever loads may hold the sink for a while yet, and a file must not stay that long.
  func discard() {
    state.withLock { state in
      state.output = PhotoOutput()
      state.verification = nil
      state.position = DownloadPosition()
    }
  }

  private func digest(of head: HTTPURLResponse, at url: URL) throws(WoofError) -> Digest {
    let told =
      head.value(forHTTPHeaderField: "Repr-Digest").flatMap { ReprDigest.digest(in: $0) }
      ?? head.value(forHTTPHeaderField: "ETag").flatMap { Digest(String($0.dropFirst().dropLast())) }
    guard let digest = bytes.digest ?? told else {
      let type = MediaTypeField.essence(of: head.value(forHTTPHeaderField: "Content-Type"))
      throw type.hasPrefix("image/") ? .incomplete(url, missing: "Repr-Digest") : .notWoof(url, mediaType: type)
    }
    guard told == nil || told == digest else { throw PhotoVerification.mismatch(at: url) }
    return digest
  }
}
