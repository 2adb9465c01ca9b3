import Foundation
import URLLoading

/// Loads with a completion handler: the error first, then the status and the type, then the data.
public struct DogLoader: Sendable {
  let session: URLSession

  /// Makes a loader.
  public init(session: URLSession) { self.session = session }

  /// Loads from an address; anything but JSON with a good status is an error.
  @discardableResult
  public func load(
    _ url: URL, completion: @escaping @Sendable (Result<Data, URLError>) -> Void
  ) -> URLSessionDataTask {
    let task = session.dataTask(with: url) { data, response, error in
      if let error { return completion(.failure(error as? URLError ?? URLError(.unknown))) }
      guard let response = response as? HTTPURLResponse, (200...299).contains(response.statusCode),
        response.mimeType == "application/json", let data
      else { return completion(.failure(URLError(.badServerResponse))) }
      completion(.success(data))
    }
    task.resume()
    return task
  }
}

/// Loads with a delegate that looks at the head, gathers the data as it comes, and waits for the network.
public final class GatheringDogLoader: NSObject, URLSessionDataDelegate, @unchecked Sendable {  // all state is locked
  private struct State {
    var data = Data()
    var whenWaiting: (@Sendable () -> Void)?
    var completion: (@Sendable (Result<Data, any Error>) -> Void)?
  }

  private let lock = NSLock()
  private var state = State()

  /// Loads from an address, once.
  ///
  /// - Parameter whenWaiting: Called when the server cannot be reached, and the load waits until it can.
  public func load(
    _ url: URL, whenWaiting: (@Sendable () -> Void)? = nil,
    completion: @escaping @Sendable (Result<Data, any Error>) -> Void
  ) {
    lock.withLock { state = State(whenWaiting: whenWaiting, completion: completion) }
    let configuration = URLSessionConfiguration.default
    configuration.waitsForConnectivity = true
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    session.dataTask(with: url).resume()
    session.finishTasksAndInvalidate()
  }

  /// Tells that the load waits.
  public func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
    let whenWaiting = lock.withLock { state.whenWaiting.take() }
    whenWaiting?()
  }

  /// Goes on where the head is that of a good response in JSON.
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let head = response as? HTTPURLResponse
    let isWanted = head?.statusCode == 200 && head?.mimeType == "application/json"
    completionHandler(isWanted ? .allow : .cancel)
  }

  /// Keeps what has come.
  public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    lock.withLock { state.data.append(data) }
  }

  /// Tells what became of the load.
  public func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let (data, completion) = lock.withLock { (state.data, state.completion.take()) }
    completion?(error.map { .failure($0) } ?? .success(data))
  }
}
