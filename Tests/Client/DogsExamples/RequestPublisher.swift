import Combine
import Foundation
import URLLoading

/// Why a request came to nothing.
public enum RequestError: Error, Equatable {
  /// The service responded with such a status.
  case status(Int)
  /// There was no response.
  case transport(URLError.Code)
}

/// A publisher of one's own: a request, loaded once for each subscriber when it asks for something.
public struct RequestPublisher: Publisher {
  /// The body of the response.
  public typealias Output = Data
  /// Why there is none.
  public typealias Failure = RequestError

  let session: URLSession
  let request: URLRequest

  /// Loads for one subscriber.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Data, S.Failure == RequestError {
    let erased = AnySubscriber(subscriber)
    subscriber.receive(subscription: RequestSubscription(session: session, request: request, subscriber: erased))
  }
}

/// The load of one subscriber. Cancelling it cancels the task.
final class RequestSubscription: Subscription, @unchecked Sendable {  // all state is locked
  private let session: URLSession
  private let request: URLRequest
  private let lock = NSLock()
  private var subscriber: AnySubscriber<Data, RequestError>?
  private var task: URLSessionDataTask?

  init(session: URLSession, request: URLRequest, subscriber: AnySubscriber<Data, RequestError>) {
    self.session = session
    self.request = request
    self.subscriber = subscriber
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let begun = lock.withLock { () -> URLSessionDataTask? in
      guard subscriber != nil, task == nil else { return nil }
      let task = session.dataTask(with: request) { [weak self] data, response, error in
        self?.complete(data, response, error)
      }
      self.task = task
      return task
    }
    begun?.resume()
  }

  func cancel() {
    let running = lock.withLock { () -> URLSessionDataTask? in
      subscriber = nil
      return task.take()
    }
    running?.cancel()
  }

  private func complete(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    guard let subscriber = lock.withLock({ subscriber.take() }) else { return }
    let status = (response as? HTTPURLResponse)?.statusCode
    if let status, let data, (200..<300).contains(status) {
      _ = subscriber.receive(data)
      subscriber.receive(completion: .finished)
    } else if let status {
      subscriber.receive(completion: .failure(.status(status)))
    } else {
      subscriber.receive(completion: .failure(.transport((error as? URLError)?.code ?? .unknown)))
    }
  }
}

extension URLSession {
  /// Publishes the body of a successful response.
  public func requestPublisher(for request: URLRequest) -> RequestPublisher {
    RequestPublisher(session: self, request: request)
  }
}
