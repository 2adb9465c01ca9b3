// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCryptography

/// Gives hashes to be checked where there is no account, of the costs that the hashes of accounts have. Those are counted
/// again when some minutes have passed, on the way of whoever signs in then, known or not.
final class PasswordDecoys: Sendable {
  private static let lifetime: Int64 = 600_000_000_000

  private struct Counted {
    var costs: DecoyCosts
    var at: Int64
  }

  private let credentials: any CredentialStore
  private let time: any TimeSource
  private let standard: PasswordHash.Cost
  private let key: MessageAuthenticator
  private let counted = Mutex<Counted?>(nil)

  /// Makes decoys.
  ///
  /// - Parameters:
  ///   - standard: The cost where there are no accounts.
  ///   - key: The key that decides which name is given which cost; the same after a restart, as what an account's hash
  ///     costs is.
  init(
    for credentials: any CredentialStore, time: any TimeSource, standard: PasswordHash.Cost, key: MessageAuthenticator
  ) {
    self.credentials = credentials
    self.time = time
    self.standard = standard
    self.key = key
  }

  /// The hash to be checked where there is no account of a name; of no password.
  ///
  /// - Throws: The credential store's error, where costs have never been counted.
  func hash(for name: String) async throws -> PasswordHash {
    .decoy(cost: try await costs().cost(of: name, under: key))
  }

  private func costs() async throws -> DecoyCosts {
    let now = time.monotonicNanoseconds()
    let known = counted.withLock { $0 }
    if let known, now - known.at < Self.lifetime { return known.costs }
    do {
      let costs = DecoyCosts(try await credentials.passwordCosts(), standard: standard)
      counted.withLock { $0 = Counted(costs: costs, at: now) }
      return costs
    } catch {
      guard let known else { throw error }
      return known.costs
    }
  }
}

/// Costs of hashes for names that no account has, shared out among them as among the accounts.
///
/// Each name is given its cost by a keyed digest, so that it keeps it, and nobody can tell names that are given one from
/// those of accounts. Costs lie in their order, so that a name changes from one to the next as an account does whose hash
/// is renewed.
struct DecoyCosts: Sendable {
  private var parts: [(cost: PasswordHash.Cost, end: UInt64)] = []
  private let standard: PasswordHash.Cost

  /// Makes costs.
  ///
  /// - Parameters:
  ///   - counts: The number of accounts with a hash of each cost.
  ///   - standard: The cost where there are no accounts.
  init(_ counts: [PasswordHash.Cost: Int], standard: PasswordHash.Cost) {
    self.standard = standard
    var end: UInt64 = 0
    for (cost, count) in counts.sorted(by: { $0.key < $1.key }) where count > 0 {
      end += UInt64(count)
      parts.append((cost, end))
    }
  }

  /// The cost of a hash for a name.
  func cost(of name: String, under key: MessageAuthenticator) -> PasswordHash.Cost {
    guard let last = parts.last else { return standard }
    let word = key.tag(for: Array(name.utf8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    let place = word.multipliedFullWidth(by: last.end).high
    return parts.first { place < $0.end }?.cost ?? last.cost
  }
}
