// SPDX-License-Identifier: Apache-2.0

/// A namespace for symbols related to subscriptions.
public enum Subscriptions {}

extension Subscriptions {
  /// The subscription that does nothing.
  ///
  /// For publishers that have nothing to publish but a completion.
  public static var empty: any Subscription { EmptySubscription() }
}

/// The subscription of whoever completes at once. All of them are one and the same.
private struct EmptySubscription: Subscription {
  private static let identifier = CombineIdentifier()

  var combineIdentifier: CombineIdentifier { Self.identifier }

  func request(_ demand: Subscribers.Demand) {}

  func cancel() {}
}

extension EmptySubscription: CustomStringConvertible {
  var description: String { "Empty" }
}
