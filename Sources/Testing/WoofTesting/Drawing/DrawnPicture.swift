// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// A picture that the harness draws: a ball on a meadow, in colours and at a place that follow from its seed. The same
/// picture always has the same bytes.
public struct DrawnPicture: Hashable, Sendable {
  /// A format that can be drawn.
  public enum Format: String, Hashable, Sendable, Codable, CaseIterable {
    /// Baseline JPEG.
    case jpeg
    /// PNG with a palette.
    case png
    /// GIF, of several frames where asked for.
    case gif
    /// Lossless WebP.
    case webp
  }

  /// The metadata that a camera would have noted, written as EXIF data. A GIF has none.
  public struct Metadata: Hashable, Sendable {
    /// The orientation of the picture, 1 to 8 as in EXIF.
    public var orientation: Int?
    /// The time at which it was taken, in UTC.
    public var takenAt: Timestamp?
    /// The maker of the camera.
    public var make: String?
    /// The model of the camera.
    public var model: String?
    /// Degrees north.
    public var latitude: Double?
    /// Degrees east.
    public var longitude: Double?

    /// Makes metadata; what is left out is not written.
    public init(
      orientation: Int? = nil, takenAt: Timestamp? = nil, make: String? = nil, model: String? = nil,
      latitude: Double? = nil, longitude: Double? = nil
    ) {
      self.orientation = orientation
      self.takenAt = takenAt
      self.make = make
      self.model = model
      self.latitude = latitude
      self.longitude = longitude
    }

    var isEmpty: Bool { self == Metadata() }
  }

  /// The format.
  public var format: Format
  /// The width in pixels, before any turning.
  public var width: Int
  /// The height in pixels, before any turning.
  public var height: Int
  /// The number that the colours and places in the picture follow from.
  public var seed: UInt64
  /// The metadata; none by default.
  public var metadata: Metadata
  /// The number of frames of a GIF; 1 by default.
  public var frameCount: Int
  /// The number of bytes that make the file longer, and that no decoder looks at; 0 by default.
  public var padding: Int

  /// Makes the description of a picture; nothing is drawn yet.
  public init(
    _ format: Format = .jpeg, width: Int = 64, height: Int = 48, seed: UInt64 = 1, metadata: Metadata = Metadata(),
    frameCount: Int = 1, padding: Int = 0
  ) {
    self.format = format
    self.width = width
    self.height = height
    self.seed = seed
    self.metadata = metadata
    self.frameCount = frameCount
    self.padding = padding
  }

  /// Draws the picture.
  ///
  /// - Throws: ``HarnessError`` of code `invalid` where a number is out of its range.
  public func bytes() throws(HarnessError) -> [UInt8] {
    guard (1...16_384).contains(width), (1...16_384).contains(height), (1...1000).contains(frameCount),
      (0...15_000_000).contains(padding), metadata.orientation.map({ (1...8).contains($0) }) ?? true
    else {
      throw HarnessError(
        .invalid,
        "A picture has 1 to 16,384 pixels a side, 1 to 1,000 frames, at most 15,000,000 bytes of padding, and an "
          + "orientation of 1 to 8.")
    }
    let exif = metadata.isEmpty ? [] : ExifWriter(metadata).bytes
    let canvas = Canvas(width: width, height: height, seed: seed)
    switch format {
    case .jpeg: return JPEGEncoder.encode(canvas, exif: exif, padding: padding)
    case .png: return PNGEncoder.encode(canvas, exif: exif, padding: padding)
    case .webp: return WebPEncoder.encode(canvas, exif: exif, padding: padding)
    case .gif:
      return GIFEncoder.encode(
        (0..<frameCount).map { Canvas(width: width, height: height, seed: seed, step: $0) }, padding: padding)
    }
  }
}
