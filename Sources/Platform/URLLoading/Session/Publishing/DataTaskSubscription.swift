// SPDX-License-Identifier: Apache-2.0

import Combine
import Foundation
import FoundationNetworking
import Synchronization

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
