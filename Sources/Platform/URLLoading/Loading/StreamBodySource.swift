// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Content from a stream. It is read on a thread of its own, for a stream may block.
final class StreamBodySource: TransferBodySource, @unchecked Sendable {  // the stream stays on its queue
  private static let most = 256 * 1024

  private struct State {
    var ready: [UInt8] = []
    var isReading = false
    var hasBeenRead = false
    var isOver = false
    var failure: (any Error)?
    var isDemanded = false
    weak var transfer: Transfer?
  }

  /// The position in the whole content, in bytes, at which the stream begins.
  let offset: Int64
  private let stream: InputStream
  private let queue = DispatchQueue(label: "URLSession body stream")
  private let state = Mutex(State())

  init(_ stream: InputStream, offset: Int64 = 0) {
    self.stream = stream
    self.offset = offset
  }

  /// `true` if anything may have been taken from the stream, which then cannot be sent from its beginning.
  var hasBeenRead: Bool { state.withLock { $0.hasBeenRead } }

  /// The transfer that the content is for.
  var transfer: Transfer? {
    get { state.withLock { $0.transfer } }
    set { state.withLock { $0.transfer = newValue } }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> TransferBodyRead {
    let (result, reads) = state.withLock { state -> (TransferBodyRead, Bool) in
      let reads = !state.isOver && !state.isReading && state.ready.count < Self.most / 2
      if reads {
        state.isReading = true
        state.hasBeenRead = true
      }
      guard !state.ready.isEmpty else {
        if let failure = state.failure { return (.failed(failure), false) }
        if state.isOver { return (.end, false) }
        state.isDemanded = true
        return (.wait, reads)
      }
      let count = min(buffer.count, state.ready.count)
      state.ready.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      state.ready.removeFirst(count)
      return (.count(count), reads)
    }
    if reads { queue.async { self.readSome() } }
    return result
  }

  private func readSome() {
    if stream.streamStatus == .notOpen { stream.open() }
    let (bytes, count) = readOnce()
    let wakes = state.withLock { state -> Transfer? in
      state.isReading = false
      if count > 0 {
        state.ready += bytes
      } else {
        state.isOver = true
        if count < 0 { state.failure = stream.failure ?? URLError(.cannotOpenFile) }
        stream.close()
      }
      guard state.isDemanded else { return nil }
      state.isDemanded = false
      return state.transfer
    }
    wakes?.bodyIsReady()
  }

  private func readOnce() -> (bytes: [UInt8], count: Int) {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 64 * 1024) { buffer, initialized in
      guard let base = buffer.baseAddress else { return }
      count = stream.read(base, maxLength: buffer.count)
      initialized = max(0, count)
    }
    return (bytes, count)
  }
}

extension InputStream {
  /// The error that the stream failed with; `nil` if it has not failed.
  ///
  /// Foundation's `streamError` ends the process where there is no error.
  fileprivate var failure: (any Error)? { streamStatus == .error ? streamError : nil }
}
