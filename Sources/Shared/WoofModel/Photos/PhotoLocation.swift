// SPDX-License-Identifier: Apache-2.0

/// The place at which a photo was taken, in WGS 84.
public struct PhotoLocation: Codable, Hashable, Sendable {
  /// Degrees north of the equator, -90 to 90.
  public let latitude: Double
  /// Degrees east of Greenwich, -180 to 180.
  public let longitude: Double
  /// Metres above the sea, where they are known.
  public let altitude: Double?

  /// Makes a location; `nil` where it is not on Earth. An altitude that is no finite number is left out.
  public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude.flatMap { $0.isFinite ? $0 : nil }
  }
}
