// SPDX-License-Identifier: Apache-2.0

/// Remembers which credentials have been verified, so that not every request costs a slow hash.
///
/// An entry counts for the generation of the credential store that it was checked in. When that has grown, the store is
/// asked again, and no hash is needed where the account still has the password that was verified. An entry also knows
/// from which networks the credential has come: a guess from elsewhere has to pass the throttle first, even a right one.
///
/// A pure value: all times are given, in nanoseconds of a clock that never goes back.
struct VerifiedCredentialMemory: Sendable {
  private static let networkLimit = 16

  private struct Entry: Sendable {
    var principal: Principal
    var generation: UInt64
    var verifiedAt: Int64
    var usedAt: Int64
    var networks: [ClientNetwork]
  }

  /// The result of looking up a remembered credential.
  struct Finding: Sendable {
    /// The principal that signed in, which says with which of its account's passwords.
    var principal: Principal
    /// `true` if the store has not changed since the credential was checked.
    var isCurrent: Bool
    /// `true` if the credential has come from the same network before.
    var isFromKnownNetwork: Bool
  }

  private var entries: RecentlyUsed<CredentialFingerprint, Entry>
  private let idleLimit: Int64
  private let lifetime: Int64

  /// Makes an empty memory.
  ///
  /// - Parameters:
  ///   - capacity: The most credentials that are remembered.
  ///   - idleLimit: The nanoseconds for which a credential that does not come again is remembered.
  ///   - lifetime: The most nanoseconds for which a credential is remembered.
  init(capacity: Int, idleLimit: Int64, lifetime: Int64) {
    entries = RecentlyUsed(capacity: capacity)
    self.idleLimit = idleLimit
    self.lifetime = lifetime
  }

  /// The number of remembered credentials, including expired ones that have not been used again.
  var count: Int { entries.count }

  /// Looks for a credential that comes from a network; `nil` where it is not remembered or has expired.
  mutating func find(
    _ fingerprint: CredentialFingerprint, from network: ClientNetwork, generation: UInt64, at now: Int64
  ) -> Finding? {
    let found = entries.use(fingerprint) { entry -> Finding? in
      guard now - entry.usedAt < idleLimit, now - entry.verifiedAt < lifetime else { return nil }
      entry.usedAt = now
      return Finding(
        principal: entry.principal, isCurrent: entry.generation == generation,
        isFromKnownNetwork: entry.networks.contains(network))
    }
    guard let found else { return nil }
    if found == nil { entries.remove(fingerprint) }
    return found
  }

  /// Notes that a remembered credential came from one more network and was let pass.
  mutating func add(_ network: ClientNetwork, to fingerprint: CredentialFingerprint) {
    _ = entries.use(fingerprint) { Self.add(network, to: &$0.networks) }
  }

  /// Remembers a credential as checked in a generation of the store. Where it is remembered already as the same password of
  /// the account, the time of its verification and the networks stay.
  mutating func remember(
    _ principal: Principal, as fingerprint: CredentialFingerprint, from networks: [ClientNetwork],
    generation: UInt64, at now: Int64
  ) {
    let earlier = entries[fingerprint].flatMap { $0.principal.isSamePassword(as: principal) ? $0 : nil }
    var entry = Entry(
      principal: principal, generation: generation, verifiedAt: earlier?.verifiedAt ?? now, usedAt: now,
      networks: earlier?.networks ?? [])
    for network in networks { Self.add(network, to: &entry.networks) }
    entries.insert(entry, for: fingerprint)
  }

  /// Forgets a credential that has turned out to be wrong.
  mutating func forget(_ fingerprint: CredentialFingerprint) { entries.remove(fingerprint) }

  private static func add(_ network: ClientNetwork, to networks: inout [ClientNetwork]) {
    guard !networks.contains(network) else { return }
    if networks.count == networkLimit { networks.removeFirst() }
    networks.append(network)
  }
}

extension Principal {
  /// `true` if another principal signed in to the same account with the same of its passwords.
  fileprivate func isSamePassword(as other: Principal) -> Bool {
    id == other.id && passwordVersion == other.passwordVersion
  }
}
