// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that raises a fatal error upon receiving any failure, and otherwise republishes all received input.
  public struct AssertNoFailure<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// This publisher does not fail.
    public typealias Failure = Never

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The string used at the beginning of the fatal error message.
    public let prefix: String

    /// The filename used in the error message.
    public let file: StaticString

    /// The line number used in the error message.
    public let line: UInt

    /// Makes a publisher that republishes the elements of `upstream`, which is not expected to fail.
    @inlinable public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
      self.upstream = upstream
      self.prefix = prefix
      self.file = file
      self.line = line
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Never {
      upstream.subscribe(
        MapErrorSubscriber(downstream: subscriber) { [prefix, file, line] error in
          // To trap is what this operator is for: its user asserts that the upstream never fails.
          fatalError(prefix.isEmpty ? "\(error)" : "\(prefix): \(error)", file: file, line: line)
        })
    }
  }
}

extension Publisher {
  /// Raises a fatal error when its upstream publisher fails, and otherwise republishes all received input.
  ///
  /// For finding errors of the program while testing: the trap stays in release builds.
  ///
  /// - Parameters:
  ///   - prefix: A string used at the beginning of the fatal error message.
  ///   - file: A filename used in the error message, by default that of the caller.
  ///   - line: A line number used in the error message, by default that of the caller.
  @inlinable public func assertNoFailure(
    _ prefix: String = "", file: StaticString = #file, line: UInt = #line
  ) -> Publishers.AssertNoFailure<Self> {
    Publishers.AssertNoFailure(upstream: self, prefix: prefix, file: file, line: line)
  }
}
