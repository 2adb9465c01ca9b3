// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import URLLoading
import WoofHTTPSemantics

/// Takes the bytes of a photo over as many responses as it needs, and checks them as they come.
final class PhotoSink: ResponseSink {
  private struct State: ~Copyable {
    var output: PhotoOutput
    var verification: PhotoVerification?
    var count: Int64 = 0
    var total: Int64?
    var announced: Announcement?
  }

  /// The facts about the bytes that the head of a response states.
  private struct Announcement: Hashable {
    var url: URL
    var digest: Digest
    /// The strong `ETag` for `If-Range`, with which the rest of the bytes may be asked for; `nil` if there is none.
    var validator: String?
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

  /// The number of bytes that have arrived and that the output has taken.
  var count: Int64 { state.withLock { $0.count } }

  /// The range of the missing bytes and the validator to ask for them with; `nil` to ask for everything.
  var continuation: (range: String, validator: String)? {
    state.withLock { state in
      guard state.count > 0, let validator = state.announced?.validator else { return nil }
      return ("bytes=\(state.count)-", validator)
    }
  }

  func begin(_ head: HTTPURLResponse) throws {
    guard let url = head.url else { throw URLError(.badServerResponse) }
    let announcement = try announcement(of: head, at: url)
    try state.withLock { state in
      if head.statusCode == 206, Self.goesOn(head, announcement, state) { return }
      guard head.statusCode == 200 else {
        state.announced?.validator = nil
        throw WoofError(.connectionLost, "\(WoofError.shown(url)) answered with another part than was asked for.")
      }
      try state.output.restart()
      state.verification = try PhotoVerification(transformers)
      (state.count, state.announced) = (0, announcement)
      state.total = head.expectedContentLength >= 0 ? head.expectedContentLength : bytes.byteCount
      progress.set(0, of: state.total ?? -1)
    }
  }

  func take(_ piece: UnsafeRawBufferPointer) throws {
    try state.withLock { state in
      guard let url = state.announced?.url else { throw URLError(.badServerResponse) }
      let count = state.count + Int64(piece.count)
      if let expected = bytes.byteCount, count > expected { throw PhotoVerification.mismatch(at: url) }
      guard count <= limit else {
        throw WoofError(.payloadTooLarge, "The photo has more than \(limit) bytes: download it to a file instead.")
      }
      try state.verification?.take(piece)
      try state.output.append(piece)
      state.count = count
      progress.set(count, of: state.total ?? -1)
    }
  }

  /// Takes the end of all responses: what has come is checked, and put where it belongs.
  ///
  /// - Throws: ``WoofError``, with the code `digestMismatch` or `unsupportedImage`, or one for files.
  func finish() throws -> (data: Data, digest: Digest, findings: PhotoFindings) {
    try state.withLock { state in
      guard let verification = state.verification.take(), let announced = state.announced else {
        throw URLError(.badServerResponse)
      }
      let findings = try verification.finish(expecting: announced.digest, from: announced.url)
      return (try state.output.finish(), announced.digest, findings)
    }
  }

  /// Forgets everything at once: whoever loads may hold the sink for a while yet, and a file must not stay that long.
  func discard() {
    state.withLock { state in
      state.output = PhotoOutput()
      state.verification = nil
      state.announced = nil
    }
  }

  /// Returns `true` if a partial response begins where the one before it broke off, in the same bytes.
  private static func goesOn(
    _ head: HTTPURLResponse, _ announcement: Announcement, _ state: borrowing State
  ) -> Bool {
    guard state.count > 0, state.announced?.digest == announcement.digest,
      let range = head.value(forHTTPHeaderField: "Content-Range").flatMap({
        HTTPContentRange(parsing: Array($0.utf8)[...])
      })
    else { return false }
    return range.range.lowerBound == state.count
  }

  private func announcement(of head: HTTPURLResponse, at url: URL) throws(WoofError) -> Announcement {
    let tag = head.value(forHTTPHeaderField: "ETag")
    let told =
      head.value(forHTTPHeaderField: "Repr-Digest").flatMap { ReprDigest.digest(in: $0) }
      ?? tag.flatMap { Digest(String($0.dropFirst().dropLast())) }
    guard let digest = bytes.digest ?? told else {
      let type = MediaTypeField.essence(of: head.value(forHTTPHeaderField: "Content-Type"))
      throw type.hasPrefix("image/") ? .incomplete(url, missing: "Repr-Digest") : .notWoof(url, mediaType: type)
    }
    guard told == nil || told == digest else { throw PhotoVerification.mismatch(at: url) }
    let isStrong = tag?.hasPrefix("\"") == true
    return Announcement(url: url, digest: digest, validator: isStrong ? tag : nil)
  }
}
