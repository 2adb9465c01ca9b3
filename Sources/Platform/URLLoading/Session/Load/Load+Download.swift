// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

extension Load {
  /// The content goes to a file from now on.
  func beginDownload() {
    do throws(POSIXError) {
      if let continued = try continuedFile() {
        destination = .file(continued)
      } else {
        destination = .file(try DownloadFile())
      }
      letContentFlow()
    } catch {
      fail(.cannotCreateFile, underlying: error)
    }
  }

  /// The time for which content that comes soon after other content may wait to be written in larger pieces, 10 ms;
  /// progress is reported at the same intervals.
  private static let writingTime = Duration.milliseconds(10)

  /// Writes content: at once where none came lately, otherwise in larger pieces. `false` where that fails.
  func write(_ bytes: UnsafeRawBufferPointer, to file: DownloadFile) -> Bool {
    let isWritten = change(file) { file throws(POSIXError) in try file.write(bytes, mayWait: isGathering) }
    if isWritten, !isGathering { gatherForAWhile(file) }
    return isWritten
  }

  private func gatherForAWhile(_ file: DownloadFile) {
    isGathering = true
    core.pool.loop.schedule(after: Self.writingTime) { [weak self] in
      guard let self else { return }
      isGathering = false
      guard !isOver else { return }
      let before = file.writtenCount
      if flush(file), file.writtenCount > before { gatherForAWhile(file) }
    }
  }

  /// Writes what waits for more; `false` where that fails.
  func flush(_ file: DownloadFile) -> Bool {
    change(file) { file throws(POSIXError) in try file.flush() }
  }

  /// Writes, and tells the delegate of what was written.
  private func change(_ file: DownloadFile, _ write: (DownloadFile) throws(POSIXError) -> Void) -> Bool {
    let before = file.writtenCount
    do throws(POSIXError) {
      try write(file)
    } catch {
      fail(.cannotWriteToFile, underlying: error)
      return false
    }
    if file.writtenCount > before { tellOfProgress(file.writtenCount - before, of: file) }
    return true
  }

  private func tellOfProgress(_ count: Int64, of file: DownloadFile) {
    guard let task = task as? URLSessionDownloadTask else { return }
    let session = session
    let total = file.writtenCount + continuedOffset
    let expected = expectedTotal
    tell(.downloadWrote, (any URLSessionDownloadDelegate).self) { delegate in
      delegate.urlSession(
        session, downloadTask: task, didWriteData: count, totalBytesWritten: total, totalBytesExpectedToWrite: expected)
    }
  }

  private var expectedTotal: Int64 {
    guard let expected = response?.expectedContentLength, expected >= 0 else { return NSURLSessionTransferSizeUnknown }
    return expected + continuedOffset
  }

  /// The delegate gets the file, which is removed when it has returned.
  func fileMessages(_ file: DownloadFile, _ error: (any Error)?) -> [DelegateMessage] {
    guard error == nil, let task = task as? URLSessionDownloadTask else {
      discardFile()
      return []
    }
    file.close()
    let session = session
    let messages = messages(.downloadFinished, (any URLSessionDownloadDelegate).self) { delegate in
      delegate.urlSession(session, downloadTask: task, didFinishDownloadingTo: file.url)
      file.remove()
    }
    if messages.isEmpty { file.remove() }
    return messages
  }

  /// The file is of no use any more, unless a resumed download needs it.
  func discardFile() {
    guard case .file(let file) = destination else { return }
    if keepsFileForResumption { file.close() } else { file.remove() }
  }
}
