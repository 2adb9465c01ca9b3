/// A subscriber of a subject, as the subject sees it.
@usableFromInline protocol SubjectReceiver<Output, Failure>: AnyObject {
  /// The values of the subject.
  associatedtype Output

  /// The errors of the subject.
  associatedtype Failure: Error

  /// Takes a value that has been sent.
  func take(_ value: Output)

  /// Takes the completion.
  func take(_ completion: Subscribers.Completion<Failure>)

  /// Takes a value that has been sent before, if it has had none since.
  func takeLatest(_ value: Output)
}
