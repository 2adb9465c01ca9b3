// SPDX-License-Identifier: Apache-2.0

/// An image that the host wants derived from the picture.
public struct WantedImage: Sendable {
  /// The way in which an image fills the box it is made for. It is never larger than the picture.
  public enum Fit: Sendable {
    /// The whole picture, as large as fits into the box.
    case inside
    /// The middle of the picture, as large as covers the box.
    case cover
  }

  /// The limits of an image that moves: it shows the first frames of the animation, until one of these is exceeded.
  public struct Motion: Hashable, Sendable {
    /// The longest that it plays until it begins again, in milliseconds.
    public let milliseconds: Int
    /// The maximum number of frames, at least 2.
    public let frameCount: Int
  }

  /// Its place among those that are wanted.
  public let index: Int
  /// Its name, as `thumb`.
  public let name: String
  /// Its format, as `image/webp`.
  public let mediaType: String
  /// The width of the box in pixels.
  public let width: Int
  /// The height of the box in pixels.
  public let height: Int
  /// The way in which it fills the box.
  public let fit: Fit
  /// 1 to 100, as encoders count quality.
  public let quality: Int
  /// The most bytes it may have.
  public let capacity: Int
  /// The limits of its animation; `nil` for an image that does not. Only a plugin whose manifest names the format in
  /// `emitsMoving` is asked for images that do, and makes none of a picture that does not move itself.
  public let motion: Motion?

  init(index: Int, _ wanted: woof_plugin_wanted_image, motion: Motion? = nil) {
    self.motion = motion
    self.index = index
    name = String(wanted.name)
    mediaType = String(wanted.media_type)
    width = Int(wanted.width)
    height = Int(wanted.height)
    fit = wanted.fit == WOOF_PLUGIN_FIT_COVER.rawValue ? .cover : .inside
    quality = Int(wanted.quality)
    capacity = wanted.capacity
  }
}
