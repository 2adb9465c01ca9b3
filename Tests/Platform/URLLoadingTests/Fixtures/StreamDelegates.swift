// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import URLLoading

/// Gives streams, and notes from which offset on they were asked for.
protocol StreamProviding: URLSessionDataDelegate {
  var asked: [Int64] { get }
}

/// Notes requests for streams, and gives Ada's.
class Streams: NSObject, @unchecked Sendable {  // its properties are constants and a mutex, and subclasses add none
  private let text: String
  private let times: Int
  private let offsets = Mutex<[Int64]>([])

  init(_ text: String, times: Int = .max) {
    self.text = text
    self.times = times
  }

  var asked: [Int64] { offsets.withLock { $0 } }

  func stream(from offset: Int64) -> InputStream? {
    let count = offsets.withLock { offsets in
      offsets.append(offset)
      return offsets.count
    }
    return count <= times ? InputStream(data: Data(text.utf8.dropFirst(Int(offset)))) : nil
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    (.useCredential, URLCredential(user: "ada", password: "1", persistence: .none))
  }
}

final class AsyncStreams: Streams, StreamProviding, @unchecked Sendable {  // as its superclass
  func urlSession(_ session: URLSession, needNewBodyStreamForTask task: URLSessionTask) async -> InputStream? {
    stream(from: 0)
  }

  func urlSession(
    _ session: URLSession, needNewBodyStreamForTask task: URLSessionTask, from offset: Int64
  ) async -> InputStream? {
    stream(from: offset)
  }
}

final class HandlerStreams: Streams, StreamProviding, @unchecked Sendable {  // as its superclass
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    completionHandler(stream(from: 0))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, needNewBodyStreamFrom offset: Int64,
    completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    completionHandler(stream(from: offset))
  }
}
