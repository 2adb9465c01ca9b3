// SPDX-License-Identifier: Apache-2.0

/// The rotation and mirroring needed to display a picture, as EXIF numbers it (CIPA DC-008 §4.6.4).
public enum PhotoOrientation: Int, Codable, Hashable, Sendable, CaseIterable {
  /// As it is stored.
  case upright = 1
  /// Left and right are exchanged.
  case mirrored
  /// Turned by half.
  case upsideDown
  /// Turned by half, then left and right are exchanged.
  case upsideDownMirrored
  /// Mirrored along the diagonal from the top left.
  case transposed
  /// Turned by a quarter, clockwise.
  case turnedRight
  /// Mirrored along the diagonal from the top right.
  case transversed
  /// Turned by a quarter, anticlockwise.
  case turnedLeft

  /// `true` if the orientation swaps width and height.
  public var exchangesSides: Bool { rawValue >= Self.transposed.rawValue }
}
