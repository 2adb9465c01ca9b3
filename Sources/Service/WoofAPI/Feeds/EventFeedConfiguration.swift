// SPDX-License-Identifier: Apache-2.0

/// The limits and the pacing of the live feed.
public struct EventFeedConfiguration: Hashable, Sendable {
  /// The subscribers of all addresses and accounts together; one more is answered `503`. 10,000 by default.
  public var subscriberLimit: Int
  /// The subscribers of one address, Unix sockets not counted; one more is answered `429`. 100 by default.
  public var subscriberLimitPerAddress: Int
  /// The subscribers of one account; one more is answered `429`. 50 by default.
  public var subscriberLimitPerAccount: Int
  /// The time without an event after which a subscriber is told that the stream is alive; 15 s by default.
  public var heartbeatInterval: Duration
  /// The time after which readers of server-sent events reconnect when a stream has ended; 3 s by default.
  public var reconnectDelay: Duration
  /// The part of each loop's time that sending events may take, of 1: the least where the loop is busy with other work,
  /// the most where it has nothing else to do; 0.25 to 0.5 by default. When it is used up, changes wait for each other
  /// and go out together.
  public var fanOutShares: ClosedRange<Double>
  /// The number of photos whose newest changes each loop keeps at hand; subscribers that are further behind are served
  /// from the change log. 2,048 by default.
  public var recentChangeLimit: Int

  /// Makes a configuration.
  public init(
    subscriberLimit: Int = 10_000, subscriberLimitPerAddress: Int = 100, subscriberLimitPerAccount: Int = 50,
    heartbeatInterval: Duration = .seconds(15), reconnectDelay: Duration = .seconds(3),
    fanOutShares: ClosedRange<Double> = 0.25...0.5, recentChangeLimit: Int = 2_048
  ) {
    self.subscriberLimit = subscriberLimit
    self.subscriberLimitPerAddress = subscriberLimitPerAddress
    self.subscriberLimitPerAccount = subscriberLimitPerAccount
    self.heartbeatInterval = heartbeatInterval
    self.reconnectDelay = reconnectDelay
    self.fanOutShares = fanOutShares
    self.recentChangeLimit = recentChangeLimit
  }
}
