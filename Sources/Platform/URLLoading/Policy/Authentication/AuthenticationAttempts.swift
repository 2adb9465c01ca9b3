// SPDX-License-Identifier: Apache-2.0

import FoundationNetworking

/// The credentials that one task has tried: the last one, and the numbers of attempts and refusals.
struct AuthenticationAttempts: Sendable {
  /// The most credentials that one task tries; then the refusal is its answer.
  static let maximalCount = 20

  /// The credential that was sent last.
  private(set) var sent: URLCredential?
  /// The number of times that a credential was refused in the current protection space.
  private(set) var failureCount = 0
  /// `true` if the task has made all the attempts it may make.
  var areExhausted: Bool { count >= Self.maximalCount }

  private var space: ProtectionSpaceIdentity?
  private var count = 0

  init() {}

  /// The task was challenged in a space: gives the credential that was refused by that, if any was.
  mutating func challenged(in space: ProtectionSpaceIdentity) -> URLCredential? {
    if self.space != space {
      self.space = space
      failureCount = 0
    }
    guard let refused = sent else { return nil }
    sent = nil
    failureCount += 1
    return refused
  }

  /// The task sends a credential.
  mutating func sends(_ credential: URLCredential) {
    sent = credential
    count += 1
  }
}
