// SPDX-License-Identifier: Apache-2.0

import WoofPluginKit

/// The size to which a picture is decoded, so that one decoding serves the looks and all wanted images.
struct DecodingPlan: Hashable {
  /// The size to which the whole picture is reduced, before any turning.
  let size: PixelSize
  /// The factor by which the decoder itself shrinks the picture: 1, 2, 4 or 8. The factor that remains is always less
  /// than 2, unless the decoder cannot shrink any further.
  let shrink: Int

  /// The box that looks are taken from; nothing is decoded smaller.
  static let lookBox = PixelSize(width: 100, height: 100)

  /// Plans the decoding of a picture.
  ///
  /// - Parameters:
  ///   - stored: The size of the picture as stored.
  ///   - isTurned: `true` if it is shown with a quarter turn.
  ///   - canShrink: `true` if the decoder can shrink a picture while it decodes it.
  ///   - wanted: The images to derive.
  init(stored: PixelSize, isTurned: Bool, canShrink: Bool, wanted: [WantedImage]) {
    let upright = isTurned ? stored.turned : stored
    let scale = wanted.reduce(upright.scale(toFill: Self.lookBox, .inside)) { greatest, image in
      max(greatest, upright.scale(toFill: PixelSize(width: image.width, height: image.height), image.fit))
    }
    let size = stored.scaled(by: scale)
    self.size = size
    // A decoder rounds what it shrinks up.
    shrink =
      canShrink ? [8, 4, 2].first { stored.width >= size.width * $0 && stored.height >= size.height * $0 } ?? 1 : 1
  }
}
