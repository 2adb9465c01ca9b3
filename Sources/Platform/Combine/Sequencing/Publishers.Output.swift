// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that publishes elements specified by a range in the sequence of published elements.
  public struct Output<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The range of elements to publish.
    public let range: CountableRange<Int>

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, range: CountableRange<Int>) {
      self.upstream = upstream
      self.range = range
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
      let stage = OutputStage<Upstream.Output, Upstream.Failure>(range: range)
      upstream.subscribe(StageSubscriber("Output", to: subscriber, stage))
    }
  }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}

/// Counts the values; lets through those whose number is in a range, and ends with its last.
@usableFromInline struct OutputStage<Input, Failure: Error>: Stage {
  @usableFromInline typealias Output = Input
  @usableFromInline typealias UpstreamFailure = Failure

  @usableFromInline let range: CountableRange<Int>
  @usableFromInline var index = 0

  @inlinable init(range: CountableRange<Int>) {
    self.range = range
  }

  @inlinable mutating func receive(_ input: Input) -> StageVerdict<Input, Failure> {
    defer { index += 1 }
    if index >= range.upperBound { return .finish }
    if index < range.lowerBound { return .skip }
    return index == range.upperBound - 1 ? .passLast(input) : .pass(input)
  }
}

extension Publisher {
  /// Publishes a specific element, indicated by its index in the sequence of published elements, and then finishes.
  @inlinable public func output(at index: Int) -> Publishers.Output<Self> {
    output(in: index...index)
  }

  /// Publishes elements specified by their range in the sequence of published elements.
  ///
  /// After the last element of the range the stream finishes, and the upstream publisher is cancelled. Where the
  /// range is empty that happens when the first element comes.
  @inlinable public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self>
  where R.Bound == Int {
    Publishers.Output(upstream: self, range: range.relative(to: 0..<Int.max))
  }

  /// Republishes elements up to the specified maximum count, and then finishes.
  ///
  /// - Parameter maxLength: The maximum number of elements. Less than one republishes none.
  @inlinable public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
    output(in: 0..<Swift.max(maxLength, 0))
  }
}
