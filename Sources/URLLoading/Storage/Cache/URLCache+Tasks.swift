import Foundation

extension URLCache {
  /// Hands over what is stored for a task's request.
  ///
  /// - Parameter completionHandler: Called once, before this returns.
  public func getCachedResponse(
    for dataTask: URLSessionDataTask, completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
  ) {
    completionHandler(dataTask.currentRequest.flatMap { cachedResponse(for: $0) })
  }

  /// What is stored for a task's request.
  public func cachedResponse(for dataTask: URLSessionDataTask) async -> CachedURLResponse? {
    dataTask.currentRequest.flatMap { cachedResponse(for: $0) }
  }

  /// Stores a response to a task's request; see ``storeCachedResponse(_:for:)-(_,URLRequest)``.
  public func storeCachedResponse(_ cachedResponse: CachedURLResponse, for dataTask: URLSessionDataTask) {
    if let request = dataTask.currentRequest { storeCachedResponse(cachedResponse, for: request) }
  }

  /// Removes what is stored for the URL of a task's request.
  public func removeCachedResponse(for dataTask: URLSessionDataTask) {
    if let request = dataTask.currentRequest { removeCachedResponse(for: request) }
  }
}
