// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import URLLoading

@testable import TestKit

/// Notes what it is told, in order.
final class RecordingDelegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
  private struct State {
    var events: [String] = []
    var data = Data()
    var responses: [URLResponse] = []
    var error: (any Error)?
    var metrics: URLSessionTaskMetrics?
    var files: [String: Data] = [:]
  }

  let completion = Gate()
  let invalidation = Gate()
  let waiting = Gate()
  private let state = Mutex(State())
  private let disposition: URLSession.ResponseDisposition

  init(disposition: URLSession.ResponseDisposition = .allow) {
    self.disposition = disposition
  }

  var events: [String] { state.withLock { $0.events } }
  var data: Data { state.withLock { $0.data } }
  var text: String { String(decoding: data, as: UTF8.self) }
  var error: (any Error)? { state.withLock { $0.error } }
  var metrics: URLSessionTaskMetrics? { state.withLock { $0.metrics } }
  var responses: [URLResponse] { state.withLock { $0.responses } }
  var fileContents: [Data] { state.withLock { Array($0.files.values) } }
  var filePaths: [String] { state.withLock { Array($0.files.keys) } }

  private func note(_ event: String) {
    state.withLock { if $0.events.last != event { $0.events.append(event) } }
  }

  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
    note("invalid")
    invalidation.open()
  }

  func urlSession(_ session: URLSession, didCreateTask task: URLSessionTask) { note("created") }

  func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
    note("waits")
    waiting.open()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    note("sent")
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceiveInformationalResponse response: HTTPURLResponse
  ) {
    note("informational \(response.statusCode)")
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
    note("metrics")
    state.withLock { $0.metrics = metrics }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    note("completed")
    state.withLock { $0.error = error }
    completion.open()
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    note("response")
    state.withLock { $0.responses.append(response) }
    completionHandler(disposition)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    note("data")
    state.withLock { $0.data.append(data) }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didBecome downloadTask: URLSessionDownloadTask) {
    note("became download")
  }

  func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
    note("file")
    let content = (try? Data(contentsOf: location)) ?? Data()
    state.withLock { $0.files[location.path] = content }
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
  ) {
    note("wrote")
  }
}
