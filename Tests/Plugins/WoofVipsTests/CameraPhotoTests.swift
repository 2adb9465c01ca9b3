// SPDX-License-Identifier: Apache-2.0

import Foundation
import PluginTesting
import Testing

@testable import TestKit

/// Photos from real cameras beside what Pillow makes of them.
@Suite(.enabled(if: !CameraPhotos.all.isEmpty, "set WOOF_PHOTOS to a folder of photos"))
struct CameraPhotoTests {
  /// Levels of 255 that samples may be off in the mean, which is what lossy encoding and another filter cost where a photo
  /// is full of edges.
  private static let meanLimit = 10.0
  /// Levels that the mean colour of any of 8 × 8 fields may be off.
  private static let fieldLimit = 4.0

  @Test(arguments: CameraPhotos.all)
  func `the variants are upright and have the photo's colours`(path: String) throws {
    let bytes = try [UInt8](contentsOfFile: CameraPhotos.folder.appending(path: path).path)
    let isHEIC = path.lowercased().hasSuffix(".heic")
    let outcome = try VipsPlugin.host().process(
      bytes, as: isHEIC ? "image/heic" : "image/jpeg", parameters: "{}",
      wanting: [
        Wish("preview", "image/webp", 1600, 1600, quality: 82), Wish("grid", "image/webp", 640, 640, quality: 80),
        Wish("thumb", "image/webp", 256, 256, quality: 80),
      ],
      wantsAnnotations: true)
    try #require(outcome.isAccepted, "\(outcome)")
    let scratch = try TemporaryFolder()
    var truth = CameraPhotos.folder.appending(path: path).path
    if isHEIC {
      _ = try Program.output(of: "/usr/bin/heif-convert", [truth, scratch.path("truth.png")])
      truth = scratch.path("truth.png")
    }
    for (name, box) in [("preview", 1600), ("grid", 640), ("thumb", 256)] {
      let image = try #require(outcome.images[name])
      try scratch.write(image.bytes, to: "\(name).webp")
      let line = try Program.output(
        of: "/usr/bin/python3", [ScenePictures.script("photos.py"), scratch.path("\(name).webp"), truth])
      let numbers = line.split(separator: " ").compactMap { Double($0.filter { !$0.isNewline }) }
      try #require(numbers.count == 6)
      print("\(path) \(name): \(line)", terminator: "")
      #expect(max(numbers[2], numbers[3]) == min(Double(box), max(numbers[0], numbers[1])))
      #expect(abs(numbers[2] / numbers[3] - numbers[0] / numbers[1]) < 0.02)
      #expect(numbers[4] < Self.meanLimit && numbers[5] < Self.fieldLimit, "\(name): \(line)")
    }
  }
}

/// Losses in photos from real cameras.
@Suite(.enabled(if: !CameraPhotos.all.isEmpty, "set WOOF_PHOTOS to a folder of photos"))
struct CameraPhotoLossTests {
  @Test(arguments: CameraPhotos.all.filter { $0.hasSuffix(".jpg") })
  func `a photo that breaks off or claims more rows is refused, even with an end marker`(path: String) throws {
    let host = try VipsPlugin.host()
    let wishes = [Wish("thumb", "image/webp", 256, 256)]
    let bytes = try [UInt8](contentsOfFile: CameraPhotos.folder.appending(path: path).path)
    let (frame, scan) = try #require(bytes.frameAndScan)
    let end = try #require(bytes[scan...].firstRange(of: [0xFF, 0xD9]))
    let whole = host.process(bytes, wanting: wishes)
    #expect(whole.isAccepted)
    for part in [1, 5, 9] {
      let cut = scan + (end.lowerBound - scan) * part / 10
      let outcome = host.process(bytes[..<cut] + [0xFF, 0xD9], wanting: wishes)
      // Some have bytes behind their last row, without which nothing is lost.
      #expect(outcome.isRefused || outcome.images == whole.images, "\(part) tenths: \(outcome.log)")
    }
    let height = (Int(bytes[frame + 5]) << 8 + Int(bytes[frame + 6])) * 2
    var doubled = bytes
    doubled.replaceSubrange(frame + 5...frame + 6, with: [UInt8(height >> 8), UInt8(height & 0xFF)])
    #expect(host.process(doubled, wanting: wishes).isRefused)
  }
}

extension [UInt8] {
  /// The positions of the first frame header and of the first scan's data; `nil` if they are missing.
  ///
  /// Thumbnails have headers of their own, within segments, which are skipped.
  fileprivate var frameAndScan: (Int, Int)? {
    var position = 2
    var frame: Int?
    while position + 4 < count, self[position] == 0xFF {
      let end = position + 2 + Int(self[position + 2]) << 8 + Int(self[position + 3])
      if [0xC0, 0xC2].contains(self[position + 1]) { frame = position }
      if self[position + 1] == 0xDA { return frame.map { ($0, end) } }
      position = end
    }
    return nil
  }
}

/// Photos from real cameras: those below the folder that `WOOF_PHOTOS` names.
enum CameraPhotos {
  static let folder = URL(filePath: ProcessInfo.processInfo.environment["WOOF_PHOTOS"] ?? "/nowhere")

  static let all: [String] = {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { ["jpg", "jpeg", "heic"].contains(URL(filePath: $0).pathExtension.lowercased()) }.sorted()
  }()
}
