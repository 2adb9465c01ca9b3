// SPDX-License-Identifier: Apache-2.0

public import CWoofPlugin

/// An image that is asked for in a test.
public struct Wish: Sendable {
  /// Its name.
  public var name: String
  /// Its format.
  public var mediaType: String
  /// The width of its box.
  public var width: Int
  /// The height of its box.
  public var height: Int
  /// How it fills the box.
  public var fit: woof_plugin_fit
  /// 1 to 100.
  public var quality: Int
  /// The most bytes it may have.
  public var capacity: Int
  /// How it moves; `nil` for an image that does not.
  public var motion: woof_plugin_motion?

  /// Wishes for an image.
  public init(
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
public struct Outcome: Sendable {
  /// An image that was derived.
  public struct Image: Sendable, Equatable {
    /// The file.
    public let bytes: [UInt8]
    /// The width that the plugin says it has.
    public let width: Int
    /// The height that the plugin says it has.
    public let height: Int

    /// Makes an image.
    public init(bytes: [UInt8], width: Int, height: Int) {
      self.bytes = bytes
      self.width = width
      self.height = height
    }
  }

  /// A `woof_plugin_status`.
  public var status: CInt = -1
  /// Why the picture is refused.
  public var refusal: String?
  /// The position of the byte that shows it.
  public var refusalOffset: Int64?
  /// The annotations by name, in JSON.
  public var annotations: [String: String] = [:]
  /// The images by name.
  public var images: [String: Image] = [:]
  /// What was logged.
  public var log: [String] = []

  /// Whether the picture was accepted.
  public var isAccepted: Bool { status == CInt(WOOF_PLUGIN_ACCEPTED.rawValue) }
  /// Whether the picture was refused.
  public var isRefused: Bool { status == CInt(WOOF_PLUGIN_REFUSED.rawValue) }
  /// Whether the plugin was in trouble.
  public var hasFailed: Bool { status == CInt(WOOF_PLUGIN_FAILED.rawValue) }
}
