// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofImages
import WoofModel

@testable import TestKit

/// Pictures that decoders decode: the project's samples, and cameras' photos, which have more to tell.
struct ShareablePhotoTests {
  private func bytes(of path: String) throws -> [UInt8] {
    Samples.all.contains(path) ? try Samples.bytes(of: path) : try CameraPhotos.bytes(of: path)
  }

  /// Gives the original and its copy as files.
  private func withFiles(_ path: String, _ body: (_ original: String, _ copy: String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let ending = URL(filePath: path).pathExtension.lowercased()
    let files = [folder.appending(path: "original.\(ending)"), folder.appending(path: "copy.\(ending)")]
    let original = try bytes(of: path)
    try Data(original).write(to: files[0])
    try Data(try shareable(original)).write(to: files[1])
    try body(files[0].path, files[1].path)
  }

  @Test(arguments: Samples.all + CameraPhotos.all)
  func `a copy keeps pixels, colour profile, orientation and timing`(path: String) throws {
    try withFiles(path) { original, copy in
      let pixels = try #require(try Tools.pixels(of: [original, copy]))
      #expect(pixels.count == 2 && pixels.first == pixels.last)
    }
  }

  @Test(.enabled(if: Tools.path(of: "exiftool") != nil), arguments: Samples.all + CameraPhotos.all)
  func `exiftool finds no location, serial number, note or preview`(path: String) throws {
    let exiftool = try #require(Tools.path(of: "exiftool"))
    try withFiles(path) { _, copy in
      let tags = [
        "-GPS:all", "-XMP:all", "-IPTC:all", "-MakerNotes:all", "-SerialNumber", "-ThumbnailImage", "-PreviewImage",
        "-MPImage2",
      ]
      let found = try Program.output(of: exiftool, ["-s", "-ee", "-a"] + tags + [copy])
      #expect(found == "")
    }
  }

  @Test(arguments: Samples.all + CameraPhotos.all)
  func `the copy reveals no place, time or camera, and is its own copy`(path: String) throws {
    let copy = try shareable(try bytes(of: path))
    let findings = try #require(inspect(copy).findings)
    #expect(findings.takenAt == nil)
    #expect(findings.annotations.location == nil && findings.annotations.camera == nil)
    #expect(try shareable(copy) == copy)
  }
}
