public import Foundation

/// A type that defines methods for decoding.
public protocol TopLevelDecoder<Input> {
  /// The type this decoder accepts.
  associatedtype Input

  /// Decodes an instance of the indicated type.
  ///
  /// - Throws: What is wrong with the input.
  func decode<T: Decodable>(_ type: T.Type, from: Input) throws -> T
}

extension JSONDecoder: TopLevelDecoder {
  /// What the decoder reads.
  public typealias Input = Data
}

extension PropertyListDecoder: TopLevelDecoder {
  /// What the decoder reads.
  public typealias Input = Data
}
