import Foundation
import FoundationNetworking

/// What a task knows of itself, guarded by its mutex.
struct TaskState {
  var phase = URLSessionTask.State.suspended
  /// How often the task is suspended; it is made so.
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

/// How many bytes of the bodies have gone, and how many are to.
struct TaskCounts: Sendable {
  var sent: Int64 = 0
  var received: Int64 = 0
  var expectedToSend = NSURLSessionTransferSizeUnknown
  var expectedToReceive = NSURLSessionTransferSizeUnknown
  var clientExpectsToSend = NSURLSessionTransferSizeUnknown
  var clientExpectsToReceive = NSURLSessionTransferSizeUnknown
}
