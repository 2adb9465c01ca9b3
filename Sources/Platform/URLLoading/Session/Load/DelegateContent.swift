// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Content on its way to a delegate. What comes while the delegate is busy, or shortly after other content, is gathered
/// and handed over as one piece: a call for each piece that libcurl gives would cost more than all the rest.
///
/// Of a large response the pieces are larger, and their memory is used again once the delegate has let go of it.
final class DelegateContent: Sendable {
  /// The steps to take after content has been gathered.
  struct Step {
    /// `true` if the delegate is to be called.
    var callsDelegate = false
    /// `true` if content is to be held until the delegate has caught up.
    var stops = false
  }

  /// The number of bytes that are handed over without waiting for more, and the most that wait for the delegate.
  struct Limits {
    var enough: Int
    var most: Int

    static let atFirst = Limits(enough: 256 << 10, most: 1 << 20)
    static let inFlood = Limits(enough: 1 << 20, most: 2 << 20)
  }

  /// After so much that waits, there is likely to be enough.
  private static let rush = 32 << 10
  /// A response is large that has brought so much.
  private static let flood = 4 << 20

  private struct State {
    var gathered = Data()
    /// The gathered content of a large response, in memory that is used again; `nil` if there is none.
    var chunk: ByteChunk?
    /// A chunk that the delegate is done with.
    var spare: ByteChunk?
    var takenCount = 0
    /// `true` while a call to the delegate is on its way that takes the gathered content.
    var isCalling = false
    var isStopped = false

    var count: Int { chunk?.count ?? gathered.count }
    var limits: Limits { takenCount < DelegateContent.flood ? .atFirst : .inFlood }
  }

  private let state = Mutex(State())

  /// Gathers content.
  ///
  /// - Parameter mayWait: `true` if so little that it is not worth a call may stay here until ``call()``.
  func add(_ bytes: UnsafeRawBufferPointer, mayWait: Bool) -> Step {
    state.withLock { state in
      let limits = state.limits
      Self.gather(bytes, in: &state, limits)
      let calls = !state.isCalling && (!mayWait || state.count >= limits.enough)
      if calls { state.isCalling = true }
      state.isStopped = state.count >= limits.most
      return Step(callsDelegate: calls, stops: state.isStopped)
    }
  }

  /// Notes that content waits no longer; `true` where the delegate is to be called for it.
  func call() -> Bool {
    state.withLock { state in
      guard !state.isCalling, state.count > 0 else { return false }
      state.isCalling = true
      return true
    }
  }

  /// Takes what has been gathered; `resumes` where more may follow again.
  func take() -> (content: Data, resumes: Bool) {
    let (content, chunk, resumes) = state.withLock { state in
      var content = Data()
      swap(&content, &state.gathered)
      let chunk = state.chunk.take()
      let resumes = state.isStopped
      state.takenCount += chunk?.count ?? content.count
      state.isCalling = false
      state.isStopped = false
      return (content, chunk, resumes)
    }
    return (chunk.map(handOver) ?? content, resumes)
  }

  private static func gather(
    _ bytes: UnsafeRawBufferPointer,  // lent for this call
    in state: inout State, _ limits: Limits
  ) {
    let isLarge = state.takenCount >= flood && state.gathered.isEmpty && bytes.count <= limits.most
    if isLarge, (state.chunk?.room ?? .max) >= bytes.count {
      let chunk = state.chunk ?? state.spare.take() ?? ByteChunk(capacity: limits.most * 2)
      chunk.append(bytes)
      state.chunk = chunk
      return
    }
    if let chunk = state.chunk.take() { state.gathered = Data(bytes: chunk.base, count: chunk.count) }
    if (rush..<limits.enough).contains(state.gathered.count) {
      state.gathered.reserveCapacity(limits.enough + bytes.count)
    }
    state.gathered.append(contentsOf: bytes)
  }

  /// Gives the content of a chunk without copying it, unless that would keep much more memory than it needs.
  private func handOver(_ chunk: ByteChunk) -> Data {
    guard chunk.count >= Limits.inFlood.enough / 2 else {
      defer { recycle(chunk) }
      return Data(bytes: chunk.base, count: chunk.count)
    }
    return Data(bytesNoCopy: chunk.base, count: chunk.count, deallocator: .custom { _, _ in self.recycle(chunk) })
  }

  private func recycle(_ chunk: ByteChunk) {
    chunk.count = 0
    let surplus = state.withLock { state in
      defer { state.spare = chunk }
      return state.spare.take()
    }
    withExtendedLifetime(surplus) {}
  }
}
