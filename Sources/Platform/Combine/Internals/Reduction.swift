// SPDX-License-Identifier: Apache-2.0

/// A computation of one result from all values of a publisher, driven by a ``ReduceSubscriber``.
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

  /// Returns the value to send when all values are in; `nil` to send none. Called once.
  mutating func result() -> Output?

  /// The error to send for one that has come.
  func failure(for error: UpstreamFailure) -> Failure
}

extension Reduction where UpstreamFailure == Failure {
  @inlinable func failure(for error: Failure) -> Failure { error }
}

/// The effect of one value on a reduction.
@usableFromInline enum ReductionVerdict<Failure: Error> {
  /// The result is open still.
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
  /// - Throws: An error that ends the stream.
  mutating func take(_ input: Input) throws -> ReductionVerdict<Failure>
}

extension ThrowingReduction {
  @inlinable mutating func receive(_ input: Input) -> ReductionVerdict<Failure> {
    do { return try take(input) } catch { return .fail(error) }
  }

  @inlinable func failure(for error: UpstreamFailure) -> any Error { error }
}
