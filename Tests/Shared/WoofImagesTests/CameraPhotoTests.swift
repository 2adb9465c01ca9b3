// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@Suite(.enabled(if: !CameraPhotos.all.isEmpty))
struct CameraPhotoTests {
  @Test(arguments: CameraPhotos.all)
  func `a photo from a real camera is accepted, however it is cut`(path: String) throws {
    let bytes = try CameraPhotos.bytes(of: path)
    let whole = inspect(bytes)
    #expect(whole.refusal == nil)
    #expect(inspect(bytes, runs: 4093) == whole)
  }

  @Test(arguments: CameraPhotos.all)
  func `a photo that ends early is refused`(path: String) throws {
    let bytes = try CameraPhotos.bytes(of: path)
    for count in [bytes.count - 1, bytes.count * 9 / 10, bytes.count / 2, 1000] {
      #expect(inspect(Array(bytes.prefix(count))).refusal != nil)
    }
  }

  @Test(arguments: CameraPhotos.all.filter { $0.contains("orientation/") })
  func `the same scene has the same displayed size in all eight orientations`(path: String) throws {
    let size = inspect(try CameraPhotos.bytes(of: path)).size
    #expect(size == (path.contains("Landscape") ? [1800, 1200] : [1200, 1800]))
  }

  @Test(.enabled(if: CameraPhotos.all.contains("cameras/iphone_13_pro_max.HEIC")))
  func `a phone's picture in tiles is displayed upright and has its date`() throws {
    let findings = inspect(try CameraPhotos.bytes(of: "cameras/iphone_13_pro_max.HEIC")).findings
    #expect(findings?.type == .heic && findings?.width == 3024 && findings?.height == 4032)
    #expect(findings?.takenAt == Timestamp("2022-02-16T11:55:41.762Z"))
    #expect(findings?.annotations.camera?.model == "iPhone 13 Pro Max")
    #expect(findings?.annotations.colourProfile == "Display P3")
  }
}
