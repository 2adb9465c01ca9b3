// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A task whose response comes in memory: to the delegate piece by piece, or to a completion handler whole.
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}  // as its superclass

/// A task that sends a body: data, a file or a stream.
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {  // as its superclass
  /// Cancels the task, and hands over what continues it: only where the server takes resumable uploads.
  ///
  /// - Parameter completionHandler: Called on the delegate queue, with `nil` where the upload cannot be continued.
  open func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void) {
    cancelKeepingResumeData(completionHandler)
  }

  /// Cancels the task, and gives what continues it: `nil` where the upload cannot be continued.
  open func cancelByProducingResumeData() async -> Data? {
    await withCheckedContinuation { continuation in
      cancelKeepingResumeData { continuation.resume(returning: $0) }
    }
  }
}

/// A task whose response comes in a file.
open class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {  // as its superclass
  /// Cancels the task, and hands over what continues it: only where the server takes ranges and names the version.
  ///
  /// - Parameter completionHandler: Called on the delegate queue, with `nil` where the download cannot be continued.
  open func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void) {
    cancelKeepingResumeData(completionHandler)
  }

  /// Cancels the task, and gives what continues it: `nil` where the download cannot be continued.
  open func cancelByProducingResumeData() async -> Data? {
    await withCheckedContinuation { continuation in
      cancelKeepingResumeData { continuation.resume(returning: $0) }
    }
  }
}

extension URLSessionTask {
  func cancelKeepingResumeData(_ completionHandler: @escaping @Sendable (Data?) -> Void) {
    let cancels = cancel { load in
      let data = load.resumeData()
      load.core.delegateQueue.enqueue { completionHandler(data) }
    }
    guard !cancels else { return }
    guard let core else { return completionHandler(nil) }
    core.delegateQueue.enqueue { completionHandler(nil) }
  }
}
