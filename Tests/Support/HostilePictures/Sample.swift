// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import TestPictures

/// A small, sound file with a name.
struct Sample: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]

  init(_ name: String, _ bytes: [UInt8]) {
    testDescription = name
    self.bytes = bytes
  }

  private static let exif = SampleExif(
    orientation: 6, dateTimeOriginal: "2026:05:01 12:00:00", offsetTimeOriginal: "+02:00")

  static let all = [
    Sample("JPEG", SampleJPEG().bytes),
    Sample("JPEG of every kind of part", SampleJPEG.rich.bytes),
    Sample("progressive JPEG", SampleJPEG.progressive.bytes),
    Sample("JPEG with EXIF", SampleJPEG.withExif(exif)),
    Sample("PNG", SamplePNG().bytes),
    Sample("PNG in chunks of one byte", SamplePNG(colourType: 6, isInterlaced: true, chunkSize: 1).bytes),
    Sample("PNG with palette and EXIF", paletted.bytes),
    Sample("animated PNG", SamplePNG.animation(frameCount: 3).bytes),
    Sample("GIF", SampleGIF(version: "87a").bytes),
    Sample("animated GIF", animatedGIF.bytes),
    Sample("lossy WebP", SampleWebP.lossyFile().bytes),
    Sample("lossless WebP", SampleWebP.losslessFile().bytes),
    Sample("WebP with EXIF", SampleWebP.extended(exif: exif.bytes).bytes),
    Sample("animated WebP", SampleWebP.animation(frameCount: 2).bytes),
    Sample("HEIC", SampleHEIF().bytes),
    Sample("HEIC in tiles with EXIF", SampleHEIF.grid(exif: exif).bytes),
    Sample("AVIF", SampleHEIF.avif.bytes),
  ]

  private static let paletted = SamplePNG(
    bitDepth: 2, colourType: 3, before: [("PLTE", [UInt8](repeating: 7, count: 12))], after: [("eXIf", exif.bytes)])

  private static let animatedGIF = SampleGIF(
    hasColourTable: false,
    frames: [SampleGIF.Frame(hasColourTable: true), SampleGIF.Frame(x: 1, y: 1, width: 3, height: 2)],
    extensions: [(0xFF, [.text("NETSCAPE2.0"), [1, 0, 0]]), (0xF9, [[0, 10, 0, 0]])])
}
