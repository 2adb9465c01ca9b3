// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The content of a request that fits in memory.
public struct RequestContent: Hashable, Sendable {
  /// The media type.
  public var type: String
  /// The bytes.
  public var data: Data

  /// Makes content.
  public init(type: String, data: Data) {
    self.type = type
    self.data = data
  }

  /// Makes content of a value in JSON.
  ///
  /// - Throws: `EncodingError` where the value cannot be written as JSON.
  public static func json(_ value: some Encodable, type: String = "application/json") throws -> RequestContent {
    RequestContent(type: type, data: try JSONEncoder().encode(value))
  }
}
