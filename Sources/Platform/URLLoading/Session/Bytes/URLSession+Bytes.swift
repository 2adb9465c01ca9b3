// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

extension URLSession {
  /// Loads the URL's data byte by byte: returns when the head of the response has come.
  ///
  /// - Parameter delegate: The task's own delegate, kept until the task has completed.
  /// - Throws: `URLError`; `.cancelled` when the Swift task is cancelled meanwhile, `CancellationError` when it was
  ///   cancelled before. What goes wrong later is thrown by the sequence.
  public func bytes(
    from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (AsyncBytes, URLResponse) {
    try await bytes(for: URLRequest(url: url), delegate: delegate)
  }

  /// Loads the data of a response byte by byte: returns when the head of the response has come.
  ///
  /// - Parameter delegate: The task's own delegate, kept until the task has completed.
  /// - Throws: `URLError`; `.cancelled` when the Swift task is cancelled meanwhile, `CancellationError` when it was
  ///   cancelled before. What goes wrong later is thrown by the sequence.
  public func bytes(
    for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (AsyncBytes, URLResponse) {
    try Task.checkCancellation()
    let cancellation = TaskCancellation()
    let channel = ByteChannel()
    let task = makeDataTask(request, LoadPlan(delivery: .bytes(channel), isAwaited: true))
    announce(task, to: delegate)
    let reader = ByteReader(channel: channel, task: task)
    let response = try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        channel.whenItBegins { continuation.resume(with: $0) }
        task.resume()
        cancellation.attach(task)
      }
    } onCancel: {
      cancellation.cancel()
    }
    return (AsyncBytes(reader), response)
  }
}
