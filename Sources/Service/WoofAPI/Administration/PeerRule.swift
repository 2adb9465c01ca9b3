// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// The users that may use the admin socket: root, and the one that the service runs as.
package struct PeerRule: Hashable, Sendable {
  private let names: [UInt32: String]

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - own: The user that the service runs as.
  ///   - name: The name of that user.
  package init(own: UInt32, name: String) {
    var names = [own: name]
    names[0] = "root"
    self.names = names
  }

  /// Returns the name of a peer in the audit log, such as `unix:root`.
  ///
  /// - Parameter userID: The user at the other end, as the kernel says; `nil` where it does not say.
  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden` where the peer is none of those.
  func name(of userID: UInt32?) throws(WoofError) -> String {
    guard let userID, let name = names[userID] else {
      throw WoofError(.forbidden, "Only root and the user of the service may administer it here.")
    }
    return "unix:\(name)"
  }
}
