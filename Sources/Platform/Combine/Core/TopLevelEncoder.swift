// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A type that defines methods for encoding.
public protocol TopLevelEncoder<Output> {
  /// The type this encoder produces.
  associatedtype Output

  /// Encodes a value.
  ///
  /// - Throws: An error that says what went wrong.
  func encode<T: Encodable>(_ value: T) throws -> Output
}

extension JSONEncoder: TopLevelEncoder {
  /// The JSON text that the encoder produces.
  public typealias Output = Data
}

extension PropertyListEncoder: TopLevelEncoder {
  /// The property list that the encoder produces, in its output format.
  public typealias Output = Data
}
