// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Glibc
import Synchronization

extension Load {
  /// Looks for the file of an earlier download; a new download begins if it is gone or shorter than was noted.
  func findContinuedFile() {
    guard let download else { return }
    var status = stat()
    let isThere = stat(Self.file(of: download).path, &status) == 0 && Int64(status.st_size) >= download.offset
    if !isThere { self.download = nil }
  }

  private static func file(of download: DownloadContinuation) -> URL {
    URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(download.fileName)
  }

  /// The answer to a request for the rest: `false` where it is not to be used.
  func fitsContinuation(_ response: URLResponse) -> Bool {
    guard let download, let head = lastHead else { return true }
    switch download.answer(status: head.status, fields: HTTPFields(head.headers)) {
    case .append:
      continuedOffset = download.offset
      return true
    case .complete:
      continuedOffset = download.offset
      discard { $0.finishContinued(response) }
      return false
    case .replace, .deliver:
      dropContinuedFile(download)
      return true
    case .startOver:
      dropContinuedFile(download)
      discard { $0.exchange() }
      return false
    }
  }

  private func dropContinuedFile(_ download: DownloadContinuation) {
    _ = unlink(Self.file(of: download).path)
    self.download = nil
  }

  /// Nothing was left to load.
  private func finishContinued(_ response: URLResponse) {
    self.response = response
    task.guarded.withLock { $0.response = response }
    stage = .deciding
    earlyEnd = .success(TransferReport())
    beginDownload()
  }

  /// The file whose rest is coming; `nil` where a new one is to be made.
  func continuedFile() throws(POSIXError) -> DownloadFile? {
    guard let download, continuedOffset > 0, let task = task as? URLSessionDownloadTask else { return nil }
    let file = try DownloadFile(continuing: Self.file(of: download), after: download.offset)
    let (session, offset) = (session, download.offset)
    let total = download.totalLength ?? NSURLSessionTransferSizeUnknown
    tell(.downloadResumed, (any URLSessionDownloadDelegate).self) { delegate in
      delegate.urlSession(session, downloadTask: task, didResumeAtOffset: offset, expectedTotalBytes: total)
    }
    return file
  }

  /// Returns the data from which the task can be continued; `nil` if it cannot be. The file of a download is kept for
  /// that.
  func resumeData() -> Data? {
    guard !isOver else { return nil }
    if task is URLSessionDownloadTask { return downloadResumeData() }
    if task is URLSessionUploadTask { return uploadResumeData() }
    return nil
  }

  private func downloadResumeData() -> Data? {
    guard case .file(let file) = destination, let head = lastHead else {
      return try? download?.encoded()
    }
    try? file.flush()
    let continuation = DownloadContinuation(
      request: request, originalURL: firstURL, status: head.status, fields: HTTPFields(head.headers),
      offset: file.writtenCount + continuedOffset, fileName: file.url.lastPathComponent)
    guard let data = try? continuation?.encoded() else { return nil }
    keepsFileForResumption = true
    return data
  }

  /// The error with what continues the task, where something does.
  func resumable(_ error: URLError) -> URLError {
    guard let data = resumeData() else { return error }
    let key = task is URLSessionDownloadTask ? NSURLSessionDownloadTaskResumeData : NSURLSessionUploadTaskResumeData
    return URLError(error.code, userInfo: error.userInfo.merging([key: data]) { _, new in new })
  }
}

extension URLSession {
  func makeResumedDownload(
    _ data: Data, delivery: LoadPlan.Delivery, isAwaited: Bool = false
  ) -> URLSessionDownloadTask {
    var plan = LoadPlan(delivery: delivery, isAwaited: isAwaited)
    do throws(ResumeDataError) {
      let continuation = try DownloadContinuation(data)
      plan.download = continuation
      return makeDownloadTask(continuation.request, plan)
    } catch {
      plan.refusal = .unsupportedURL
      return makeDownloadTask(nil, plan)
    }
  }
}
