// SPDX-License-Identifier: Apache-2.0

/// The kind, owner and permissions of a file or folder that a plugin comes from.
struct FileFacts: Hashable, Sendable {
  /// The kind of a file.
  enum Kind: Hashable, Sendable {
    case file
    case folder
    case other
  }

  var kind: Kind
  /// The number of its owner.
  var owner: UInt32
  /// The permissions, which are the lower twelve bits of its mode.
  var permissions: UInt32
}

/// The rule about who may own or write plugin files and their folders: root, and the user that the service runs as.
struct FileTrust: Hashable, Sendable {
  /// The number of the user that the service runs as.
  var user: UInt32

  private static let writableByOthers: UInt32 = 0o022
  private static let sticky: UInt32 = 0o1000

  /// Checks a file, or the folder that holds it: no other user may own or write it.
  ///
  /// - Throws: ``PluginError`` with the code `untrusted`.
  func check(_ facts: FileFacts, at path: String) throws(PluginError) {
    try checkOwner(facts, at: path)
    guard facts.permissions & Self.writableByOthers == 0 else {
      throw PluginError(.untrusted, "others may write \(path); run: chmod go-w \(path)")
    }
  }

  /// Checks a folder above: in one that others may write, as /tmp, they may not move what is not theirs.
  ///
  /// - Throws: ``PluginError`` with the code `untrusted`.
  func checkAncestor(_ facts: FileFacts, at path: String) throws(PluginError) {
    try checkOwner(facts, at: path)
    guard facts.permissions & Self.writableByOthers == 0 || facts.permissions & Self.sticky != 0 else {
      throw PluginError(.untrusted, "others may write \(path), so they could put other plugins below it")
    }
  }

  private func checkOwner(_ facts: FileFacts, at path: String) throws(PluginError) {
    guard facts.owner == 0 || facts.owner == user else {
      throw PluginError(
        .untrusted, "\(path) belongs to user \(facts.owner); plugins belong to root or to the service's user")
    }
  }
}
