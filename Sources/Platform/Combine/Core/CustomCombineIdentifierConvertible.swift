// SPDX-License-Identifier: Apache-2.0

/// A protocol for uniquely identifying publisher streams.
///
/// Classes get their identifier from their identity; structures keep a ``CombineIdentifier``.
public protocol CustomCombineIdentifierConvertible {
  /// A unique identifier for identifying publisher streams.
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  /// The identifier of this object.
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
