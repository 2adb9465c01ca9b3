// SPDX-License-Identifier: Apache-2.0

package import WoofConfiguration

/// The source of a configuration: a file that can be read again, and the command line.
package struct ConfigurationSource: Sendable {
  /// Reads the file anew.
  let read: @Sendable () throws -> (text: String, name: String)
  /// The values that the command line sets instead.
  let overrides: [ConfigurationOverride]

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - overrides: The settings on the command line, which replace those of the file.
  ///   - read: Reads the file anew, and says what it is called; the text `{}` stands for no file.
  package init(
    overrides: [ConfigurationOverride] = [], read: @escaping @Sendable () throws -> (text: String, name: String)
  ) {
    self.read = read
    self.overrides = overrides
  }
}
