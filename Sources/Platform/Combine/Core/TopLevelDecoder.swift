// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A type that defines methods for decoding.
public protocol TopLevelDecoder<Input> {
  /// The type this decoder accepts.
  associatedtype Input

  /// Decodes an instance of the indicated type.
  ///
  /// - Throws: An error that says what is wrong with the input.
  func decode<T: Decodable>(_ type: T.Type, from: Input) throws -> T
}

extension JSONDecoder: TopLevelDecoder {
  /// The JSON text that the decoder reads.
  public typealias Input = Data
}

extension PropertyListDecoder: TopLevelDecoder {
  /// The property list that the decoder reads, in any of its formats.
  public typealias Input = Data
}
