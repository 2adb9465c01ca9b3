// SPDX-License-Identifier: Apache-2.0

/// An error because of which a plugin is not used.
package struct PluginError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A code for the kind of an error.
  package struct Code: Hashable, Sendable {
    /// The name of the code.
    package let name: String

    /// Makes a code.
    package init(_ name: String) { self.name = name }

    /// The manifest cannot be read, or is not valid.
    package static let manifest = Code("manifest")
    /// A file or a folder belongs to somebody else, or others may write it.
    package static let untrusted = Code("untrusted")
    /// The library is not the one that the manifest names.
    package static let digest = Code("digest")
    /// There is no such plugin, library or worker.
    package static let notFound = Code("notFound")
    /// The parameters of a step do not satisfy the plugin's schema.
    package static let parameters = Code("parameters")
    /// The system lacks a layer of the sandbox.
    package static let sandbox = Code("sandbox")
    /// The plugin could not be loaded or prepared.
    package static let start = Code("start")
  }

  /// The code for the kind of the error.
  package var code: Code
  /// A message for the service's operator: what happened and what to do about it. It names plugins and paths.
  package var message: String

  /// Makes an error.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  package var description: String { message }
}
