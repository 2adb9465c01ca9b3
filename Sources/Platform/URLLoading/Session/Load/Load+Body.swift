// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

extension Load {
  /// Takes content; `false` where its reader wants none for now.
  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    switch destination {
    case .nowhere: break
    case .memory: gather(bytes)
    case .delegate(let content): hand(bytes, to: content)
    case .file(let file):
      guard write(bytes, to: file) else { return true }
    case .bytes(let channel):
      guard channel.offer(bytes) else {
        pauses.insert(.reader)
        return false
      }
    }
    receivedCount += Int64(bytes.count)
    let count = receivedCount
    task.count { $0.received = count }
    caching.keep(bytes)
    return true
  }

  private func gather(_ bytes: UnsafeRawBufferPointer) {
    if gathered.isEmpty, let expected = response?.expectedContentLength, expected > Int64(bytes.count) {
      gathered.reserveCapacity(Int(min(expected, Self.largestReserve)))
    }
    gathered.append(contentsOf: bytes)
  }

  /// So much memory is set aside at the word of a server.
  private static let largestReserve: Int64 = 64 << 20

  /// Nothing more is to come: what has been gathered waits no longer. `false` where it cannot be kept.
  private func handOverRest() -> Bool {
    switch destination {
    case .delegate(let content): handOverRest(of: content)
    case .file(let file): return flush(file)
    case .nowhere, .memory, .bytes: break
    }
    return true
  }

  /// The content is complete.
  func finishBody() {
    guard handOverRest() else { return }
    if case .memory = destination, let own = task.delegate, own is any URLSessionDataDelegate { tellOwnOfData() }
    storeInCache { $0.finish(nil) }
  }

  /// A task's own delegate hears of data that a handler or an `async` call gets whole.
  private func tellOwnOfData() {
    guard let task = task as? URLSessionDataTask, !gathered.isEmpty else { return }
    let (session, data) = (session, gathered)
    tell(.dataReceived, (any URLSessionDataDelegate).self) { delegate in
      delegate.urlSession(session, dataTask: task, didReceive: data)
    }
  }

  /// The exchange failed before there was an answer.
  func failed(_ error: TransferError) {
    if reconsider(error) || continueUpload(after: error) { return }
    finish(error.urlError(failing: failingURL))
  }

  /// Content from a stream has to be sent again, because the connection was lost before there was an answer: `false`
  /// where that was not the reason, or it happens too often.
  func sendBodyAgain(_ error: TransferError) -> Bool {
    guard case .bodyCannotBeRepeated = error.cause, streamSource != nil, bodyRestarts < Self.mostRestarts else {
      return false
    }
    bodyRestarts += 1
    sent = SentContent()
    exchange()
    return true
  }

  private static let mostRestarts = 5

  /// The exchange failed in the middle of the content.
  func failDelivery(_ error: TransferError) {
    guard handOverRest() else { return }
    let isMissing = receivedCount == 0 && error.isEndWithoutContent && lastHead?.promisesContent == true
    finish(resumable(error.urlError(failing: failingURL, as: isMissing ? .zeroByteResource : nil)))
  }
}

extension TransferHead {
  /// `true` if the head has a `Content-Length`.
  fileprivate var promisesContent: Bool { headers.contains { HTTPFields.namesAreEqual($0.name, "Content-Length") } }
}
