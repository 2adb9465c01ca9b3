// SPDX-License-Identifier: Apache-2.0

/// Remembers for long which credentials were right, and from where accounts have signed in, so that those who come again
/// are told from strangers while somebody floods the service or guesses at their account.
///
/// It shows no password: credentials are keyed tags, of a key that only the process knows. It is kept in memory only, as a
/// tag that is quickly computed must not lie on a disk, where it would be guessed at a million times as fast as the hash.
/// A pure value: all times are given, in nanoseconds of a clock that never goes back.
struct KnownClients: Sendable {
  /// The degree to which an account knows an address.
  enum Standing: Hashable, Sendable {
    /// The account has signed in from the address.
    case known
    /// It has signed in from another address of the same block.
    case nearby(ClientNetwork.AddressBlock)
    /// It has never signed in from there.
    case unknown
  }

  private enum Place: Hashable {
    case address(SignInPair)
    case block(AccountName, ClientNetwork.AddressBlock)
  }

  private var credentials: RecentlyUsed<CredentialFingerprint, Int64>
  private var places: RecentlyUsed<Place, Int64>
  private let credentialLifetime: Int64
  private let placeLifetime: Int64

  /// Makes an empty memory.
  ///
  /// - Parameters:
  ///   - capacity: The most credentials, and the most places, that are remembered.
  ///   - credentialLifetime: The nanoseconds for which a credential is known.
  ///   - placeLifetime: The nanoseconds for which a place is known from which an account signed in.
  init(capacity: Int, credentialLifetime: Int64, placeLifetime: Int64) {
    credentials = RecentlyUsed(capacity: capacity)
    places = RecentlyUsed(capacity: capacity)
    self.credentialLifetime = credentialLifetime
    self.placeLifetime = placeLifetime
  }

  /// Returns whether a credential was right within its lifetime before `now`.
  func knows(_ fingerprint: CredentialFingerprint, at now: Int64) -> Bool {
    credentials[fingerprint].map { now - $0 < credentialLifetime } ?? false
  }

  /// Returns the degree to which an account knows an address; `unknown` for a name that no account can have.
  func standing(of pair: SignInPair, at now: Int64) -> Standing {
    guard let name = pair.name else { return .unknown }
    if isCurrent(.address(pair), at: now) { return .known }
    let block = pair.network.block
    return isCurrent(.block(name, block), at: now) ? .nearby(block) : .unknown
  }

  /// Notes that a credential was right.
  mutating func remember(_ fingerprint: CredentialFingerprint, from pairs: some Sequence<SignInPair>, at now: Int64) {
    credentials.insert(now, for: fingerprint)
    for pair in pairs {
      guard let name = pair.name else { continue }
      places.insert(now, for: .address(pair))
      places.insert(now, for: .block(name, pair.network.block))
    }
  }

  /// Notes that a credential has come to be wrong.
  mutating func forget(_ fingerprint: CredentialFingerprint) { credentials.remove(fingerprint) }

  private func isCurrent(_ place: Place, at now: Int64) -> Bool {
    places[place].map { now - $0 < placeLifetime } ?? false
  }
}
