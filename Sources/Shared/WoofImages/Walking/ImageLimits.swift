// SPDX-License-Identifier: Apache-2.0

/// The limits up to which a picture is read before it is refused.
///
/// The defaults are safe on the open internet and let every ordinary photo and animation through. A refusal names the
/// limit that was exceeded.
package struct ImageLimits: Hashable, Sendable {
  /// The most pixels of one picture or frame, width times height; 100,000,000 by default.
  package var pixels: Int
  /// The most bytes of a file; 50,000,000 by default.
  package var bytes: Int
  /// The most structural parts of a file: JPEG segments and fill bytes, PNG and WebP chunks, GIF blocks, HEIF boxes and
  /// extents; 65,536 by default, which leaves room for a large PNG in chunks of 1 KB.
  package var segments: Int
  /// The most scans of a JPEG picture, each of which costs a decoder a pass over all of it; 100 by default, some ten
  /// times what encoders write.
  package var scans: Int
  /// The most frames of an animation, and the most items of a HEIF file, of which each tile is one; 5,000 by default.
  package var frames: Int
  /// The most pixels of all frames of an animation together, and of all pictures that a HEIF picture is made of;
  /// 1,000,000,000 by default, 480 frames of 1920 × 1080.
  package var animationPixels: Int
  /// The most bytes of metadata kept in memory at a time; 1,048,576 by default. A HEIF `meta` or `moov` box, and a PNG
  /// text or profile that may be compressed, beyond it is refused; EXIF data beyond it is passed over unread.
  package var metadataBytes: Int
  /// The most bytes of metadata in a whole file, compressed ones counted as what they become: JPEG application segments
  /// and comments, and PNG texts and profiles; 16,777,216 by default. Decoders keep all of it.
  package var ancillaryBytes: Int
  /// The most pixels that all scans of a JPEG picture go over together, its pixels times its scans; 2,000,000,000 by
  /// default, 20 scans of 100 million pixels.
  package var scanPixels: Int

  /// Makes limits; each has the default that its property states.
  package init(
    pixels: Int = 100_000_000, bytes: Int = 50_000_000, segments: Int = 65_536, scans: Int = 100, frames: Int = 5_000,
    animationPixels: Int = 1_000_000_000, metadataBytes: Int = 1_048_576, ancillaryBytes: Int = 16_777_216,
    scanPixels: Int = 2_000_000_000
  ) {
    self.pixels = pixels
    self.bytes = bytes
    self.segments = segments
    self.scans = scans
    self.frames = frames
    self.animationPixels = animationPixels
    self.metadataBytes = metadataBytes
    self.ancillaryBytes = ancillaryBytes
    self.scanPixels = scanPixels
  }
}
