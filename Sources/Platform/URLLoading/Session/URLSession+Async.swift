// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

extension URLSession {
  /// Loads the URL's data.
  ///
  /// - Parameter delegate: The task's own delegate, kept until the task has completed.
  /// - Returns: The data, and the response, whatever its status.
  /// - Throws: `URLError`; `.cancelled` when the Swift task is cancelled meanwhile, `CancellationError` when it was
  ///   cancelled before.
  public func data(
    from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) {
    try await data(for: URLRequest(url: url), delegate: delegate)
  }

  /// Loads the data of a response.
  ///
  /// - Parameter delegate: The task's own delegate, kept until the task has completed.
  /// - Returns: The data, and the response, whatever its status.
  /// - Throws: `URLError`; `.cancelled` when the Swift task is cancelled meanwhile, `CancellationError` when it was
  ///   cancelled before.
  public func data(
    for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) {
    try await perform(delegate) { completion in
      makeDataTask(request, LoadPlan(delivery: .data(Self.gathering(completion)), isAwaited: true))
    }
  }

  /// Sends data and loads the response.
  ///
  /// - Parameter delegate: The task's own delegate, kept until the task has completed.
  /// - Returns: The data of the response, and the response, whatever its status.
  /// - Throws: `URLError`; `.cancelled` when the Swift task is cancelled meanwhile, `CancellationError` when it was
  ///   cancelled before.
  public func upload(
    for request: URLRequest, from bodyData: Data, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) {
    try await perform(delegate) { completion in
      makeUploadTask(
        request, LoadPlan(delivery: .data(Self.gathering(completion)), body: .data(bodyData), isAwaited: true))
    }
  }

  /// Sends a file and loads the response.
  ///
  /// - Parameter delegate: The task's own delegate, kept until the task has completed.
  /// - Returns: The data of the response, and the response, whatever its status.
  /// - Throws: `URLError`; `.fileDoesNotExist` or `.noPermissionsToReadFile` where the file cannot be read, `.cancelled`
  ///   when the Swift task is cancelled meanwhile. `CancellationError` when it was cancelled before.
  public func upload(
    for request: URLRequest, fromFile fileURL: URL, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) {
    try await perform(delegate) { completion in
      makeUploadTask(
        request, LoadPlan(delivery: .data(Self.gathering(completion)), body: .file(fileURL), isAwaited: true))
    }
  }

  /// Continues an upload and loads the response.
  ///
  /// - Parameters:
  ///   - resumeData: From a cancelled or failed upload.
  ///   - delegate: The task's own delegate, kept until the task has completed.
  /// - Returns: The data of the response, and the response, whatever its status.
  /// - Throws: `URLError`; `.unsupportedURL` where the resume data cannot be read, `.cancelled` when the Swift task is
  ///   cancelled meanwhile. `CancellationError` when it was cancelled before.
  public func upload(
    resumeFrom resumeData: Data, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) {
    try await perform(delegate) { completion in
      makeResumedUpload(resumeData, delivery: .data(Self.gathering(completion)), isAwaited: true)
    }
  }

  /// Loads the URL's data into a file.
  ///
  /// - Parameter delegate: The task's own delegate, kept until the task has completed.
  /// - Returns: The file, which the caller moves or removes, and the response, whatever its status.
  /// - Throws: `URLError`; `.cancelled` when the Swift task is cancelled meanwhile, `CancellationError` when it was
  ///   cancelled before.
  public func download(
    from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (URL, URLResponse) {
    try await download(for: URLRequest(url: url), delegate: delegate)
  }

  /// Loads the data of a response into a file.
  ///
  /// - Parameter delegate: The task's own delegate, kept until the task has completed.
  /// - Returns: The file, which the caller moves or removes, and the response, whatever its status.
  /// - Throws: `URLError`; `.cancelled` when the Swift task is cancelled meanwhile, `CancellationError` when it was
  ///   cancelled before.
  public func download(
    for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (URL, URLResponse) {
    try await perform(delegate) { completion in
      makeDownloadTask(request, LoadPlan(delivery: .file(Self.gathering(completion)), isAwaited: true))
    }
  }

  /// Continues a download into a file.
  ///
  /// - Parameters:
  ///   - resumeData: From a cancelled or failed download.
  ///   - delegate: The task's own delegate, kept until the task has completed.
  /// - Returns: The file, which the caller moves or removes, and the response, whatever its status.
  /// - Throws: `URLError`; `.unsupportedURL` where the resume data cannot be read, `.cancelled` when the Swift task
  ///   is cancelled meanwhile. `CancellationError` when it was cancelled before.
  public func download(
    resumeFrom resumeData: Data, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (URL, URLResponse) {
    try await perform(delegate) { completion in
      makeResumedDownload(resumeData, delivery: .file(Self.gathering(completion)), isAwaited: true)
    }
  }
}

extension URLSession {
  typealias Completion<Value> = @Sendable (Result<(Value, URLResponse), any Error>) -> Void

  /// Turns the three optionals of a completion handler into a result.
  private static func gathering<Value>(
    _ completion: @escaping Completion<Value>
  ) -> @Sendable (Value?, URLResponse?, (any Error)?) -> Void {
    { value, response, error in
      if let value, let response, error == nil {
        completion(.success((value, response)))
      } else {
        completion(.failure(error ?? URLError(.unknown)))
      }
    }
  }

  /// Makes a task, starts it and waits for its response; then lets go of what the task has kept.
  private func perform<Value: Sendable>(
    _ delegate: (any URLSessionTaskDelegate)?, making make: (@escaping Completion<Value>) -> URLSessionTask
  ) async throws -> (Value, URLResponse) {
    try Task.checkCancellation()
    let cancellation = TaskCancellation()
    // Not on the loop, which others wait for.
    defer { cancellation.end(in: core.registry) }
    return try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        let task = make { continuation.resume(with: $0) }
        announce(task, to: delegate)
        task.resume()
        cancellation.attach(task)
      }
    } onCancel: {
      cancellation.cancel()
    }
  }
}
