// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension NotificationCenter {
  /// A publisher that publishes the notifications a notification center posts.
  ///
  /// Notifications come on the thread they are posted on, one at a time. What is posted while there is no demand is
  /// dropped.
  public struct Publisher: Combine.Publisher {
    /// Notifications.
    public typealias Output = Notification

    /// It cannot fail.
    public typealias Failure = Never

    /// The center that is observed.
    public let center: NotificationCenter

    /// The name of the notifications.
    public let name: Notification.Name

    /// The object whose notifications are published; those of any object where it is `nil`.
    public let object: AnyObject?

    /// Makes a publisher of notifications.
    ///
    /// - Parameters:
    ///   - center: The notification center.
    ///   - name: The name of the notifications.
    ///   - object: The object whose notifications are published; those of any object where it is `nil`.
    public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
      self.center = center
      self.name = name
      self.object = object
    }

    /// Attaches the subscriber: observes the notification center until it cancels.
    public func receive<S: Subscriber>(subscriber: S) where S.Failure == Never, S.Input == Notification {
      let conduit = Conduit("NotificationCenter Observer", to: subscriber, HotMachine<Notification>())
      let offer = Handed { (notification: Notification) in
        conduit.update { $0.offer(notification) }
      }
      let token = center.addObserver(forName: name, object: object, queue: nil) { offer.value($0) }
      conduit.update { $0.attach(Observation(center: center, token: token)) }
      conduit.open()
    }
  }

  /// Makes a publisher of notifications.
  ///
  /// - Parameters:
  ///   - name: The name of the notifications.
  ///   - object: The object whose notifications are published; those of any object where it is `nil`.
  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> NotificationCenter.Publisher {
    Publisher(center: self, name: name, object: object)
  }
}

extension NotificationCenter.Publisher: Equatable {
  /// Returns `true` if both publish the same notifications: of the same center, name and object.
  public static func == (lhs: NotificationCenter.Publisher, rhs: NotificationCenter.Publisher) -> Bool {
    lhs.center === rhs.center && lhs.name == rhs.name && lhs.object === rhs.object
  }
}

/// Ends an observation when it is cancelled.
private struct Observation: Subscription {
  let center: NotificationCenter
  let token: any NSObjectProtocol
  let combineIdentifier = CombineIdentifier()

  func request(_ demand: Subscribers.Demand) {}

  func cancel() {
    center.removeObserver(token)
  }
}
