/// What a synchronous operator makes of all values together: a value, driven by a ``ReduceSubscriber``.
@usableFromInline protocol Reduction<Input, Output> {
  /// The values that come in.
  associatedtype Input

  /// The one value that goes out.
  associatedtype Output

  /// The errors that come in.
  associatedtype UpstreamFailure: Error

  /// The errors that go out.
  associatedtype Failure: Error

  /// Takes one value in.
  mutating func receive(_ input: Input) -> ReductionVerdict<Failure>

  /// What goes out when all values are in; nothing if `nil`. Asked for once.
  mutating func result() -> Output?

  /// The error to send for one that has come.
  func failure(for error: UpstreamFailure) -> Failure
}

extension Reduction where UpstreamFailure == Failure {
  @inlinable func failure(for error: Failure) -> Failure { error }
}

/// Whether more values are needed.
@usableFromInline enum ReductionVerdict<Failure: Error> {
  /// Whatever else comes may change the result.
  case more

  /// The result is certain.
  case done

  /// There will be no result.
  case fail(Failure)
}

/// A reduction whose closures may throw: every error goes out as it is.
@usableFromInline protocol ThrowingReduction: Reduction where Failure == any Error {
  /// Takes one value in.
  ///
  /// - Throws: What ends the stream.
  mutating func take(_ input: Input) throws -> ReductionVerdict<Failure>
}

extension ThrowingReduction {
  @inlinable mutating func receive(_ input: Input) -> ReductionVerdict<Failure> {
    do { return try take(input) } catch { return .fail(error) }
  }

  @inlinable func failure(for error: UpstreamFailure) -> any Error { error }
}
