// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization
internal import URLLoading

/// A response whose content arrives: read part by part, at the reader's pace.
///
/// A reader that takes its time stops the service: some three megabytes wait, and what comes until the connection is no longer
/// read. A response that nobody has any more is cancelled.
final class S3Response: Sendable {
  private struct State {
    var head: S3ResponseHead?
    var parts: [Data] = []
    var readAhead = S3ReadAhead()
    var end: Result<Void, any Error>?
    var headReader: CheckedContinuation<S3ResponseHead, any Error>?
    var partReader: CheckedContinuation<Data?, any Error>?
  }

  private let task: URLSessionTask
  private let state = Mutex(State())

  /// Starts a task, of which this is the response.
  init(to task: URLSessionTask) {
    self.task = task
    task.delegate = Receiver(self)
    task.resume()
  }

  deinit { task.cancel() }

  /// The head, when it has come, and with it the first content.
  ///
  /// - Throws: `URLError`; that of a cancelled load when the task is cancelled.
  var head: S3ResponseHead {
    get async throws {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let ready = state.withLock { state -> Result<S3ResponseHead, any Error>? in
            if let head = state.head { return .success(head) }
            if case .failure(let error)? = state.end { return .failure(error) }
            state.headReader = continuation
            return nil
          }
          if let ready { continuation.resume(with: ready) }
        }
      } onCancel: {
        task.cancel()
      }
    }
  }

  /// The next part; `nil` at the end. One reader at a time.
  ///
  /// - Throws: `URLError` where the content ends too early; that of a cancelled load when the task is cancelled.
  func next() async throws -> Data? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let ready = state.withLock { state -> Result<Data?, any Error>? in
          if !state.parts.isEmpty { return .success(takePart(of: &state)) }
          if let end = state.end { return end.map { nil } }
          state.partReader = continuation
          return nil
        }
        if let ready { continuation.resume(with: ready) }
      }
    } onCancel: {
      task.cancel()
    }
  }

  /// All content, where it is not more than a limit; `nil` where it is.
  func content(upTo limit: Int) async throws -> [UInt8]? {
    var content: [UInt8] = []
    while let part = try await next() {
      guard content.count + part.count <= limit else { return nil }
      content.append(contentsOf: part)
    }
    return content
  }

  private func takePart(of state: inout State) -> Data {
    let part = state.parts.removeFirst()
    // While the state is held, so that it is never suspended by a part that came before this.
    if state.readAhead.take(part.count) { task.resume() }
    return part
  }

  fileprivate func receive(_ part: Data, of task: URLSessionTask) {
    let (headReader, head, partReader) = state.withLock { state in
      let head = state.head ?? Self.head(of: task)
      state.head = head
      let reader = state.partReader.take()
      if reader == nil {
        state.parts.append(part)
        if state.readAhead.add(part.count) { task.suspend() }
      }
      return (state.headReader.take(), head, reader)
    }
    if let head { headReader?.resume(returning: head) }
    partReader?.resume(returning: part)
  }

  fileprivate func complete(_ task: URLSessionTask, _ error: (any Error)?) {
    let (headReader, result, partReader, end) = state.withLock { state in
      let head = state.head ?? Self.head(of: task)
      if error == nil { state.head = head }
      let failure = error ?? (head == nil ? URLError(.badServerResponse) : nil)
      let end: Result<Void, any Error> = failure.map { .failure($0) } ?? .success(())
      state.end = end
      let result: Result<S3ResponseHead, any Error> =
        failure.map { .failure($0) } ?? head.map { .success($0) } ?? .failure(URLError(.badServerResponse))
      return (state.headReader.take(), result, state.partReader.take(), end)
    }
    headReader?.resume(with: result)
    partReader?.resume(with: end.map { nil })
  }

  private static func head(of task: URLSessionTask) -> S3ResponseHead? {
    guard let response = task.response as? HTTPURLResponse else { return nil }
    var fields: [String: String] = [:]
    for case (let name as String, let value as String) in response.allHeaderFields { fields[name] = value }
    return S3ResponseHead(status: response.statusCode, fields: fields)
  }
}

/// Hands what arrives over to the response, as long as somebody has that.
private final class Receiver: NSObject, URLSessionDataDelegate {
  private weak let response: S3Response?

  init(_ response: S3Response) {
    self.response = response
    super.init()
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    response?.receive(data, of: dataTask)
  }

  /// A redirect is an answer: signatures are valid for one host only.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    response?.complete(task, error)
  }
}

/// The amount of a response's content that waits for its reader, which decides when no more of it is asked for. A value.
struct S3ReadAhead: Hashable, Sendable {
  /// From so many bytes that wait on, no more are asked for.
  static let most = 1 << 20
  /// From so few on, more are asked for again.
  static let few = 256 << 10

  /// The number of bytes that wait.
  private(set) var waitingCount = 0
  /// `true` if no more are asked for.
  private(set) var isSuspended = false

  /// Notes bytes that wait.
  ///
  /// - Returns: `true` if no more are to be asked for from now on.
  mutating func add(_ count: Int) -> Bool {
    waitingCount += count
    guard !isSuspended, waitingCount >= Self.most else { return false }
    isSuspended = true
    return true
  }

  /// Notes bytes that the reader has taken.
  ///
  /// - Returns: `true` if more are to be asked for again.
  mutating func take(_ count: Int) -> Bool {
    waitingCount -= count
    guard isSuspended, waitingCount <= Self.few else { return false }
    isSuspended = false
    return true
  }
}
