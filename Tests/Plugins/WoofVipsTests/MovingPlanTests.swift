// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofPluginKit
@testable import WoofVips

struct MovingPlanTests {
  private static let canvas = PixelSize(width: 100, height: 100)

  private static func delays(
    _ stated: [Int], milliseconds: Int = 3_000, frames: Int = 60, canvas: PixelSize = canvas, pixels: Int = 200_000_000
  ) -> [Int]? {
    MovingPlan(
      stated: stated, motion: WantedImage.Motion(milliseconds: milliseconds, frameCount: frames), canvas: canvas,
      size: PixelSize(width: 10, height: 10), pixelLimit: pixels)?.delays
  }

  @Test func `a short animation is shown as a whole`() {
    #expect(Self.delays([40, 100, 2_000]) == [40, 100, 2_000])
  }

  @Test func `a longer animation is cut at the time limit, within its last frame`() {
    #expect(Self.delays([1_000, 1_500, 1_000, 1_000]) == [1_000, 1_500, 500])
    #expect(Self.delays([1_000, 2_000, 1_000]) == [1_000, 2_000])
    #expect(Self.delays([1_000, 1_990, 1_000]) == [1_000, 1_990])
  }

  @Test func `frames without a duration are shown as browsers show them`() {
    #expect(Self.delays([0, 10, 19, 20]) == [100, 100, 100, 20])
    #expect(Self.delays([Int](repeating: 0, count: 5_000))?.count == 30)
    #expect(Self.delays([-7, .min, .max]) == [100, 100, 2_800])
  }

  @Test func `the number of frames is limited`() {
    #expect(Self.delays([Int](repeating: 20, count: 5_000)) == [Int](repeating: 20, count: 60))
    #expect(Self.delays([50, 50, 50], frames: 2) == [50, 50])
  }

  @Test func `if the second frame comes late, two frames share the time`() {
    #expect(Self.delays([60_000, 60_000, 1]) == [1_500, 1_500])
    #expect(Self.delays([3_000, 100]) == [1_500, 1_500])
  }

  @Test func `decoded and encoded pixels are limited`() {
    let stated = [Int](repeating: 20, count: 100)
    // A frame costs 10,000 pixels decoded and ten times 100 encoded.
    #expect(Self.delays(stated, pixels: 55_000)?.count == 5)
    #expect(Self.delays(stated, pixels: 22_000)?.count == 2)
    #expect(Self.delays(stated, pixels: 21_999) == nil)
    #expect(Self.delays(stated, canvas: PixelSize(width: .max, height: 2)) == nil)
  }

  @Test func `a picture with a single frame has no plan`() {
    #expect(Self.delays([]) == nil)
    #expect(Self.delays([100]) == nil)
    #expect(Self.delays([100, 100], milliseconds: 39) == nil)
  }
}
