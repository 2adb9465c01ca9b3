// SPDX-License-Identifier: Apache-2.0

/// An opaque position in the change log, made by the service and bound to who asked.
///
/// A client keeps the newest one, hands it back, and infers nothing from its text.
public struct ChangeToken: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The text, as it stands on the wire.
  public let rawValue: String

  /// Makes a token of the text that the service gave.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The text, as it stands on the wire.
  public var description: String { rawValue }
}
