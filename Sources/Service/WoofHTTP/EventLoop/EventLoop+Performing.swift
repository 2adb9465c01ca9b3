extension EventLoop {
  /// Runs `body` on the loop and gives what it gave.
  package func perform<Result: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let result: Swift.Result<Result, Failure> = await withCheckedContinuation { continuation in
      execute { continuation.resume(returning: Swift.Result { () throws(Failure) in try body() }) }
    }
    return try result.get()
  }
}
