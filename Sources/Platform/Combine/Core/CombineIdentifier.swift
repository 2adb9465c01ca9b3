// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A unique identifier for identifying publisher streams.
///
/// To conform to ``CustomCombineIdentifierConvertible`` in a structure, keep one of these as its identifier.
public struct CombineIdentifier: Hashable, CustomStringConvertible, Sendable {
  private static let last = Atomic<UInt64>(0)

  private let value: UInt64

  /// Makes an identifier that differs from every other made this way.
  public init() {
    value = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Makes the identifier of an object: the same for the same object, as long as that lives.
  public init(_ object: AnyObject) {
    value = UInt64(UInt(bitPattern: ObjectIdentifier(object)))
  }

  /// The identifier as text, unlike that of any other.
  public var description: String { "0x\(String(value, radix: 16))" }
}
