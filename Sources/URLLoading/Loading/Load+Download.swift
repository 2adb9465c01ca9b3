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

  func write(_ bytes: UnsafeRawBufferPointer, to file: DownloadFile) -> Bool {
    do throws(POSIXError) {
      try file.write(bytes)
    } catch {
      fail(.cannotWriteToFile, underlying: error)
      return false
    }
    guard let task = task as? URLSessionDownloadTask else { return true }
    let (session, count) = (session, Int64(bytes.count))
    let total = receivedCount + count + continuedOffset
    let expected = expectedTotal
    tell(.downloadWrote, (any URLSessionDownloadDelegate).self) { delegate in
      delegate.urlSession(
        session, downloadTask: task, didWriteData: count, totalBytesWritten: total, totalBytesExpectedToWrite: expected)
    }
    return true
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
