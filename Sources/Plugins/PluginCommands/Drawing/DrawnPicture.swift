import WoofModel

/// A sound picture that the conformance kit has drawn, without any encoder but its own.
struct DrawnPicture {
  let name: String
  let type: ImageType
  let width: Int
  let height: Int
  let bytes: [UInt8]

  /// Small pictures of every format and kind that the kit can draw.
  static let all: [DrawnPicture] = [
    DrawnPicture(
      name: "PNG in colour", type: .png, width: 64, height: 48,
      bytes: PNGDrawing.file(width: 64, height: 48, colourType: 2, bitDepth: 8, row: PNGDrawing.colours(width: 64))),
    DrawnPicture(
      name: "PNG with transparency", type: .png, width: 33, height: 47,
      bytes: PNGDrawing.file(width: 33, height: 47, colourType: 6, bitDepth: 8, row: PNGDrawing.transparency(width: 33))
    ),
    DrawnPicture(
      name: "PNG of one pixel", type: .png, width: 1, height: 1,
      bytes: PNGDrawing.file(width: 1, height: 1, colourType: 2, bitDepth: 8, row: PNGDrawing.colours(width: 1))),
    DrawnPicture(
      name: "JPEG in grey", type: .jpeg, width: 128, height: 96, bytes: JPEGDrawing.file(columns: 16, rows: 12)),
    DrawnPicture(name: "GIF", type: .gif, width: 40, height: 30, bytes: GIFDrawing.file(width: 40, height: 30)),
  ]

  /// A sound picture of 36 megapixels, all black.
  static let huge = DrawnPicture(
    name: "PNG of 36 megapixels", type: .png, width: 6_000, height: 6_000,
    bytes: PNGDrawing.file(width: 6_000, height: 6_000, colourType: 0, bitDepth: 1) { _ in
      [UInt8](repeating: 0, count: 750)
    })
}
