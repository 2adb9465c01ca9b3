// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// A specification of a derived image: everything that shapes its bytes.
package struct VariantSpecification: Hashable, Sendable {
  /// The name it is asked for by, as `thumb`.
  package var name: String
  /// The width of the box it is fitted to, in pixels.
  package var width: Int
  /// The height of the box it is fitted to, in pixels.
  package var height: Int
  /// The way in which it fills the box.
  package var fit: Fit
  /// Its format.
  package var type: ImageType
  /// 1 to 100, as encoders count quality.
  package var quality: Int
  /// The variant in whose place it is given to those who take its format more gladly; `nil` for a variant that stands for
  /// itself.
  package var alternativeTo: String?
  /// The limits of its animation; `nil` for an image that does not move.
  package var motion: Motion?

  /// The way in which an image fills a box. It is never enlarged.
  package enum Fit: String, Hashable, Sendable, CaseIterable {
    /// The whole picture, as large as fits into the box.
    case inside
    /// The middle of the picture, as large as covers the box.
    case cover
  }

  /// The limits of a moving image: it shows the first frames of an animation, as far as none of these is exceeded. It
  /// is made of pictures of more than one frame only.
  package struct Motion: Hashable, Sendable {
    /// The longest that it plays until it begins again, in milliseconds.
    package var milliseconds: Int
    /// The maximum number of frames, 2 or more.
    package var frameCount: Int
    /// The maximum length of the file in bytes.
    package var byteCount: Int64

    /// Makes the description of a motion; 3 seconds, 60 frames and 1 MB by default.
    package init(milliseconds: Int = 3_000, frameCount: Int = 60, byteCount: Int64 = 1_000_000) {
      self.milliseconds = milliseconds
      self.frameCount = frameCount
      self.byteCount = byteCount
    }
  }

  /// Makes a specification.
  package init(
    name: String, width: Int, height: Int, fit: Fit = .inside, type: ImageType, quality: Int,
    alternativeTo: String? = nil, motion: Motion? = nil
  ) {
    self.alternativeTo = alternativeTo
    self.motion = motion
    self.name = name
    self.width = width
    self.height = height
    self.fit = fit
    self.type = type
    self.quality = quality
  }

  /// Names everything but the name: two specifications with the same identity ask for the same bytes.
  package var identity: String {
    let still = "\(fit.rawValue)-\(width)x\(height)-\(type.rawValue)-\(quality)"
    guard let motion else { return still }
    return "\(still)-\(motion.milliseconds)ms-\(motion.frameCount)-\(motion.byteCount)"
  }
}
