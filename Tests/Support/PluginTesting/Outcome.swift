// SPDX-License-Identifier: Apache-2.0

package import CWoofPlugin

/// An image that is asked for in a test.
package struct Wish: Sendable {
  /// Its name.
  package var name: String
  /// Its format.
  package var mediaType: String
  /// The width of its box.
  package var width: Int
  /// The height of its box.
  package var height: Int
  /// How it fills the box.
  package var fit: woof_plugin_fit
  /// 1 to 100.
  package var quality: Int
  /// The most bytes it may have.
  package var capacity: Int
  /// How it moves; `nil` for an image that does not.
  package var motion: woof_plugin_motion?

  /// Wishes for an image.
  package init(
    _ name: String, _ mediaType: String = "image/webp", _ width: Int = 256, _ height: Int = 256,
    fit: woof_plugin_fit = WOOF_PLUGIN_FIT_INSIDE, quality: Int = 80, capacity: Int = 8 << 20,
    motion: woof_plugin_motion? = nil
  ) {
    self.name = name
    self.mediaType = mediaType
    self.width = width
    self.height = height
    self.fit = fit
    self.quality = quality
    self.capacity = capacity
    self.motion = motion
  }
}

/// How the processing of a picture ended, and what came of it.
package struct Outcome: Sendable {
  /// An image that was derived.
  package struct Image: Sendable, Equatable {
    /// The file.
    package let bytes: [UInt8]
    /// The width that the plugin says it has.
    package let width: Int
    /// The height that the plugin says it has.
    package let height: Int

    /// Makes an image.
    package init(bytes: [UInt8], width: Int, height: Int) {
      self.bytes = bytes
      self.width = width
      self.height = height
    }
  }

  /// A `woof_plugin_status`.
  package var status: CInt = -1
  /// Why the picture is refused.
  package var refusal: String?
  /// The position of the byte that shows it.
  package var refusalOffset: Int64?
  /// The annotations by name, in JSON.
  package var annotations: [String: String] = [:]
  /// The images by name.
  package var images: [String: Image] = [:]
  /// What was logged.
  package var log: [String] = []

  /// Whether the picture was accepted.
  package var isAccepted: Bool { status == CInt(WOOF_PLUGIN_ACCEPTED.rawValue) }
  /// Whether the picture was refused.
  package var isRefused: Bool { status == CInt(WOOF_PLUGIN_REFUSED.rawValue) }
  /// Whether the plugin was in trouble.
  package var hasFailed: Bool { status == CInt(WOOF_PLUGIN_FAILED.rawValue) }
}
