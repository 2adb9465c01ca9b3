// SPDX-License-Identifier: Apache-2.0

/// A synchronous operator's treatment of values, one at a time, driven by a ``StageSubscriber``.
@usableFromInline protocol Stage<Input, Output> {
  /// The values that come in.
  associatedtype Input

  /// The values that go out.
  associatedtype Output

  /// The errors that come in.
  associatedtype UpstreamFailure: Error

  /// The errors that go out.
  associatedtype Failure: Error

  /// Decides what becomes of one value.
  mutating func receive(_ input: Input) -> StageVerdict<Output, Failure>

  /// The error to send for one that has come.
  func failure(for error: UpstreamFailure) -> Failure
}

extension Stage where UpstreamFailure == Failure {
  @inlinable func failure(for error: Failure) -> Failure { error }
}

/// The result of one value: the values to send, and whether the stream ends.
@usableFromInline enum StageVerdict<Output, Failure: Error> {
  /// This goes out.
  case pass(Output)

  /// Nothing goes out.
  case skip

  /// This goes out, then nothing more.
  case passLast(Output)

  /// Nothing goes out, nor will any more.
  case finish

  /// An error goes out.
  case fail(Failure)
}

/// A stage whose closures may throw: every error goes out as it is.
@usableFromInline protocol ThrowingStage: Stage where Failure == any Error {
  /// Decides what becomes of one value.
  ///
  /// - Throws: An error that ends the stream.
  mutating func judge(_ input: Input) throws -> StageVerdict<Output, Failure>
}

extension ThrowingStage {
  @inlinable mutating func receive(_ input: Input) -> StageVerdict<Output, Failure> {
    do { return try judge(input) } catch { return .fail(error) }
  }

  @inlinable func failure(for error: UpstreamFailure) -> any Error { error }
}
