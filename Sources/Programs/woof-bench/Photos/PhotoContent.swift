// SPDX-License-Identifier: Apache-2.0

import WoofCryptography
import WoofModel

/// The bytes of a generated picture, described by so little that thousands of pictures can be remembered.
struct PhotoContent: Hashable, Sendable {
  /// The format.
  var type: ImageType
  /// The number of bytes of the picture.
  var byteCount: Int
  /// The seed of the noise in the picture.
  var seed: UInt64

  /// The bytes; the same each time.
  var bytes: [UInt8] {
    type == .png
      ? GeneratedPNG.bytes(byteCount: byteCount, seed: seed) : GeneratedJPEG.bytes(byteCount: byteCount, seed: seed)
  }
}

extension Digest {
  /// The digest of bytes.
  init(of bytes: [UInt8]) {
    guard let digest = Digest(SHA256.digest(of: bytes)) else {
      preconditionFailure("a SHA-256 does not have \(Digest.byteCount) bytes")
    }
    self = digest
  }
}
