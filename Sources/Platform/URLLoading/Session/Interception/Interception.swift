// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Synchronization

/// A load that a `URLProtocol` intercepts. It calls the protocol on a queue of its own, and passes on what the protocol
/// tells to the loop.
final class Interception: NSObject, @unchecked Sendable {  // the protocol stays on the queue, the rest is immutable
  private let queue = DispatchQueue(label: "URLProtocol loading")
  private weak var load: Load?
  private let core: SessionCore
  private let isStopped = Atomic<Bool>(false)
  private var interceptor: URLProtocol?

  init(_ load: Load) {
    self.load = load
    core = load.core
    super.init()
  }

  /// Asks the classes in order whether they take the task; the first that does begins. If none does, the load is told.
  ///
  /// - Parameter body: The content that the task sends: the request that is taken has it as its `httpBodyStream`.
  func offer(_ task: URLSessionTask, sending body: LoadBody, to classes: [URLProtocol.Type], cache: URLCache?) {
    queue.async { [self] in
      guard !isStopped.load(ordering: .acquiring) else { return }
      guard let request = task.currentRequest, let interceptorType = classes.first(where: { $0.canInit(with: task) })
      else {
        return tell { $0.isNotIntercepted() }
      }
      guard case .streamOfDelegate = body else {
        return begin(interceptorType, task, request.sending(body.stream), cache)
      }
      askForStream { reply in
        self.begin(interceptorType, task, request.sending(reply.stream), cache)
      }
    }
  }

  /// Asks the delegate for the content, and goes on with it on the queue.
  private func askForStream(then: @escaping @Sendable (BodyStreamReply) -> Void) {
    tell { load in
      load.ask(load.audience.questions(aboutStreamFrom: 0)) { load, reply in
        guard let reply, reply.stream != nil else { return load.fail(.requestBodyStreamExhausted) }
        self.queue.async { then(reply) }
      }
    }
  }

  private func begin(
    _ interceptorType: URLProtocol.Type, _ task: URLSessionTask, _ request: URLRequest, _ cache: URLCache?
  ) {
    guard !isStopped.load(ordering: .acquiring) else { return }
    let canonical = interceptorType.canonicalRequest(for: request)
    let stored = cache?.cachedResponse(for: canonical)
    let loading = interceptorType.init(request: canonical, cachedResponse: stored, client: self)
    loading.attach(task)
    tell { $0.isIntercepted(as: canonical) }
    interceptor = loading
    loading.startLoading()
  }

  /// Nobody listens any more.
  func stop() {
    isStopped.store(true, ordering: .releasing)
    queue.async { [self] in
      interceptor?.stopLoading()
      interceptor = nil
    }
  }

  private func tell(_ body: @escaping @Sendable (Load) -> Void) {
    core.pool.perform { [self] in
      guard !isStopped.load(ordering: .acquiring), let load, !load.isOver else { return }
      body(load)
    }
  }
}

extension Interception: URLProtocolClient {
  func urlProtocol(_ protocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse) {
    tell { $0.isRedirected(to: request, by: redirectResponse) }
  }

  func urlProtocol(_ protocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse) {
    tell { load in
      load.receive(cachedResponse.response, policy: .notAllowed)
      load.receive(cachedResponse.data)
      load.isLoaded()
    }
  }

  func urlProtocol(
    _ protocol: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy policy: URLCache.StoragePolicy
  ) {
    tell { $0.receive(response, policy: policy) }
  }

  func urlProtocol(_ protocol: URLProtocol, didLoad data: Data) {
    tell { $0.receive(data) }
  }

  func urlProtocolDidFinishLoading(_ protocol: URLProtocol) {
    tell { $0.isLoaded() }
  }

  func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error) {
    tell { $0.isFailed(error) }
  }

  func urlProtocol(_ protocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {
    tell { $0.pass(on: challenge) }
  }

  func urlProtocol(_ protocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {}
}

extension LoadBody {
  /// A new stream of what is sent beside the request; `nil` where the request or the delegate has it.
  fileprivate var stream: InputStream? {
    switch self {
    case .data(let data): SentStream(data: data)
    case .file(let url): SentStream(url: url)
    case .ofRequest, .streamOfDelegate: nil
    }
  }
}

extension URLRequest {
  /// The request with a stream as its content; without one, the request itself.
  fileprivate func sending(_ stream: InputStream?) -> URLRequest {
    guard let stream else { return self }
    var request = self
    request.httpBodyStream = stream
    return request
  }
}

/// A stream of what is sent, for protocols that look at its error: Foundation's ends the process where there is none.
final class SentStream: InputStream {
  override var streamError: (any Error)? { streamStatus == .error ? super.streamError : nil }
}
