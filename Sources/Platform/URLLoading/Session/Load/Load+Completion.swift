// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Synchronization

extension Load {
  /// Tells everybody who waits, and lets go of everything.
  func complete(with error: (any Error)?) {
    let task = task
    let messages = lastMessages(error)
    task.guarded.withLock { state in
      state.phase = .completed
      state.error = error
    }
    task.publishProgress()
    let handOver = handOver(error)
    let (registry, identifier) = (core.registry, task.taskIdentifier)
    destination = .nowhere
    gathered = Data()
    if let handOver, messages.isEmpty, plan.isAwaited, !plan.outlastsItsCall {
      return core.pool.loop.announce(handOver)
    }
    let end: @Sendable () -> Void = {
      for alternatives in messages { _ = alternatives.contains { $0.isTaken() } }
      task.letGo()
      registry.remove(identifier)
      handOver?()
    }
    let isDirect = messages.isEmpty && (plan.isAwaited || handOver == nil)
    if isDirect { core.pool.loop.announce(end) } else { core.delegateQueue.enqueue(end) }
  }

  /// What delegates hear at the end, in order.
  private func lastMessages(_ error: (any Error)?) -> [[DelegateMessage]] {
    guard !audience.isEmpty else { return [] }
    let (session, task) = (session, task)
    var all: [[DelegateMessage]] = []
    if case .file(let file) = destination, case .delegate = plan.delivery {
      all.append(fileMessages(file, error))
    }
    let isMeasured = !listeners(.taskMetrics, (any URLSessionTaskDelegate).self).isEmpty
    if isMeasured {
      let metrics = URLSessionTaskMetrics(measurements, redirectCount: redirectCount)
      all.append(
        messages(.taskMetrics, (any URLSessionTaskDelegate).self) {
          $0.urlSession(session, task: task, didFinishCollecting: metrics)
        })
    }
    all.append(
      messages(.taskCompleted, (any URLSessionTaskDelegate).self) {
        $0.urlSession(session, task: task, didCompleteWithError: error)
      })
    return all.filter { !$0.isEmpty }
  }

  private func handOver(_ error: (any Error)?) -> (@Sendable () -> Void)? {
    let response = response
    switch plan.delivery {
    case .delegate: return nil
    case .bytes(let channel): return { channel.end(error) }
    case .data(let handler):
      let data = gathered
      return { handler(error == nil ? data : nil, response, error) }
    case .file(let handler):
      guard error == nil, case .file(let file) = destination else {
        discardFile()
        return { handler(nil, response, error) }
      }
      let keepsFile = plan.isAwaited
      return {
        handler(file.url, response, nil)
        if !keepsFile { file.remove() }
      }
    }
  }
}
