// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

extension Load {
  /// Content that comes so soon after other content may wait so long for more.
  private static let gatheringTime = Duration.milliseconds(1)

  /// Hands content to the delegate: at once where none came lately, otherwise in larger pieces.
  func hand(_ bytes: UnsafeRawBufferPointer, to content: DelegateContent) {
    let step = content.add(bytes, mayWait: isGathering)
    if step.stops { pauses.insert(.reader) }
    if step.callsDelegate { callDelegate(with: content) }
    if !isGathering { gatherForAWhile(content) }
  }

  private func gatherForAWhile(_ content: DelegateContent) {
    isGathering = true
    core.pool.loop.schedule(after: Self.gatheringTime) { [weak self] in
      guard let self else { return }
      isGathering = false
      guard !isOver, content.call() else { return }
      callDelegate(with: content)
      gatherForAWhile(content)
    }
  }

  /// Nothing more is to come.
  func handOverRest(of content: DelegateContent) {
    if content.call() { callDelegate(with: content) }
  }

  private func callDelegate(with content: DelegateContent) {
    guard let task = task as? URLSessionDataTask else { return }
    let session = session
    let listeners = listeners(.dataReceived, (any URLSessionDataDelegate).self)
    core.delegateQueue.enqueue { [weak self] in
      let (data, resumes) = content.take()
      _ = listeners.contains { delegate in
        DelegateMessage(method: .dataReceived, delegate: delegate) {
          delegate.urlSession(session, dataTask: task, didReceive: data)
        }.isTaken()
      }
      guard resumes, let self else { return }
      core.pool.perform { self.unpause(.reader) }
    }
  }
}
