// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import WoofCore
import WoofCryptography
import WoofModel

/// An authenticator over a store with the account `ada`, whose password is `walkies!`, and clocks moved by hand.
struct SignInDesk {
  static let home = "192.0.2.1"
  static let away = "198.51.100.7"

  let store = MemoryCredentialStore()
  let time = ManualTime()
  let authenticator: Authenticator

  init(workers: WorkerPool = WorkerPool(name: "hash", threadCount: 1), limits: SignInLimits = SignInLimits()) throws {
    try store.add("ada", password: "walkies!")
    authenticator = Authenticator(
      credentials: store, time: time, workers: workers,
      configuration: Authenticator.Configuration(passwordCost: MemoryCredentialStore.cost, limits: limits),
      random: RepeatableRandom())
  }

  /// The code of the error with which a sign-in is refused; `nil` where it is not.
  func refusal(_ name: String, _ password: String, from address: String = home) async -> WoofError? {
    do {
      _ = try await authenticator.principal(name: name, password: password, address: address)
      return nil
    } catch {
      return error as? WoofError ?? WoofError(.internal, "\(error)")
    }
  }

  /// Whether `ada` can sign in.
  func letsAdaIn(from address: String = home) async -> Bool { await refusal("ada", "walkies!", from: address) == nil }

  /// Who is remembered as `ada`.
  func remembered(_ password: String = "walkies!", from address: String = home) -> String? {
    authenticator.remembered(name: "ada", password: password, address: address)?.name.text
  }

  /// Fails to sign in so many times.
  func fail(_ times: Int, as name: String = "ada", from address: String = home) async {
    for _ in 0..<times { _ = await refusal(name, "wrong", from: address) }
  }
}

extension WorkerPool {
  /// Keeps one of the threads busy until the gate is opened.
  func block(until gate: DispatchSemaphore) async {
    await withCheckedContinuation { isBusy in
      _ = Task {
        try await self.run {
          isBusy.resume()
          gate.wait()
        }
      }
    }
  }
}
