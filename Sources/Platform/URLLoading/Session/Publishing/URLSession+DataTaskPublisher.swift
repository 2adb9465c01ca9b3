// SPDX-License-Identifier: Apache-2.0

public import Combine
public import Foundation
public import FoundationNetworking

extension URLSession {
  /// A publisher of the data of a URL and its response. See ``DataTaskPublisher``.
  public func dataTaskPublisher(for url: URL) -> DataTaskPublisher { dataTaskPublisher(for: URLRequest(url: url)) }

  /// A publisher of the data of a response, and the response. See ``DataTaskPublisher``.
  public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
    DataTaskPublisher(request: request, session: self)
  }

  /// Publishes data and response of a data task, then finishes; or fails with the task's error.
  ///
  /// Each subscription is one load. It begins when the subscriber asks for a value, and is cancelled with the subscription.
  /// Values come on the session's delegate queue.
  public struct DataTaskPublisher: Publisher {
    /// Data and response, whatever its status.
    public typealias Output = (data: Data, response: URLResponse)
    /// The error of a task that has no response.
    public typealias Failure = URLError

    /// The request that each subscription loads.
    public let request: URLRequest
    /// The session that loads it.
    public let session: URLSession

    /// Makes a publisher; nothing is loaded before somebody subscribes.
    public init(request: URLRequest, session: URLSession) {
      self.request = request
      self.session = session
    }

    /// Gives the subscriber a subscription that loads when it is asked for a value.
    public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
      subscriber.receive(subscription: DataTaskSubscription(subscriber, request, session))
    }
  }
}
