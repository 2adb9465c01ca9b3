// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Synchronization

extension URLSession {
  func makeDataTask(_ request: URLRequest, _ plan: LoadPlan) -> URLSessionDataTask {
    introduce(
      URLSessionDataTask(identifier: core.registry.nextIdentifier(), request: request, session: self, plan: plan), plan)
  }

  func makeUploadTask(_ request: URLRequest?, _ plan: LoadPlan) -> URLSessionUploadTask {
    introduce(
      URLSessionUploadTask(identifier: core.registry.nextIdentifier(), request: request, session: self, plan: plan),
      plan)
  }

  func makeDownloadTask(_ request: URLRequest?, _ plan: LoadPlan) -> URLSessionDownloadTask {
    introduce(
      URLSessionDownloadTask(identifier: core.registry.nextIdentifier(), request: request, session: self, plan: plan),
      plan)
  }

  private func introduce<Kind: URLSessionTask>(_ task: Kind, _ plan: LoadPlan) -> Kind {
    core.registry.add(task)
    if core.isInvalidated { task.guarded.withLock { $0.plan?.refusal = .cancelled } }
    if !plan.isAwaited { announce(task, to: nil) }
    return task
  }

  /// Gives a new task its own delegate, and tells the first delegate that cares of it.
  func announce(_ task: URLSessionTask, to own: (any URLSessionTaskDelegate)?) {
    if let own { task.delegate = own }
    let ofSession = core.delegate
    guard own != nil || ofSession != nil else { return }
    let delegates = [own, ofSession as? any URLSessionTaskDelegate].compactMap { $0 }
    let messages = delegates.filter { DelegateShape.of($0).form(of: .taskCreated) != .absent }.map { delegate in
      DelegateMessage(method: .taskCreated, delegate: delegate) { [self] in
        delegate.urlSession(self, didCreateTask: task)
      }
    }
    guard !messages.isEmpty else { return }
    core.delegateQueue.enqueue { _ = messages.contains { $0.isTaken() } }
  }
}
