internal import WoofCryptography

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
  ///   - counts: How many accounts have a hash of which cost.
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
