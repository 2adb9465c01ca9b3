// SPDX-License-Identifier: Apache-2.0

/// Tells nodes that share their accounts of each other's failed sign-ins, so that guesses are slowed wherever they come in.
///
/// Its news are late by the interval at which nodes ask, and may be incomplete.
package protocol SignInFailureStore: Sendable {
  /// Tells others of failures on this node, and returns those of which others have told since the last call.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` or `internal`; the failures of this node are told again
  ///   then.
  func exchange(_ own: [SignInFailures]) async throws -> [SignInFailures]
}

/// The failures of one name from one network within a while.
package struct SignInFailures: Hashable, Sendable {
  /// The name; `nil` for any text that cannot be an account's.
  package var name: String?
  /// The network, as a text that stands for the same again.
  package var network: String
  /// The number of failures.
  package var count: Int
  /// `true` if somebody has signed in after the last of them, which forgets those of the name from this network.
  package var endedWell: Bool

  /// Makes a number of failures.
  package init(name: String?, network: String, count: Int, endedWell: Bool = false) {
    self.name = name
    self.network = network
    self.count = count
    self.endedWell = endedWell
  }
}

/// The failures of this node of which others have not been told yet. A pure value.
struct UntoldFailures: Sendable {
  /// The most names and networks that are told of at once; more are counted on this node alone.
  private static let limit = 5000

  private struct Tally: Sendable {
    var count = 0
    var endedWell = false
  }

  private var tallies: [SignInPair: Tally] = [:]
  /// `true` once somebody tells others; nothing is gathered before.
  var isShared = false

  /// Notes a failure.
  mutating func noteFailure(of pair: SignInPair) {
    guard isShared, tallies[pair] != nil || tallies.count < Self.limit else { return }
    tallies[pair, default: Tally()].count += 1
    tallies[pair]?.endedWell = false
  }

  /// Notes a success after failures, which others may have been told of.
  mutating func noteSuccess(of pair: SignInPair) {
    guard isShared, tallies[pair] != nil || tallies.count < Self.limit else { return }
    tallies[pair, default: Tally()].endedWell = true
  }

  /// Takes what is to be told.
  mutating func take() -> [SignInFailures] {
    defer { tallies = [:] }
    return tallies.map { pair, tally in
      SignInFailures(
        name: pair.name?.text, network: pair.network.text, count: tally.count, endedWell: tally.endedWell)
    }
  }

  /// Puts back what could not be told. What has been noted since then came later.
  mutating func putBack(_ failures: [SignInFailures]) {
    for earlier in failures where tallies.count < Self.limit {
      let later = tallies[SignInPair(earlier)]
      tallies[SignInPair(earlier)] = Tally(
        count: earlier.count + (later?.count ?? 0), endedWell: later?.endedWell ?? earlier.endedWell)
    }
  }
}

extension SignInPair {
  /// Makes the pair of failures of which another node tells.
  init(_ failures: SignInFailures) {
    self.init(name: failures.name.flatMap { AccountName($0) }, network: ClientNetwork(failures.network))
  }
}
