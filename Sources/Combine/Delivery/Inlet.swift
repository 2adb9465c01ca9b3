/// The subscriber with which an operator listens to one of its upstreams.
final class Inlet<Input, Failure: Error>: Subscriber, CustomStringConvertible {
  /// The name of the operator.
  let description: String
  private let attach: (any Subscription) -> Bool
  private let take: (Input) -> Void
  private let end: (Subscribers.Completion<Failure>) -> Void

  /// - Parameters:
  ///   - attach: Takes the subscription; `false` where none is wanted, so that it is cancelled.
  ///   - take: Takes a value.
  ///   - end: Takes the completion.
  init(
    _ description: String,
    attach: @escaping (any Subscription) -> Bool,
    take: @escaping (Input) -> Void,
    end: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    self.description = description
    self.attach = attach
    self.take = take
    self.end = end
  }

  func receive(subscription: any Subscription) {
    if !attach(subscription) { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    take(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    end(completion)
  }
}
