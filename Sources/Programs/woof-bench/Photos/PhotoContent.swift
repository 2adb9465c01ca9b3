import WoofCryptography
import WoofModel

/// The bytes of a generated picture, told by so little that thousands of them can be remembered.
struct PhotoContent: Hashable, Sendable {
  /// The format.
  var type: ImageType
  /// How many bytes it has.
  var byteCount: Int
  /// What the noise in it is made of.
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
