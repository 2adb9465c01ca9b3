// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension URL {
  /// The bytes of what the URL names, loaded by the shared session as they are read; see ``URLSession/AsyncBytes``. A
  /// response of any status will do: who has to know it calls `URLSession.bytes(from:)`.
  public var resourceBytes: AsyncBytes { AsyncBytes(url: self) }

  /// The lines of what the URL names, loaded by the shared session as they are read.
  public var lines: AsyncLineSequence<AsyncBytes> { resourceBytes.lines }

  /// The bytes of what a URL names. Each iterator loads them anew.
  public struct AsyncBytes: AsyncSequence, Sendable {
    /// A byte.
    public typealias Element = UInt8

    let url: URL

    /// Starts reading; nothing is loaded before the first byte is asked for.
    public func makeAsyncIterator() -> Iterator { Iterator(url: url) }

    /// Reads the bytes of what a URL names.
    public struct Iterator: AsyncIteratorProtocol {
      let url: URL
      var bytes: URLSession.AsyncBytes.Iterator?

      init(url: URL) { self.url = url }

      /// The next byte, or `nil` at the end.
      ///
      /// - Throws: `URLError` when the load fails; `.cancelled` when the Swift task is cancelled.
      public mutating func next() async throws -> UInt8? { try await next(isolation: nil) }

      /// The next byte, or `nil` at the end, for whom is on the actor given.
      ///
      /// - Throws: `URLError` when the load fails; `.cancelled` when the Swift task is cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async throws -> UInt8? {
        if bytes == nil { bytes = try await URLSession.shared.bytes(from: url).0.makeAsyncIterator() }
        return try await bytes?.next(isolation: actor)
      }
    }
  }
}

@available(*, unavailable)
extension URL.AsyncBytes.Iterator: Sendable {}
