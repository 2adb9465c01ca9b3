// SPDX-License-Identifier: Apache-2.0

/// An error because of which a plugin is not used.
public struct PluginError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A code for the kind of an error.
  public struct Code: Hashable, Sendable {
    /// The name of the code.
    public let name: String

    /// Makes a code.
    public init(_ name: String) { self.name = name }

    /// The manifest cannot be read, or is not valid.
    public static let manifest = Code("manifest")
    /// A file or a folder belongs to somebody else, or others may write it.
    public static let untrusted = Code("untrusted")
    /// The library is not the one that the manifest names.
    public static let digest = Code("digest")
    /// There is no such plugin, library or worker.
    public static let notFound = Code("notFound")
    /// The parameters of a step do not satisfy the plugin's schema.
    public static let parameters = Code("parameters")
    /// The system lacks a layer of the sandbox.
    public static let sandbox = Code("sandbox")
    /// The plugin could not be loaded or prepared.
    public static let start = Code("start")
  }

  /// The code for the kind of the error.
  public var code: Code
  /// A message for the service's operator: what happened and what to do about it. It names plugins and paths.
  public var message: String

  /// Makes an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  public var description: String { message }
}
