// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

extension URLSession {
  /// The bytes of a response, as they come.
  ///
  /// What has come is there without waiting. A reader that takes its time stops the server: half a megabyte waits here at
  /// most. When the sequence and its iterators are gone, or the Swift task that reads is cancelled, the load is
  /// cancelled. There is one reader: iterators share what comes.
  public struct AsyncBytes: AsyncSequence, Sendable {
    /// A byte.
    public typealias Element = UInt8

    let reader: ByteReader

    init(_ reader: ByteReader) { self.reader = reader }

    /// The task that loads the bytes.
    public var task: URLSessionDataTask { reader.task }

    /// Starts reading.
    public func makeAsyncIterator() -> Iterator { Iterator(reader) }

    /// Reads the bytes of a response.
    public struct Iterator: AsyncIteratorProtocol {
      @usableFromInline let reader: ByteReader
      @usableFromInline var chunk: ByteChunk?
      @usableFromInline var position: Int = 0
      @usableFromInline var end: Int = 0

      init(_ reader: ByteReader) { self.reader = reader }

      /// The next byte, or `nil` at the end.
      ///
      /// - Throws: `URLError` when the load fails; `.cancelled` when the Swift task is cancelled.
      @inlinable
      public mutating func next() async throws -> UInt8? { try await next(isolation: nil) }

      /// The next byte, or `nil` at the end, for whom is on the actor given.
      ///
      /// - Throws: `URLError` when the load fails; `.cancelled` when the Swift task is cancelled.
      @inlinable
      public mutating func next(isolation actor: isolated (any Actor)?) async throws -> UInt8? {
        if position < end, let chunk {
          defer { position &+= 1 }
          return chunk.base[position]
        }
        return try await refill(isolation: actor)
      }

      @usableFromInline
      mutating func refill(isolation actor: isolated (any Actor)?) async throws -> UInt8? {
        let spare = chunk.take()
        chunk = try await reader.next(giving: spare)
        guard let chunk else {
          end = 0
          position = 0
          return nil
        }
        end = chunk.count
        position = 1
        return chunk.base[0]
      }
    }
  }
}

@available(*, unavailable)
extension URLSession.AsyncBytes.Iterator: Sendable {}

extension URLSession {
  /// Loads the URL's data byte by byte: returns when the head of the response has come.
  ///
  /// - Parameter delegate: The task's own delegate, kept until the task has completed.
  /// - Throws: `URLError`; `.cancelled` when the Swift task is cancelled meanwhile, `CancellationError` when it was
  ///   cancelled before. What goes wrong later is thrown by the sequence.
  public func bytes(
    from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (AsyncBytes, URLResponse) {
    try await bytes(for: URLRequest(url: url), delegate: delegate)
  }

  /// Loads the data of a response byte by byte: returns when the head of the response has come.
  ///
  /// - Parameter delegate: The task's own delegate, kept until the task has completed.
  /// - Throws: `URLError`; `.cancelled` when the Swift task is cancelled meanwhile, `CancellationError` when it was
  ///   cancelled before. What goes wrong later is thrown by the sequence.
  public func bytes(
    for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (AsyncBytes, URLResponse) {
    try Task.checkCancellation()
    let cancellation = TaskCancellation()
    let channel = ByteChannel()
    let task = makeDataTask(request, LoadPlan(delivery: .bytes(channel), isAwaited: true))
    announce(task, to: delegate)
    let reader = ByteReader(channel: channel, task: task)
    let response = try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        channel.whenItBegins { continuation.resume(with: $0) }
        task.resume()
        cancellation.attach(task)
      }
    } onCancel: {
      cancellation.cancel()
    }
    return (AsyncBytes(reader), response)
  }
}
