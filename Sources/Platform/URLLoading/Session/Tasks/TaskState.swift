// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The state of a task, guarded by the task's mutex.
struct TaskState {
  var phase = URLSessionTask.State.suspended
  /// The number of suspensions that `resume()` has to undo before the task runs; a new task has one.
  var suspensions = 1
  var originalRequest: URLRequest?
  var currentRequest: URLRequest?
  var response: URLResponse?
  var error: (any Error)?
  var delegate: (any URLSessionTaskDelegate)?
  var priority = URLSessionTask.defaultPriority
  var earliestBeginDate: Date?
  var description: String?
  var prefersIncrementalDelivery = true
  var counts = TaskCounts()
  /// Made when somebody asks for it.
  var progress: Progress?
  /// Held until the task has completed.
  var session: URLSession?
  /// Held until the load begins.
  var plan: LoadPlan?
  /// Held from the beginning to the end of loading.
  var load: Load?
}

/// The numbers of bytes of the bodies that were sent and received, and that are expected to be.
struct TaskCounts: Sendable {
  var sent: Int64 = 0
  var received: Int64 = 0
  var expectedToSend = NSURLSessionTransferSizeUnknown
  var expectedToReceive = NSURLSessionTransferSizeUnknown
  var clientExpectsToSend = NSURLSessionTransferSizeUnknown
  var clientExpectsToReceive = NSURLSessionTransferSizeUnknown
}
