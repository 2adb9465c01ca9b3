// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Carries content from a load to one reader, at the reader's pace: a reader that is behind stops the transfer.
final class ByteChannel: Sendable {
  /// The most bytes that wait for the reader.
  private static let most = 512 * 1024

  private struct State {
    var filling: ByteChunk?
    /// Chunks that the reader is done with; two where it is faster than what comes.
    var spares: [ByteChunk] = []
    var end: Result<Void, any Error>?
    var isFull = false
    var reader: UnsafeContinuation<ByteChunk?, any Error>?
    var whenThereIsRoom: (@Sendable () -> Void)?
    var whenItBegins: (@Sendable (Result<URLResponse, any Error>) -> Void)?
  }

  private let state = Mutex(State())

  /// Calls back when the response has come, or when none will.
  func whenItBegins(_ body: @escaping @Sendable (Result<URLResponse, any Error>) -> Void) {
    state.withLock { $0.whenItBegins = body }
  }

  // MARK: The load's side

  /// Set before the first content.
  var whenThereIsRoom: (@Sendable () -> Void)? {
    get { state.withLock { $0.whenThereIsRoom } }
    set { state.withLock { $0.whenThereIsRoom = newValue } }
  }

  func begin(_ response: URLResponse) {
    let begins = state.withLock { $0.whenItBegins.take() }
    begins?(.success(response))
  }

  /// Takes all of the bytes, or none where there is no room for them; then it asks for more in time.
  func offer(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let (isTaken, reader, chunk) = state.withLock {
      state -> (Bool, UnsafeContinuation<ByteChunk?, any Error>?, ByteChunk?) in
      guard let filling = Self.place(for: bytes.count, in: &state) else {
        state.isFull = true
        return (false, nil, nil)
      }
      filling.append(bytes)
      guard let reader = state.reader.take() else { return (true, nil, nil) }
      return (true, reader, state.filling.take())
    }
    reader?.resume(returning: chunk)
    return isTaken
  }

  private static func place(for count: Int, in state: inout State) -> ByteChunk? {
    if let filling = state.filling { return filling.room >= count ? filling : nil }
    if let spare = state.spares.popLast(), spare.capacity >= count {
      spare.count = 0
      state.filling = spare
      return spare
    }
    let made = ByteChunk(capacity: max(most, count))
    state.filling = made
    return made
  }

  func end(_ error: (any Error)?) {
    let end: Result<Void, any Error> = error.map { .failure($0) } ?? .success(())
    let (reader, begins) = state.withLock { state in
      if state.end == nil { state.end = end }
      state.whenThereIsRoom = nil
      return (state.reader.take(), state.whenItBegins.take())
    }
    begins?(.failure(error ?? URLError(.unknown)))
    reader?.resume(with: end.map { nil })
  }

  // MARK: The reader's side

  /// Takes the content that has come since the last call, and waits if there is none; `nil` at the end.
  ///
  /// - Parameter spare: A chunk that the reader is done with.
  func next(giving spare: ByteChunk?) async throws -> ByteChunk? {
    if let ready = take(giving: spare, orWaiting: nil) { return try ready.get() }
    return try await withUnsafeThrowingContinuation { continuation in
      if let ready = take(giving: nil, orWaiting: continuation) { continuation.resume(with: ready) }
    }
  }

  private func take(
    giving spare: ByteChunk?, orWaiting reader: UnsafeContinuation<ByteChunk?, any Error>?
  ) -> Result<ByteChunk?, any Error>? {
    let (ready, room) = state.withLock { state -> (Result<ByteChunk?, any Error>?, (@Sendable () -> Void)?) in
      if let spare, state.spares.count < 2 { state.spares.append(spare) }
      guard let filling = state.filling.take() else {
        if state.end == nil { state.reader = reader }
        return (state.end?.map { nil }, nil)
      }
      defer { state.isFull = false }
      return (.success(filling), state.isFull ? state.whenThereIsRoom : nil)
    }
    room?()
    return ready
  }
}

/// Content on its way to a reader. It belongs to one side at a time.
@usableFromInline
final class ByteChunk: @unchecked Sendable {  // handed over: never used by two threads at a time
  @usableFromInline let base: UnsafeMutablePointer<UInt8>
  let capacity: Int
  @usableFromInline var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  var room: Int { capacity - count }

  /// Adds bytes, for which there is room.
  func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, bytes.count <= room else { return }
    UnsafeMutableRawPointer(base + count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  /// Adds a byte, for which there is room.
  func append(_ byte: UInt8) {
    base[count] = byte
    count += 1
  }
}

/// Keeps a load going as long as somebody may read what it brings.
@usableFromInline
final class ByteReader: Sendable {
  private let channel: ByteChannel
  let task: URLSessionDataTask

  init(channel: ByteChannel, task: URLSessionDataTask) {
    self.channel = channel
    self.task = task
  }

  deinit { task.cancel() }

  /// The next content; a Swift task that is cancelled meanwhile cancels the load.
  func next(giving spare: ByteChunk?) async throws -> ByteChunk? {
    try await withTaskCancellationHandler {
      try await channel.next(giving: spare)
    } onCancel: {
      task.cancel()
    }
  }
}
