// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The methods by which a delegate hears of download tasks.
public protocol URLSessionDownloadDelegate: URLSessionTaskDelegate {
  /// The body is in the file at `location`, which is removed when the method returns: move it, or read it here.
  func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL)

  /// More of the body has been written; the last count is -1 where the length is not known.
  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64)

  /// The download goes on after the first `fileOffset` bytes, which were there already.
  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
    expectedTotalBytes: Int64)
}
