// SPDX-License-Identifier: Apache-2.0

/// The limits of a head and of a body's chunk framing; a request that passes one is refused.
package struct HTTPParserLimits: Hashable, Sendable {
  /// The bytes of a head, up to the end of its empty line; 16,384 by default. A larger one is refused with 431.
  package var headByteCount: Int
  /// The bytes of a request target; 8,192 by default. A longer one is refused with 414.
  package var targetByteCount: Int
  /// The fields of a head; 100 by default. More are refused with 431.
  package var fieldCount: Int
  /// The bytes of one chunk's line, its size and its extensions; 256 by default.
  package var chunkLineByteCount: Int
  /// The bytes of all chunk extensions of one body; 4,096 by default.
  package var chunkExtensionByteCount: Int
  /// The bytes of the trailer fields that may follow the last chunk; 4,096 by default.
  package var trailerByteCount: Int

  /// Makes limits; what is left out has its default.
  package init(
    headByteCount: Int = 16_384, targetByteCount: Int = 8_192, fieldCount: Int = 100, chunkLineByteCount: Int = 256,
    chunkExtensionByteCount: Int = 4_096, trailerByteCount: Int = 4_096
  ) {
    self.headByteCount = headByteCount
    self.targetByteCount = targetByteCount
    self.fieldCount = fieldCount
    self.chunkLineByteCount = chunkLineByteCount
    self.chunkExtensionByteCount = chunkExtensionByteCount
    self.trailerByteCount = trailerByteCount
  }
}
