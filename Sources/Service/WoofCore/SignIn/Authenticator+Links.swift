// SPDX-License-Identifier: Apache-2.0

package import WoofCryptography
internal import WoofModel

// Passwords of share links. They are hashed, slowed and limited as those of accounts are: for a link and an address, an
// address, and a link over all addresses.

extension Authenticator {
  /// The least and the greatest number of bytes of a link's password.
  private static let linkPasswordByteCounts = 4...1_024

  /// Hashes the password of a link.
  ///
  /// - Parameter owner: The account that makes the link, for which the hash takes its turn.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where it is too short or too long, and
  ///   `too-many-requests` or `unavailable` where too many passwords wait to be hashed.
  package func hash(ofLinkPassword password: WipedBytes, for owner: Principal, address: String) async throws
    -> PasswordHash
  {
    guard Self.linkPasswordByteCounts.contains(password.count) else {
      let (least, most) = (Self.linkPasswordByteCounts.lowerBound, Self.linkPasswordByteCounts.upperBound)
      throw WoofError(
        .invalidParameter, "The password of a link has \(least) to \(most) bytes.", details: ["parameter": "password"])
    }
    let origin = HashOrigin(account: owner.name, network: ClientNetwork(address), isKnown: true)
    return try await hash(of: password, for: origin)
  }

  /// Checks a password that somebody gives for a link.
  ///
  /// - Parameter address: The client's address without a port.
  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden` where it is wrong, `too-many-requests` where there were too
  ///   many failures or too many passwords wait to be hashed, or `unavailable`.
  package func check(_ password: WipedBytes, of link: ShareLink, address: String) async throws {
    guard let hash = link.terms.passwordHash else { return }
    let network = ClientNetwork(address)
    let name = AccountName(link.id.description)
    let oneTry = SignInTry.link(name, from: network)
    try begin(oneTry)
    var outcome = SignInThrottle.Outcome.undecided
    defer { end(oneTry, outcome) }
    let isRight = try await refusing {
      try await hasher.run(for: HashOrigin(account: name, network: network, isKnown: false)) {
        try await self.matches(hash, password)
      }
    }
    outcome = isRight ? .right : .wrong
    guard isRight else { throw WoofError(.forbidden, "The password is wrong.") }
  }
}
