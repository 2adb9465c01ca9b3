public import Foundation

/// Loads what URLs name, over HTTP and HTTPS.
///
/// Sessions are safe to use from several threads. All sessions together use one thread for the network; a task costs
/// none. A session keeps its delegate until it is invalidated; one that is dropped finishes its tasks first.
open class URLSession: NSObject, @unchecked Sendable {  // its one property is immutable and Sendable
  let core: SessionCore

  private static let sharedSession: URLSession = {
    let configuration = URLSessionConfiguration.default
    // It asks the classes that are registered at the time of a request, not those of its own beginning.
    configuration.protocolClasses = []
    return URLSession(configuration: configuration)
  }()

  /// The session for simple requests: default configuration, no delegate. It cannot be invalidated.
  open class var shared: URLSession { sharedSession }

  /// Makes a session with a copy of the configuration, without a delegate.
  public convenience init(configuration: URLSessionConfiguration) {
    self.init(configuration: configuration, delegate: nil, delegateQueue: nil)
  }

  /// Makes a session with a copy of the configuration.
  ///
  /// - Parameters:
  ///   - delegate: Kept until the session is invalidated.
  ///   - queue: Where the delegate and completion handlers are called, one after the other; `nil` for a queue of the
  ///     session's own.
  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue queue: OperationQueue?
  ) {
    core = SessionCore(configuration: configuration.duplicate, delegate: delegate, queue: queue)
    super.init()
  }

  deinit { core.close() }

  /// A copy of what the session was made with.
  open var configuration: URLSessionConfiguration { core.settings.configuration.duplicate }

  /// The session's delegate; `nil` once the session has been invalidated.
  open var delegate: (any URLSessionDelegate)? { core.delegate }

  /// Where the delegate and completion handlers are called.
  open var delegateQueue: OperationQueue { core.delegateQueue.operations }

  /// A text of the client's choosing.
  open var sessionDescription: String? {
    get { core.sessionDescription }
    set { core.sessionDescription = newValue }
  }
}

extension URLSession {
  /// Invalidates the session as soon as its tasks have completed. It makes no working tasks from now on: they fail with
  /// `URLError.cancelled`. Without effect on the shared session.
  public func finishTasksAndInvalidate() {
    guard self !== Self.sharedSession else { return }
    core.invalidate(self)
  }

  /// Cancels the session's tasks and invalidates it. Without effect on the shared session.
  public func invalidateAndCancel() {
    guard self !== Self.sharedSession else { return }
    core.invalidate(self)
    for task in core.registry.tasks { task.cancel() }
  }

  /// Forgets cookies, cached responses and credentials, and uses new connections from now on. The configuration's stores
  /// are emptied, also where other sessions share them.
  ///
  /// - Parameter completionHandler: Called on the delegate queue.
  public func reset(completionHandler: @escaping @Sendable () -> Void) {
    core.reset()
    core.delegateQueue.enqueue(completionHandler)
  }

  /// Forgets cookies, cached responses and credentials, and uses new connections from now on. The configuration's stores
  /// are emptied, also where other sessions share them.
  public func reset() async { core.reset() }

  /// Has stores write what they hold to disk, and uses new connections from now on.
  ///
  /// - Parameter completionHandler: Called on the delegate queue.
  public func flush(completionHandler: @escaping @Sendable () -> Void) {
    let queue = core.delegateQueue
    core.flush { queue.enqueue(completionHandler) }
  }

  /// Has stores write what they hold to disk, and uses new connections from now on.
  public func flush() async {
    await withCheckedContinuation { continuation in
      core.flush { continuation.resume() }
    }
  }

  /// Hands over the tasks that have not completed, by kind.
  ///
  /// - Parameter completionHandler: Called on the delegate queue.
  public func getTasksWithCompletionHandler(
    _ completionHandler:
      @escaping @Sendable (
        [URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]
      ) -> Void
  ) {
    let (data, upload, download) = core.tasksByKind
    core.delegateQueue.enqueue { completionHandler(data, upload, download) }
  }

  /// The tasks that have not completed, by kind.
  public var tasks: ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) {
    get async { core.tasksByKind }
  }

  /// Hands over the tasks that have not completed.
  ///
  /// - Parameter completionHandler: Called on the delegate queue.
  public func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {
    let tasks = core.registry.tasks
    core.delegateQueue.enqueue { completionHandler(tasks) }
  }

  /// The tasks that have not completed.
  public var allTasks: [URLSessionTask] {
    get async { core.registry.tasks }
  }
}
