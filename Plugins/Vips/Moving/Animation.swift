// SPDX-License-Identifier: Apache-2.0

import CVips
import WoofPluginKit

/// A file of several frames, which follow one another as the file says.
struct Animation: ~Copyable {
  private let bytes: UnsafeRawBufferPointer
  private let format: PictureFormat
  private let orientation: Int
  /// The size to which every frame is decoded, as stored.
  let canvas: PixelSize
  /// The duration of each frame as the file states it, in milliseconds.
  let delays: [Int]
  /// The number of times that it plays; 0 is without end.
  let loop: CInt

  /// The size of the animation as displayed.
  var size: PixelSize { isTurned ? canvas.turned : canvas }

  private var isTurned: Bool { orientation > 4 }

  /// Opens an animation, of which nothing is decoded yet; `nil` where the file does not move, or is of a format of which
  /// libvips reads no frames but the first: libvips 8.14 knows those of GIF and WebP.
  ///
  /// - Parameter bytes: The file, which has to stay as long as the animation.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let format = PictureFormat(of: bytes.bytes), format == .gif || format == .webp,
      let header = try? VipsImage(opening: bytes, as: format)
    else {
      woof_vips_forget_errors()
      return nil
    }
    let count = Int(woof_vips_frame_count(header.handle))
    guard count > 1 else { return nil }
    self.bytes = bytes
    self.format = format
    canvas = header.size
    orientation = header.orientation
    delays = (0..<count).map { Int(woof_vips_delay(header.handle, CInt(clamping: $0))) }
    loop = woof_vips_loop(header.handle)
  }

  /// Decodes frames from the first on, one after another, and hands each over: upright, in sRGB of 8 bits, in memory. Those
  /// behind one that is damaged are left out.
  ///
  /// - Parameters:
  ///   - count: The number of frames to decode, no more than there are.
  ///   - size: The size at which they are wanted, as displayed.
  ///   - take: Takes a frame, and says whether there is to be another.
  func forEachFrame(upTo count: Int, at size: PixelSize, _ take: (borrowing VipsImage) -> Bool) {
    defer { woof_vips_forget_errors() }
    guard
      let strip = try? VipsImage(
        woof_vips_open_frames(bytes.baseAddress, bytes.count, format.loader, CInt(clamping: count)))
    else { return }
    let colours = StatedColours(in: bytes.bytes, format)
    for index in 0..<count {
      guard let frame = try? frame(index, of: strip, at: size, colours), take(frame) else { return }
    }
  }

  private func frame(
    _ index: Int, of strip: borrowing VipsImage, at size: PixelSize, _ colours: StatedColours?
  ) throws(VipsFault) -> VipsImage {
    let whole = try VipsImage(woof_vips_frame(strip.handle, CInt(clamping: index), CInt(clamping: canvas.height)))
    let reduced = try whole.scaled(to: isTurned ? size.turned : size).inSRGB(from: colours).inMemory()
    return orientation == 1 ? reduced : try reduced.upright().inMemory()
  }
}
