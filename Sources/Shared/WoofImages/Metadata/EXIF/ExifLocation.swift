// SPDX-License-Identifier: Apache-2.0

import WoofModel

/// The location at which a photo was taken, as EXIF data state it (CIPA DC-008 §4.6.6).
extension TIFFDirectory {
  private enum LocationTag {
    static let latitudeReference = 0x0001
    static let latitude = 0x0002
    static let longitudeReference = 0x0003
    static let longitude = 0x0004
    static let altitudeReference = 0x0005
    static let altitude = 0x0006
  }

  /// The location that a GPS directory states.
  var location: PhotoLocation? {
    guard let latitude = degrees(LocationTag.latitude, LocationTag.latitudeReference, negative: "S", positive: "N"),
      let longitude = degrees(LocationTag.longitude, LocationTag.longitudeReference, negative: "W", positive: "E")
    else { return nil }
    let isBelowSea = integer(LocationTag.altitudeReference) == 1
    let altitude = fractions(LocationTag.altitude, count: 1)?.first.map { isBelowSea ? -$0 : $0 }
    return PhotoLocation(measuredLatitude: latitude, longitude: longitude, altitude: altitude)
  }

  private func degrees(_ tag: Int, _ reference: Int, negative: String, positive: String) -> Double? {
    guard let parts = fractions(tag, count: 3), let side = text(reference) else { return nil }
    // Parts may have signs of their own, which are to say the same as the reference where they say anything.
    let degrees = abs(parts[0]) + abs(parts[1]) / 60 + abs(parts[2]) / 3600
    switch side {
    case negative: return -degrees
    case positive: return parts.contains { $0 < 0 } ? -degrees : degrees
    default: return nil
    }
  }
}

extension PhotoLocation {
  /// Makes the location that metadata state; `nil` where it is not on Earth, or is that of all zeros, which receivers
  /// write that have found nothing.
  init?(measuredLatitude latitude: Double, longitude: Double, altitude: Double?) {
    guard latitude != 0 || longitude != 0 else { return nil }
    self.init(latitude: latitude, longitude: longitude, altitude: altitude)
  }
}
