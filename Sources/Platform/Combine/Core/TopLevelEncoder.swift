public import Foundation

/// A type that defines methods for encoding.
public protocol TopLevelEncoder<Output> {
  /// The type this encoder produces.
  associatedtype Output

  /// Encodes a value.
  ///
  /// - Throws: What went wrong.
  func encode<T: Encodable>(_ value: T) throws -> Output
}

extension JSONEncoder: TopLevelEncoder {
  /// What comes out of the encoder.
  public typealias Output = Data
}

extension PropertyListEncoder: TopLevelEncoder {
  /// What comes out of the encoder.
  public typealias Output = Data
}
