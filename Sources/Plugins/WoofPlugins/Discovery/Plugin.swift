// SPDX-License-Identifier: Apache-2.0

/// A plugin that was found, with its library held open: the one that the manifest's digest names.
package struct Plugin: Sendable {
  /// The manifest, which states the plugin's name, version, limits and parameters.
  package internal(set) var manifest: PluginManifest
  /// The folder it lies in.
  package let folder: String
  let library: TrustedFile

  /// Opens the plugin of a manifest.
  ///
  /// - Parameter path: The path of the manifest.
  /// - Throws: ``PluginError`` where the manifest is wrong, the digest is not that of the library, or others could have
  ///   put either there.
  package init(manifestAt path: String) throws(PluginError) {
    let slash = path.lastIndex(of: "/")
    let folder = try TrustedFolder(at: slash.map { String(path[...$0]) } ?? ".")
    try self.init(slash.map { String(path[path.index(after: $0)...]) } ?? path, in: folder)
  }

  init(_ name: String, in folder: TrustedFolder) throws(PluginError) {
    let file = try folder.open(name)
    manifest = try PluginManifest(try file.read(limit: PluginManifest.byteLimit), place: file.path)
    library = try folder.open(manifest.library)
    self.folder = folder.path
    let digest = try library.digest()
    guard digest == manifest.digest else {
      throw PluginError(
        .digest, "\(library.path) has the digest \(digest), and \(file.path) names another; install both anew")
    }
  }
}
