// SPDX-License-Identifier: Apache-2.0

/// The properties of an XMP packet that are read (ISO 16684-1 §8, Exif 2.32 metadata for XMP).
enum XMPProperty: Hashable {
  case dateTimeOriginal, dateCreated, createDate
  case latitude, longitude, altitude, altitudeReference
  case make, model, serialNumber, lens, lensSerialNumber
  case title, summary, creator, copyright, keywords
  case extensionIdentifier
  case gainMap(GainMapProperty)

  /// The property of a name in a namespace.
  init?(_ name: Substring, in namespace: String) {
    let gainMap = GainMapProperty.named(name, in: namespace).map { XMPProperty.gainMap($0) }
    guard let property = Self.all[namespace]?[String(name)] ?? gainMap else { return nil }
    self = property
  }

  private static let all: [String: [String: XMPProperty]] = [
    "http://ns.adobe.com/exif/1.0/": [
      "DateTimeOriginal": .dateTimeOriginal, "GPSLatitude": .latitude, "GPSLongitude": .longitude,
      "GPSAltitude": .altitude, "GPSAltitudeRef": .altitudeReference,
    ],
    "http://cipa.jp/exif/1.0/": [
      "BodySerialNumber": .serialNumber, "LensModel": .lens, "LensSerialNumber": .lensSerialNumber,
    ],
    "http://ns.adobe.com/exif/1.0/aux/": [
      "SerialNumber": .serialNumber, "Lens": .lens, "LensSerialNumber": .lensSerialNumber,
    ],
    "http://ns.adobe.com/tiff/1.0/": ["Make": .make, "Model": .model],
    "http://ns.adobe.com/photoshop/1.0/": ["DateCreated": .dateCreated],
    "http://ns.adobe.com/xap/1.0/": ["CreateDate": .createDate],
    "http://ns.adobe.com/xmp/note/": ["HasExtendedXMP": .extensionIdentifier],
    "http://purl.org/dc/elements/1.1/": [
      "title": .title, "description": .summary, "creator": .creator, "rights": .copyright, "subject": .keywords,
    ],
  ]
}
