// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking
import Synchronization

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
  public init(configuration: URLSessionConfiguration) {
    core = SessionCore(configuration: configuration.duplicate, delegate: nil, queue: nil)
    super.init()
  }

  /// Makes a session with the default configuration, without a delegate: for subclasses that stand in for a session.
  @available(*, deprecated, message: "Please use init(configuration:) or URLSession.shared.")
  public override init() {
    core = SessionCore(configuration: .default, delegate: nil, queue: nil)
    super.init()
  }

  /// Makes a session with a copy of the configuration.
  ///
  /// - Parameters:
  ///   - delegate: Kept until the session is invalidated.
  ///   - queue: The queue on which the delegate and completion handlers are called, one after the other; `nil` for a queue of the
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

  /// The operation queue on which the delegate and completion handlers are called.
  open var delegateQueue: OperationQueue { core.delegateQueue.operations }

  /// A text of the client's choosing.
  open var sessionDescription: String? {
    get { core.sessionDescription }
    set { core.sessionDescription = newValue }
  }

  // MARK: Life

  /// Invalidates the session as soon as its tasks have completed. It makes no working tasks from now on: they fail with
  /// `URLError.cancelled`. Without effect on the shared session.
  open func finishTasksAndInvalidate() {
    guard self !== Self.sharedSession else { return }
    core.invalidate(self)
  }

  /// Cancels the session's tasks and invalidates it. Without effect on the shared session.
  open func invalidateAndCancel() {
    guard self !== Self.sharedSession else { return }
    core.invalidate(self)
    for task in core.registry.tasks { task.cancel() }
  }

  /// Forgets cookies, cached responses and credentials, and uses new connections from now on. The configuration's stores
  /// are emptied, also where other sessions share them.
  ///
  /// - Parameter completionHandler: Called on the delegate queue.
  open func reset(completionHandler: @escaping @Sendable () -> Void) {
    core.reset()
    core.delegateQueue.enqueue(completionHandler)
  }

  /// Forgets cookies, cached responses and credentials, and uses new connections from now on. The configuration's stores
  /// are emptied, also where other sessions share them.
  open func reset() async { core.reset() }

  /// Has stores write what they hold to disk, and uses new connections from now on.
  ///
  /// - Parameter completionHandler: Called on the delegate queue.
  open func flush(completionHandler: @escaping @Sendable () -> Void) {
    let queue = core.delegateQueue
    core.flush { queue.enqueue(completionHandler) }
  }

  /// Has stores write what they hold to disk, and uses new connections from now on.
  open func flush() async {
    await withCheckedContinuation { continuation in
      core.flush { continuation.resume() }
    }
  }

  /// Hands over the tasks that have not completed, by kind.
  ///
  /// - Parameter completionHandler: Called on the delegate queue.
  open func getTasksWithCompletionHandler(
    _ completionHandler:
      @escaping @Sendable (
        [URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]
      ) -> Void
  ) {
    let (data, upload, download) = core.tasksByKind
    core.delegateQueue.enqueue { completionHandler(data, upload, download) }
  }

  /// The tasks that have not completed, by kind.
  open var tasks: ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) {
    get async { core.tasksByKind }
  }

  /// Hands over the tasks that have not completed.
  ///
  /// - Parameter completionHandler: Called on the delegate queue.
  open func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {
    let tasks = core.registry.tasks
    core.delegateQueue.enqueue { completionHandler(tasks) }
  }

  /// The tasks that have not completed.
  open var allTasks: [URLSessionTask] {
    get async { core.registry.tasks }
  }

  // MARK: Making tasks

  /// Makes a task that hands the URL's data to the delegate.
  open func dataTask(with url: URL) -> URLSessionDataTask { dataTask(with: URLRequest(url: url)) }

  /// Makes a task that hands the response's data to the delegate.
  open func dataTask(with request: URLRequest) -> URLSessionDataTask {
    makeDataTask(request, LoadPlan(delivery: .delegate))
  }

  /// Makes a task that hands the URL's data to a handler.
  open func dataTask(
    with url: URL, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    dataTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }

  /// Makes a task that hands the response's data to a handler.
  ///
  /// - Parameter completionHandler: Called once, on the delegate queue: data and response of any status, or an error.
  open func dataTask(
    with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    makeDataTask(request, LoadPlan(delivery: .data(completionHandler)))
  }

  /// Makes a task that sends data; the delegate hears of the response.
  open func uploadTask(with request: URLRequest, from bodyData: Data) -> URLSessionUploadTask {
    makeUploadTask(request, LoadPlan(delivery: .delegate, body: .data(bodyData)))
  }

  /// Makes a task that sends a file; the delegate hears of the response.
  open func uploadTask(with request: URLRequest, fromFile fileURL: URL) -> URLSessionUploadTask {
    makeUploadTask(request, LoadPlan(delivery: .delegate, body: .file(fileURL)))
  }

  /// Makes a task that sends the stream that the delegate gives in `urlSession(_:task:needNewBodyStream:)`.
  open func uploadTask(withStreamedRequest request: URLRequest) -> URLSessionUploadTask {
    makeUploadTask(request, LoadPlan(delivery: .delegate, body: .streamOfDelegate))
  }

  /// Makes a task that sends data.
  ///
  /// - Parameter completionHandler: Called once, on the delegate queue: data and response of any status, or an error.
  open func uploadTask(
    with request: URLRequest, from bodyData: Data?,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    makeUploadTask(request, LoadPlan(delivery: .data(completionHandler), body: .data(bodyData ?? Data())))
  }

  /// Makes a task that sends a file.
  ///
  /// - Parameter completionHandler: Called once, on the delegate queue: data and response of any status, or an error.
  open func uploadTask(
    with request: URLRequest, fromFile fileURL: URL,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    makeUploadTask(request, LoadPlan(delivery: .data(completionHandler), body: .file(fileURL)))
  }

  /// Makes a task that continues an upload; the delegate hears of the response.
  open func uploadTask(withResumeData resumeData: Data) -> URLSessionUploadTask {
    makeResumedUpload(resumeData, delivery: .delegate)
  }

  /// Makes a task that continues an upload.
  ///
  /// - Parameter completionHandler: Called once, on the delegate queue: data and response of any status, or an error.
  open func uploadTask(
    withResumeData resumeData: Data,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    makeResumedUpload(resumeData, delivery: .data(completionHandler))
  }

  /// Makes a task that puts the URL's data into a file; the delegate hears where.
  open func downloadTask(with url: URL) -> URLSessionDownloadTask { downloadTask(with: URLRequest(url: url)) }

  /// Makes a task that puts the response's data into a file; the delegate hears where.
  open func downloadTask(with request: URLRequest) -> URLSessionDownloadTask {
    makeDownloadTask(request, LoadPlan(delivery: .delegate))
  }

  /// Makes a task that puts the URL's data into a file.
  ///
  /// - Parameter completionHandler: Called once, on the delegate queue. The file is removed when it returns.
  open func downloadTask(
    with url: URL, completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    downloadTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }

  /// Makes a task that puts the response's data into a file.
  ///
  /// - Parameter completionHandler: Called once, on the delegate queue. The file is removed when it returns.
  open func downloadTask(
    with request: URLRequest, completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    makeDownloadTask(request, LoadPlan(delivery: .file(completionHandler)))
  }

  /// Makes a task that continues a download; the delegate hears where the file is.
  open func downloadTask(withResumeData resumeData: Data) -> URLSessionDownloadTask {
    makeResumedDownload(resumeData, delivery: .delegate)
  }

  /// Makes a task that continues a download.
  ///
  /// - Parameter completionHandler: Called once, on the delegate queue. The file is removed when it returns.
  open func downloadTask(
    withResumeData resumeData: Data,
    completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    makeResumedDownload(resumeData, delivery: .file(completionHandler))
  }
}

extension URLSession {
  func makeDataTask(_ request: URLRequest, _ plan: LoadPlan) -> URLSessionDataTask {
    introduce(
      URLSessionDataTask(identifier: core.registry.nextIdentifier(), request: request, session: self, plan: plan), plan)
  }

  func makeUploadTask(_ request: URLRequest?, _ plan: LoadPlan) -> URLSessionUploadTask {
    introduce(
      URLSessionUploadTask(identifier: core.registry.nextIdentifier(), request: request, session: self, plan: plan),
      plan)
  }

  func makeDownloadTask(_ request: URLRequest?, _ plan: LoadPlan) -> URLSessionDownloadTask {
    introduce(
      URLSessionDownloadTask(identifier: core.registry.nextIdentifier(), request: request, session: self, plan: plan),
      plan)
  }

  private func introduce<Kind: URLSessionTask>(_ task: Kind, _ plan: LoadPlan) -> Kind {
    core.registry.add(task)
    if core.isInvalidated { task.guarded.withLock { $0.plan?.refusal = .cancelled } }
    if !plan.isAwaited { announce(task, to: nil) }
    return task
  }

  /// Gives a new task its own delegate, and tells the first delegate that cares of it.
  func announce(_ task: URLSessionTask, to own: (any URLSessionTaskDelegate)?) {
    if let own { task.delegate = own }
    let ofSession = core.delegate
    guard own != nil || ofSession != nil else { return }
    let delegates = [own, ofSession as? any URLSessionTaskDelegate].compactMap { $0 }
    let messages = delegates.filter { DelegateShape.of($0).form(of: .taskCreated) != .absent }.map { delegate in
      DelegateMessage(method: .taskCreated, delegate: delegate) { [self] in
        delegate.urlSession(self, didCreateTask: task)
      }
    }
    guard !messages.isEmpty else { return }
    core.delegateQueue.enqueue { _ = messages.contains { $0.isTaken() } }
  }
}
