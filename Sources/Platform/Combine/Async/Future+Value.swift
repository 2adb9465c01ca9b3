// SPDX-License-Identifier: Apache-2.0

extension Future {
  /// The value, when the promise has been kept.
  ///
  /// Cancelling the task does not end the wait: a future is not cancelled with those who wait for it.
  ///
  /// - Throws: The failure with which the promise was kept.
  public final var value: Output {
    get async throws {
      try await fulfillment().get()
    }
  }

  fileprivate func fulfillment() async -> Result<Output, Failure> {
    await withUnsafeContinuation { subscribe(FutureWaiter(continuation: $0)) }.value
  }
}

extension Future where Failure == Never {
  /// The value, when the promise has been kept.
  ///
  /// Cancelling the task does not end the wait: a future is not cancelled with those who wait for it.
  public final var value: Output {
    get async {
      switch await fulfillment() {
      case .success(let value): value
      }
    }
  }
}

/// Waits for the one value, or the failure, of a future.
private struct FutureWaiter<Input, Failure: Error>: Subscriber {
  let continuation: UnsafeContinuation<Handed<Result<Input, Failure>>, Never>
  let combineIdentifier = CombineIdentifier()

  func receive(subscription: any Subscription) {
    subscription.request(.max(1))
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    continuation.resume(returning: Handed(.success(input)))
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    if case .failure(let error) = completion { continuation.resume(returning: Handed(.failure(error))) }
  }
}
