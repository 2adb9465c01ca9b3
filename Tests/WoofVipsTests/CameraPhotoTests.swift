import Foundation
import PluginTesting
import Testing

@testable import TestSupport

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
        Wish("preview", "image/webp", 1600, 1600, quality: 82), Wish("thumb", "image/webp", 256, 256, quality: 80),
      ],
      wantsAnnotations: true)
    try #require(outcome.isAccepted, "\(outcome)")
    let scratch = try TemporaryFolder()
    var truth = CameraPhotos.folder.appending(path: path).path
    if isHEIC {
      try TestPictures.run("/usr/bin/heif-convert", truth, scratch.path("truth.png"))
      truth = scratch.path("truth.png")
    }
    for (name, box) in [("preview", 1600), ("thumb", 256)] {
      let image = try #require(outcome.images[name])
      try scratch.write(image.bytes, to: "\(name).webp")
      let line = try TestPictures.output(
        of: "/usr/bin/python3", [TestPictures.script("photos.py"), scratch.path("\(name).webp"), truth])
      let numbers = line.split(separator: " ").compactMap { Double($0.filter { !$0.isNewline }) }
      try #require(numbers.count == 6)
      print("\(path) \(name): \(line)", terminator: "")
      #expect(max(numbers[2], numbers[3]) == min(Double(box), max(numbers[0], numbers[1])))
      #expect(abs(numbers[2] / numbers[3] - numbers[0] / numbers[1]) < 0.02)
      #expect(numbers[4] < Self.meanLimit && numbers[5] < Self.fieldLimit, "\(name): \(line)")
    }
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
