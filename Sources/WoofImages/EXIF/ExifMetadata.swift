import WoofModel

/// What is read of a picture's EXIF data (CIPA DC-008): how it is turned, and when it was taken.
///
/// Cameras and editors write much of it wrongly, so whatever cannot be read is left out and never a fault.
struct ExifMetadata {
  private(set) var orientation = ExifOrientation.upright
  private(set) var takenAt: Timestamp?

  private enum Tag {
    static let orientation = 0x0112
    static let exifDirectory = 0x8769
    static let dateTimeOriginal = 0x9003
    static let offsetTimeOriginal = 0x9011
    static let subSecondTimeOriginal = 0x9291
  }

  /// Reads TIFF data, with or without the `Exif` mark before it; `nil` where it is neither.
  ///
  /// Two directories are read, each once, so directories that refer to each other in a circle do no harm.
  init?(_ bytes: some Sequence<UInt8>) {
    var data = Array(bytes)
    if data.starts(with: Self.mark) { data.removeFirst(Self.mark.count) }
    guard let tiff = TIFFData(data), let main = tiff.firstDirectory else { return nil }
    orientation = main.integer(Tag.orientation).flatMap(ExifOrientation.init) ?? .upright
    guard let exif = main.integer(Tag.exifDirectory).flatMap(tiff.directory), let date = exif.text(Tag.dateTimeOriginal)
    else { return }
    takenAt =
      ExifDate(
        dateTime: date, subSecond: exif.text(Tag.subSecondTimeOriginal), offset: exif.text(Tag.offsetTimeOriginal)
      )?.timestamp
  }

  /// What stands before the TIFF data in JPEG files, and by mistake in others.
  static let mark: [UInt8] = Array("Exif\0\0".utf8)
}

/// How a picture is turned and mirrored, as EXIF numbers it.
enum ExifOrientation: Int {
  case upright = 1
  case mirrored
  case upsideDown
  case upsideDownMirrored
  case transposed
  case turnedRight
  case transversed
  case turnedLeft

  /// The size as displayed of a picture of the size as stored.
  func displayed(_ stored: PixelSize) -> PixelSize {
    rawValue >= Self.transposed.rawValue ? stored.transposed : stored
  }
}
