// SPDX-License-Identifier: Apache-2.0

/// The counts of sign-in attempts and their outcomes since the process started.
package struct SignInCounts: Hashable, Sendable {
  /// The number of requests that brought a credential.
  package var attempts = 0
  /// The number of requests accepted from the memory of verified credentials.
  package var remembered = 0
  /// The number of requests that brought a wrong credential.
  package var failures = 0
  /// The number of refusals without a check, by the limit that was reached; includes refusals to hash new passwords.
  package var refusals: [SignInRefusal: Int] = [:]
  /// The number of passwords that were hashed to check them.
  package var hashes = 0
  /// The number of hashes that were replaced by others of the configured cost.
  package var renewals = 0

  /// Makes counts of nothing.
  package init() {}

  /// The number of refusals without a check, over all limits.
  package var throttled: Int { refusals.values.reduce(0, +) }
}

/// The limits by which a credential is refused unchecked; the raw values are their keys in the configuration.
package enum SignInRefusal: String, CaseIterable, Hashable, Sendable {
  /// Failures of one account from one address.
  case pairFailures = "failures.perAccountAndAddress"
  /// Failures from one address.
  case addressFailures = "failures.perAddress"
  /// Failures of one account from where nobody has signed in to it.
  case accountFailures = "failures.perAccountElsewhere"
  /// Hashes of one account.
  case account = "hashing.perAccount"
  /// Hashes from one network.
  case network = "hashing.perNetwork"
  /// Hashes from one wide network.
  case wideNetwork = "hashing.perWideNetwork"
  /// Hashes that wait.
  case queue = "hashing.waiting"
  /// The time that a hash waits.
  case wait = "hashing.longestWait"
}
