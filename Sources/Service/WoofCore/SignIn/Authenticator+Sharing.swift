// SPDX-License-Identifier: Apache-2.0

// Failures of several nodes. Each node counts its own at once, and those of others when it is told of them: a guesser who
// goes from node to node outruns the limits by what comes within an interval.

extension Authenticator {
  /// Tells other nodes of the failures on this one, and counts theirs.
  ///
  /// - Throws: What the store throws; nothing is forgotten then.
  package func exchangeFailures(with store: any SignInFailureStore) async throws {
    let own = takeUntoldFailures()
    do {
      count(try await store.exchange(own))
    } catch {
      putBackUntoldFailures(own)
      throw error
    }
  }

  /// Exchanges failures with other nodes again and again, until the task is cancelled. What fails is made up for by the next
  /// time.
  ///
  /// - Parameters:
  ///   - interval: The time between two exchanges; two seconds by default.
  ///   - pause: Waits for it; throws where there are to be no more.
  package func keepExchangingFailures(
    with store: any SignInFailureStore, every interval: Duration = .seconds(2),
    pause: (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) async {
    while !Task.isCancelled {
      try? await exchangeFailures(with: store)
      do {
        try await pause(interval)
      } catch {
        return
      }
    }
  }
}
