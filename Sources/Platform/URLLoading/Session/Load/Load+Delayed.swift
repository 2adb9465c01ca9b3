// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Synchronization

extension Load {
  /// The date before which the task was not to begin has come.
  func beginDelayed() {
    let (session, task, request) = (session, task, request)
    let questions = listeners(.taskWillBeginDelayed, (any URLSessionTaskDelegate).self).map { delegate in
      DelegateQuestion<DelayedRequestAnswer>(method: .taskWillBeginDelayed, delegate: delegate) { completion in
        delegate.urlSession(session, task: task, willBeginDelayedRequest: request) {
          completion(DelayedRequestAnswer(disposition: $0, request: $1))
        }
      } asynchronous: {
        let (disposition, request) = await delegate.urlSession(session, task: task, willBeginDelayedRequest: request)
        return DelayedRequestAnswer(disposition: disposition, request: request)
      }
    }
    ask(questions) { load, answer in
      switch answer?.disposition {
      case .cancel: return load.fail(.cancelled)
      case .useNewRequest:
        if let request = answer?.request { return load.load(request) }
      case .continueLoading, nil: break
      }
      load.start()
    }
  }
}
