// SPDX-License-Identifier: Apache-2.0

extension Published {
  /// A publisher for properties marked with the `@Published` attribute.
  public struct Publisher: Combine.Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Value

    /// This publisher does not fail.
    public typealias Failure = Never

    let storage: PublishedStorage<Value>

    init(_ storage: PublishedStorage<Value>) {
      self.storage = storage
    }

    /// Attaches the subscriber: it gets the current value, and then every new one before the property has it.
    public func receive<S: Subscriber>(subscriber: S) where Value == S.Input, S.Failure == Never {
      SubjectSubscription.subscribe(subscriber, to: storage.core, name: "Published")
    }
  }
}

extension Publisher where Failure == Never {
  /// Republishes elements received from a publisher, by assigning them to a property marked as a publisher.
  ///
  /// There is nothing to keep: the assignment lasts until this publisher finishes or the property goes away with its
  /// object, which it does not keep.
  ///
  /// - Parameter published: The publisher of the property, `&$property`.
  public func assign(to published: inout Published<Output>.Publisher) {
    subscribe(PublishedSubscriber(published.storage))
  }
}
