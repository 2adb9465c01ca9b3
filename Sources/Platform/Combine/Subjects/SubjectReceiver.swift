// SPDX-License-Identifier: Apache-2.0

/// A subscriber of a subject, as the subject sees it.
///
/// The subject does not know the subscriber's type. The closures, made where it is known, lead back to code that is
/// specialised for it.
@usableFromInline class SubjectReceiver<Output, Failure: Error> {
  /// Takes a value that has been sent to the receiver, which is the first argument.
  @usableFromInline final let takeValue: (SubjectReceiver, Output) -> Void

  @inlinable init(takeValue: @escaping (SubjectReceiver, Output) -> Void) {
    self.takeValue = takeValue
  }

  /// Takes the completion. To be overridden.
  @usableFromInline func take(_ completion: Subscribers.Completion<Failure>) {}

  /// Takes a value that has been sent before, if it has had none since. To be overridden.
  @usableFromInline func takeLatest(_ value: Output) {}
}
