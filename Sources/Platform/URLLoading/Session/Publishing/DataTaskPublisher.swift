// SPDX-License-Identifier: Apache-2.0

public import Combine
public import Foundation
public import FoundationNetworking
import Synchronization

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

/// Takes what a data task brings.
protocol DataTaskReceiver: AnyObject, Sendable {
  func receive(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?)
}

/// One load for one subscriber.
final class DataTaskSubscription<Downstream: Subscriber>: Subscription, DataTaskReceiver,
  @unchecked Sendable  // state is behind a mutex
where Downstream.Input == URLSession.DataTaskPublisher.Output, Downstream.Failure == URLError {
  private enum Stage {
    case fresh(URLRequest, URLSession)
    case loading(URLSessionTask)
    case over
  }

  private struct State {
    var downstream: Downstream?
    var stage: Stage
  }

  private let lock = Mutex(())
  private nonisolated(unsafe) var state: State  // guarded by `lock`

  init(_ downstream: Downstream, _ request: URLRequest, _ session: URLSession) {
    state = State(downstream: downstream, stage: .fresh(request, session))
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let receiver: any DataTaskReceiver = self
    let task = lock.withLock { _ -> URLSessionTask? in
      guard case .fresh(let request, let session) = state.stage else { return nil }
      let task = session.dataTask(with: request) { receiver.receive($0, $1, $2) }
      state.stage = .loading(task)
      return task
    }
    task?.resume()
  }

  func cancel() {
    let (task, downstream) = end()
    task?.cancel()
    withExtendedLifetime(downstream) {}
  }

  func receive(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    guard let downstream = end().downstream else { return }
    if let data, let response, error == nil {
      _ = downstream.receive((data, response))
      downstream.receive(completion: .finished)
    } else {
      downstream.receive(completion: .failure(error as? URLError ?? URLError(.unknown)))
    }
  }

  private func end() -> (task: URLSessionTask?, downstream: Downstream?) {
    let ended = lock.withLock { _ in
      defer {
        state.stage = .over
        state.downstream = nil
      }
      let task: URLSessionTask? = if case .loading(let task) = state.stage { task } else { nil }
      return Ended(task: task, downstream: state.downstream)
    }
    return (ended.task, ended.downstream)
  }

  private struct Ended: @unchecked Sendable {  // leaves the lock on the thread that holds it
    let task: URLSessionTask?
    let downstream: Downstream?
  }
}
