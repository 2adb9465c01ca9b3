// SPDX-License-Identifier: Apache-2.0

import CVips
import WoofPluginKit

/// The first frames of an animation, small and in memory, to be encoded.
struct MovingImage {
  private let size: PixelSize
  private let loop: CInt
  private var delays: [CInt] = []
  private var bandCount = 0
  /// The frames' pixels, one frame after another.
  private var pixels: [UInt8] = []

  /// The most attempts at encoding, each with fewer frames than the last, before a file that stays too long is given
  /// up.
  private static let attemptCount = 4

  /// Decodes the first frames of an animation; `nil` where not even two can be shown.
  ///
  /// - Parameters:
  ///   - wanted: The image that is wanted.
  ///   - motion: The longest part of the animation that it shows.
  ///   - limits: The most pixels and milliseconds of processor time that decoding may take.
  init?(
    of animation: borrowing Animation, for wanted: WantedImage, _ motion: WantedImage.Motion, limits: DecodingLimits
  ) {
    let box = PixelSize(width: wanted.width, height: wanted.height)
    let scaled = animation.size.scaled(by: animation.size.scale(toFill: box, wanted.fit))
    // Frames are not cut to their middle: what moves may be elsewhere.
    size = scaled.cut(to: box)
    loop = animation.loop
    guard scaled == size,
      let plan = MovingPlan(
        stated: animation.delays, motion: motion, canvas: animation.canvas, size: size,
        pixelLimit: limits.movingPixels)
    else { return nil }
    let end = woof_vips_processor_milliseconds() + Int64(limits.movingMilliseconds)
    animation.forEachFrame(upTo: plan.delays.count, at: size) { frame in
      guard append(frame, for: plan.delays[delays.count]) else { return false }
      return woof_vips_processor_milliseconds() < end
    }
    guard delays.count >= 2 else { return nil }
  }

  private mutating func append(_ frame: borrowing VipsImage, for delay: Int) -> Bool {
    guard frame.size == size, bandCount == 0 || frame.bandCount == bandCount,
      let bytes = try? frame.pixels()
    else { return false }
    bandCount = frame.bandCount
    bytes.withSpan { span in span.withUnsafeBytes { pixels += $0 } }
    delays.append(CInt(clamping: delay))
    return true
  }

  /// Encodes the frames as WebP, without metadata, and gives them to the host: fewer of them where the file would be longer
  /// than it may be, and nothing where even two are too long, or all of them show the same.
  ///
  /// - Throws: ``TransformerError/failure(_:)`` where the image cannot be made.
  func deliver(
    _ wanted: WantedImage, effort: EncodingEffort, host: borrowing PluginHost
  ) throws(TransformerError) {
    var count = delays.count
    for _ in 0..<Self.attemptCount {
      let file = try encoded(count, as: wanted, effort)
      // Frames that show the same become one.
      guard file.frameCount > 1 else { return }
      guard file.bytes.count > wanted.capacity else {
        return try host.deliver(wanted, bytes: file.bytes.span.bytes, width: size.width, height: size.height)
      }
      // The first frame takes more than the others, so that fewer fit than their part of the bytes.
      let fitting = Int(Double(count) * Double(wanted.capacity) / Double(file.bytes.count) * 0.8)
      guard count > 2 else { break }
      count = max(2, min(fitting, count - 1))
    }
    host.log("\(wanted.name) is left out: two frames do not fit into \(wanted.capacity) bytes")
  }

  private func encoded(
    _ count: Int, as wanted: WantedImage, _ effort: EncodingEffort
  ) throws(TransformerError) -> WebPFile {
    let frameByteCount = size.area * bandCount
    do throws(VipsFault) {
      let image = try VipsImage(
        pixels.withUnsafeBytes { pixels in
          delays.withUnsafeBufferPointer { delays in
            woof_vips_animation(
              pixels.baseAddress, count * frameByteCount, CInt(size.width), CInt(size.height), CInt(bandCount),
              delays.baseAddress, CInt(count), loop)
          }
        })
      return try VipsBytes(woof_vips_moving_webp(image.handle, CInt(clamping: wanted.quality), effort.webp)).withSpan {
        WebPFile(withoutMetadata: $0)
      }
    } catch {
      throw .failure("\(wanted.name) cannot be made: \(error.text)")
    }
  }
}
