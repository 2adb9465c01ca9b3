// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
package import WoofModel
internal import WoofSystem

/// Keys that show that somebody has given the password of a link, or is a guest of it. Those for passwords are a time and a tag over it, the link and the hash of the
/// password, so that nothing has to be kept of them, and a new password ends them all.
package struct ShareLinkKeys: Sendable {
  /// The number of seconds for which a key counts: a day.
  package static let lifetimeSeconds: Int64 = 86_400

  private let authenticator: MessageAuthenticator

  /// Makes the keys of an installation.
  ///
  /// - Parameter key: A secret of the installation that is used for nothing else.
  package init(key: [UInt8]) { authenticator = MessageAuthenticator(key: key) }

  /// A key for a link whose password has been given, and until when it counts.
  package func key(for link: ShareLink, at time: Timestamp) -> (text: String, expiresAt: Timestamp) {
    let expiresAt = min(time.advanced(bySeconds: Self.lifetimeSeconds), link.terms.expiresAt)
    let tag = authenticator.tag(for: message(link, expiresAt.milliseconds))
    return ("\(expiresAt.milliseconds).\(Base64.encode(tag, as: .url))", expiresAt)
  }

  /// Returns `true` if a key opens a link at `time`.
  package func isValid(_ text: String, for link: ShareLink, at time: Timestamp) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let end = Int64(parts[0]), end > time.milliseconds,
      let tag = Base64.decode(Array(parts[1].utf8), as: .url)
    else { return false }
    return authenticator.isValid(tag, for: message(link, end))
  }

  /// The key by which a guest of a link is known again. It counts for as long as the guest is kept.
  package func guestKey(of guest: LinkGuestID, for link: ShareLink) -> String {
    "\(guest).\(Base64.encode(authenticator.tag(for: message(guest, link)), as: .url))"
  }

  /// The guest who shows a key; `nil` where it is none of the link.
  package func guest(showing key: String, of link: ShareLink) -> LinkGuestID? {
    let parts = key.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let guest = LinkGuestID(utf8: Array(parts[0].utf8)),
      let tag = Base64.decode(Array(parts[1].utf8), as: .url), authenticator.isValid(tag, for: message(guest, link))
    else { return nil }
    return guest
  }

  private func message(_ guest: LinkGuestID, _ link: ShareLink) -> [UInt8] { Array("guest \(link.id) \(guest)".utf8) }

  private func message(_ link: ShareLink, _ end: Int64) -> [UInt8] {
    Array("\(link.id) \(end) \(link.terms.passwordHash.map(\.description) ?? "")".utf8)
  }
}
