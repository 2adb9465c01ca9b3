// SPDX-License-Identifier: Apache-2.0

import WoofPluginKit

/// The frames of an animation that a moving image shows, and the duration of each.
struct MovingPlan: Hashable {
  /// The duration of each frame, in milliseconds; the frames are the first of the animation.
  let delays: [Int]

  /// Frames that are shown for less than this are shown for ``standardDelay``, as browsers show them.
  static let leastDelay = 20
  static let standardDelay = 100
  /// The cost of reducing and encoding one pixel, in decoded pixels.
  static let encodingCost = 10

  /// Plans a moving image; `nil` of an animation of which not even two frames can be shown.
  ///
  /// Where the second frame begins later than the image may play, the first two share that time, so that it moves.
  ///
  /// - Parameters:
  ///   - stated: The duration of each frame that the file states, in milliseconds.
  ///   - motion: The longest time and the most frames that may be shown.
  ///   - canvas: The size to which every frame is decoded.
  ///   - size: The size at which every frame is shown.
  ///   - pixelLimit: The most pixels that are decoded; one that is encoded counts for ``encodingCost``.
  init?(
    stated: [Int], motion: WantedImage.Motion, canvas: PixelSize, size: PixelSize, pixelLimit: Int
  ) {
    let (output, overflows) = size.area.multipliedReportingOverflow(by: Self.encodingCost)
    let (cost, exceeds) = canvas.area.addingReportingOverflow(output)
    guard !overflows, !exceeds, cost > 0 else { return nil }
    let frameLimit = min(stated.count, motion.frameCount, pixelLimit / cost)
    guard frameLimit >= 2, motion.milliseconds >= 2 * Self.leastDelay else { return nil }
    var delays: [Int] = []
    var left = motion.milliseconds
    for delay in stated.prefix(frameLimit) where left >= Self.leastDelay {
      let shown = min(left, delay < Self.leastDelay ? Self.standardDelay : delay)
      delays.append(shown)
      left -= shown
    }
    self.delays = delays.count >= 2 ? delays : [motion.milliseconds / 2, motion.milliseconds / 2]
  }
}
