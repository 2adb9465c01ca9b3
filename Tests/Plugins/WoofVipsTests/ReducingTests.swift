// SPDX-License-Identifier: Apache-2.0

import CVips
import Testing

/// The reducing that is compiled ahead, beside libvips' own.
struct ReducingTests {
  /// An image of pixels that a test says.
  private struct Image {
    var width: Int
    var height: Int
    var bands = 3
    var samples: [UInt8] = []

    init(_ width: Int, _ height: Int, bands: Int = 3, _ sample: (_ x: Int, _ y: Int, _ band: Int) -> UInt8) {
      (self.width, self.height, self.bands) = (width, height, bands)
      for y in 0..<height { for x in 0..<width { for band in 0..<bands { samples.append(sample(x, y, band)) } } }
    }

    /// `nil` where it cannot be done.
    func reduced(to width: Int, _ height: Int, _ kernel: woof_vips_kernel) -> [UInt8]? {
      var out = [UInt8](repeating: 0, count: max(0, width) * max(0, height) * bands)
      let status = woof_vips_reduce(
        samples, CInt(self.width), CInt(self.height), CInt(bands), &out, CInt(width), CInt(height), kernel)
      return status == 0 ? out : nil
    }
  }

  private static let kernels = [WOOF_VIPS_CUBIC, WOOF_VIPS_LANCZOS]

  @Test(arguments: kernels, [1, 2, 3, 4])
  func `a plain colour is unchanged, in every number of bands and at every edge`(
    kernel: woof_vips_kernel, bands: Int
  ) {
    for (from, to) in [(1, 1), (2, 1), (5, 4), (37, 36), (64, 3), (101, 100), (200, 7), (333, 1)] {
      let image = Image(from, from + 3, bands: bands) { _, _, band in [0, 255, 128, 7][band] }
      let reduced = image.reduced(to: to, to, kernel)
      #expect(
        reduced == Image(to, to, bands: bands) { _, _, band in [0, 255, 128, 7][band] }.samples, "\(from) to \(to)")
    }
  }

  @Test(arguments: kernels)
  func `a gradient is neither bent nor shifted`(kernel: woof_vips_kernel) throws {
    let image = Image(240, 180, bands: 1) { x, _, _ in UInt8(x) }
    for width in [239, 200, 120, 80, 31] {
      let reduced = try #require(image.reduced(to: width, 90, kernel))
      // Away from the edges, where there is no more ramp to weigh.
      for x in width / 8..<width * 7 / 8 {
        let expected = (Double(x) + 0.5) * 240 / Double(width) - 0.5
        for y in [0, 45, 89] { #expect(abs(Double(reduced[y * width + x]) - expected) < 1.5, "\(width): \(x)") }
      }
    }
  }

  @Test func `sharp edges overshoot, and never wrap around`() throws {
    let image = Image(100, 100) { x, y, _ in x / 10 % 2 == y / 10 % 2 ? 255 : 0 }
    let reduced = try #require(image.reduced(to: 77, 77, WOOF_VIPS_LANCZOS))
    #expect(reduced[3 * (77 * 3 + 3)] > 240)
    #expect(reduced[3 * (77 * 3 + 11)] < 15)
  }

  @Test func `an image is not enlarged, nor reduced to no pixels`() {
    let image = Image(10, 10) { _, _, _ in 1 }
    for (width, height) in [(11, 10), (10, 11), (0, 5), (5, 0)] {
      #expect(image.reduced(to: width, height, WOOF_VIPS_CUBIC) == nil)
    }
    #expect(Image(4, 4, bands: 5) { _, _, _ in 1 }.reduced(to: 2, 2, WOOF_VIPS_CUBIC) == nil)
  }

  @Test(arguments: kernels, [(599, 399), (480, 320), (301, 200)])
  func `the result is that of libvips, within rounding`(
    kernel: woof_vips_kernel, size: (Int, Int)
  ) throws {
    _ = try VipsPlugin.host()
    let bytes = try ScenePictures.bytes(of: "plain.png")
    let source = try #require(
      bytes.withUnsafeBytes { bytes in
        woof_vips_open(bytes.baseAddress, bytes.count, WOOF_VIPS_PNG, 1).flatMap { image in
          defer { woof_vips_release(image) }
          return woof_vips_in_memory(image)
        }
      })
    defer { woof_vips_release(source) }
    let (horizontal, vertical) = (
      Double(size.0) / Double(woof_vips_width(source)), Double(size.1) / Double(woof_vips_height(source))
    )
    let theirs = try #require(Self.pixels(woof_vips_resize(source, horizontal, vertical, kernel)))
    let ours = try #require(Self.pixels(woof_vips_reduced(source, CInt(size.0), CInt(size.1), kernel)))
    #expect(ours.count == theirs.count)
    let differences = zip(ours, theirs).map { abs(Int($0) - Int($1)) }
    #expect(Double(differences.reduce(0, +)) / Double(ours.count) < 0.5)
    #expect(differences.max() ?? 0 <= 16)
  }

  private static func pixels(_ image: OpaquePointer?) -> [UInt8]? {
    guard let image else { return nil }
    defer { woof_vips_release(image) }
    let bytes = woof_vips_pixels(image)
    defer { woof_vips_free(bytes.start) }
    return bytes.start.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: bytes.count)) }
  }
}
