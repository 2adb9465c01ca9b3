// SPDX-License-Identifier: Apache-2.0

import WoofModel

/// The values that are read from a picture's EXIF data (CIPA DC-008).
///
/// Cameras and editors write much of it wrongly, so a value that cannot be read is left out and is never a fault.
struct ExifMetadata {
  private(set) var takenAt: Timestamp?
  private(set) var annotations = PhotoAnnotations()

  private enum Tag {
    static let description = 0x010E
    static let make = 0x010F
    static let model = 0x0110
    static let orientation = 0x0112
    static let artist = 0x013B
    static let copyright = 0x8298
    static let exifDirectory = 0x8769
    static let locationDirectory = 0x8825
    static let dateTimeOriginal = 0x9003
    static let offsetTimeOriginal = 0x9011
    static let subSecondTimeOriginal = 0x9291
    static let bodySerialNumber = 0xA431
    static let lensModel = 0xA434
    static let lensSerialNumber = 0xA435
    static let cameraSerialNumber = 0xC62F
  }

  /// The longest text that is looked at as a date.
  private static let longestDate = 64

  /// The bytes before the TIFF data in JPEG files, and by mistake in other files: `Exif` and two zeros.
  static let mark: [UInt8] = Array("Exif\0\0".utf8)

  /// Reads TIFF data, with or without the `Exif` mark before it; `nil` where it is neither.
  ///
  /// Three directories are read, each once, so directories that refer to each other in a circle do no harm.
  init?(_ bytes: some Sequence<UInt8>) {
    var data = Array(bytes)
    if data.starts(with: Self.mark) { data.removeFirst(Self.mark.count) }
    guard let tiff = TIFFData(data), let main = tiff.firstDirectory else { return nil }
    let exif = main.integer(Tag.exifDirectory).flatMap(tiff.directory)
    takenAt = exif.flatMap(Self.takenAt)
    annotations.orientation = main.integer(Tag.orientation).flatMap(PhotoOrientation.init)
    annotations.camera = Self.camera(main, exif)
    annotations.location = main.integer(Tag.locationDirectory).flatMap(tiff.directory)?.location
    annotations.summary = main.text(Tag.description)
    annotations.creator = main.text(Tag.artist)
    annotations.copyright = main.text(Tag.copyright)
  }

  private static func takenAt(_ exif: TIFFDirectory) -> Timestamp? {
    exif.text(Tag.dateTimeOriginal, longest: longestDate).flatMap { date in
      ExifDate(
        dateTime: date, subSecond: exif.text(Tag.subSecondTimeOriginal, longest: longestDate),
        offset: exif.text(Tag.offsetTimeOriginal, longest: longestDate)
      )?.timestamp
    }
  }

  private static func camera(_ main: TIFFDirectory, _ exif: TIFFDirectory?) -> PhotoCamera? {
    let camera = PhotoCamera(
      make: main.text(Tag.make), model: main.text(Tag.model),
      serialNumber: exif?.text(Tag.bodySerialNumber) ?? main.text(Tag.cameraSerialNumber),
      lens: exif?.text(Tag.lensModel), lensSerialNumber: exif?.text(Tag.lensSerialNumber))
    return camera.isEmpty ? nil : camera
  }
}
