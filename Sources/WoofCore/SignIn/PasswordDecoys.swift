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
  ///   - key: What says which name is given which cost; the same after a restart, as what an account's hash costs is.
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
  /// - Throws: What the credential store throws where costs have never been counted.
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
