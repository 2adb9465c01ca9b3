// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking
import Synchronization

/// Responds to requests in place of the network: for tests, and for schemes of one's own.
///
/// Subclasses say which requests they take, and tell their `client` what the response is, piece by piece, from any
/// thread. It works for every kind of task and for `async` calls. `startLoading` and `stopLoading` are called on a queue
/// of the load's own: one that blocks stops nobody else.
open class URLProtocol: NSObject {
  /// The receiver of the response. Kept as long as the load goes on.
  open private(set) var client: (any URLProtocolClient)?
  /// The request to respond to, in the form that `canonicalRequest(for:)` gave it. The content of an upload task – data,
  /// a file, or the stream that its delegate was asked for – is in its `httpBodyStream`.
  open private(set) var request: URLRequest
  /// The stored response for the request; `nil` if there is none.
  open private(set) var cachedResponse: CachedURLResponse?
  /// The task that is loaded.
  open private(set) var task: URLSessionTask?

  /// Makes an object that responds to one request.
  public required init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {
    self.request = request
    self.cachedResponse = cachedResponse
    self.client = client
    super.init()
  }

  /// Makes an object that responds to one task.
  public required convenience init(
    task: URLSessionTask, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
  ) {
    let request = task.currentRequest ?? URLRequest(url: URL(fileURLWithPath: "/"))
    self.init(request: request, cachedResponse: cachedResponse, client: client)
    self.task = task
  }

  func attach(_ task: URLSessionTask) { self.task = task }

  /// Returns `true` if the class takes the request; `false` by default.
  open class func canInit(with request: URLRequest) -> Bool { false }

  /// Returns `true` if the class takes the task. By default, the method for requests decides on the task's current
  /// request.
  open class func canInit(with task: URLSessionTask) -> Bool {
    task.currentRequest.map { canInit(with: $0) } ?? false
  }

  /// The form of a request in which it is loaded. By default the request itself.
  open class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  /// Returns `true` if both requests have the same response. By default, they must be equal.
  open class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool { a == b }

  /// Begins to load. Does nothing by default.
  open func startLoading() {}

  /// Nobody wants the response any more, or it is complete: the client is not to be told anything from now on. Does
  /// nothing by default.
  open func stopLoading() {}

  // MARK: Properties of requests

  /// Returns the value that was stored with a request under a key; `nil` if there is none.
  open class func property(forKey key: String, in request: URLRequest) -> Any? {
    FoundationNetworking.URLProtocol.property(forKey: key, in: request)
  }

  /// Stores something with a request; copies of the request have it too.
  open class func setProperty(_ value: Any, forKey key: String, in request: NSMutableURLRequest) {
    FoundationNetworking.URLProtocol.setProperty(value, forKey: key, in: request)
  }

  /// Removes what was stored with a request under a key.
  open class func removeProperty(forKey key: String, in request: NSMutableURLRequest) {
    FoundationNetworking.URLProtocol.removeProperty(forKey: key, in: request)
  }

  // MARK: Registering

  /// Has the shared session, and configurations that are made from now on, ask a class before the network; the class
  /// registered last is asked first.
  ///
  /// - Returns: `false` where it is no subclass of `URLProtocol`.
  @discardableResult
  open class func registerClass(_ protocolClass: AnyClass) -> Bool {
    guard let protocolClass = protocolClass as? URLProtocol.Type else { return false }
    RegisteredProtocols.classes.withLock { classes in
      classes.removeAll { $0 == protocolClass }
      classes.insert(protocolClass, at: 0)
      RegisteredProtocols.count.store(classes.count, ordering: .releasing)
    }
    return true
  }

  /// Has the class asked no more, but by sessions whose configuration has it.
  open class func unregisterClass(_ protocolClass: AnyClass) {
    RegisteredProtocols.classes.withLock { classes in
      classes.removeAll { $0 == protocolClass }
      RegisteredProtocols.count.store(classes.count, ordering: .releasing)
    }
  }
}

/// The classes that were registered for all sessions.
enum RegisteredProtocols {
  static let classes = Mutex<[URLProtocol.Type]>([])
  static let count = Atomic<Int>(0)
}

extension URLProtocol {
  static var registeredClasses: [URLProtocol.Type] { RegisteredProtocols.classes.withLock { $0 } }

  /// Returns `true` if a session has to ask registered classes besides those of its configuration, as the shared
  /// session does.
  static func appliesToShared(_ session: URLSession) -> Bool {
    RegisteredProtocols.count.load(ordering: .acquiring) > 0 && session === URLSession.shared
  }
}

/// A receiver of the response that a `URLProtocol` makes, of its content and of its end.
public protocol URLProtocolClient: NSObjectProtocol, Sendable {
  /// The request leads elsewhere; it is loaded from there if the delegate agrees.
  func urlProtocol(_ protocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse)

  /// The stored response is used.
  func urlProtocol(_ protocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse)

  /// The response has come.
  func urlProtocol(
    _ protocol: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy policy: URLCache.StoragePolicy)

  /// More of the content has come.
  func urlProtocol(_ protocol: URLProtocol, didLoad data: Data)

  /// The response is complete.
  func urlProtocolDidFinishLoading(_ protocol: URLProtocol)

  /// There is no response, or no more of it.
  func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error)

  /// Somebody asks who is there; the delegate's reply goes to the challenge's sender.
  func urlProtocol(_ protocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge)

  /// The challenge needs no reply any more.
  func urlProtocol(_ protocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge)
}
