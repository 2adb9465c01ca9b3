// SPDX-License-Identifier: Apache-2.0

import CVips

/// An image of libvips', which is lazy: what reads its pixels does the work.
struct VipsImage: ~Copyable {
  /// The image of libvips, to which this value holds a reference.
  let handle: OpaquePointer

  /// Takes over an image that libvips has made.
  ///
  /// - Throws: ``VipsFault`` where it has not.
  init(_ handle: OpaquePointer?) throws(VipsFault) {
    guard let handle else { throw VipsFault() }
    self.handle = handle
  }

  /// Opens a file, whose bytes have to stay as long as what is made of the image lazily.
  ///
  /// - Parameter shrink: The factor by which its decoder shrinks it, if it can.
  /// - Throws: ``VipsFault`` where its header cannot be read.
  init(opening bytes: UnsafeRawBufferPointer, as format: PictureFormat, shrink: Int = 1) throws(VipsFault) {
    try self.init(woof_vips_open(bytes.baseAddress, bytes.count, format.loader, CInt(shrink)))
  }

  deinit { woof_vips_release(handle) }

  var size: PixelSize { PixelSize(width: Int(woof_vips_width(handle)), height: Int(woof_vips_height(handle))) }
  var bandCount: Int { Int(woof_vips_bands(handle)) }
  var hasAlpha: Bool { woof_vips_has_alpha(handle) != 0 }
  /// The orientation as EXIF numbers it, 1 to 8.
  var orientation: Int { Int(woof_vips_orientation(handle)) }

  /// Returns the image decoded in memory.
  func inMemory() throws(VipsFault) -> VipsImage { try VipsImage(woof_vips_in_memory(handle)) }

  /// Returns the upright image: turned and mirrored by its orientation.
  func upright() throws(VipsFault) -> VipsImage { try VipsImage(woof_vips_upright(handle)) }

  /// Returns the image at another size. All of its rows are read, so that a file that breaks off is noticed.
  func scaled(to target: PixelSize, _ kernel: woof_vips_kernel = WOOF_VIPS_LANCZOS) throws(VipsFault) -> VipsImage {
    guard target != size else { return try middle(target) }
    guard hasAlpha else { return try reduced(to: target, kernel) }
    // What is transparent has a colour too, which must not shine through at the edges.
    let multiplied = try VipsImage(woof_vips_premultiply(handle))
    let reduced = try multiplied.reduced(to: target, kernel)
    return try VipsImage(woof_vips_unpremultiply(reduced.handle))
  }

  /// The number of pixels up to which an image is reduced in memory, which is quicker; a larger one goes through
  /// libvips a few rows at a time.
  private static let memoryPixelLimit = 16_000_000

  /// Returns the image reduced to a size. A large image is first reduced to the means of fields of whole pixels, still
  /// at least twice as large as the target, so that little is left for the better and slower way. libvips would do the
  /// same, but it leaves out the last rows if they do not fill a field, and so never decodes them.
  private func reduced(to target: PixelSize, _ kernel: woof_vips_kernel) throws(VipsFault) -> VipsImage {
    let canBeInMemory = size.area <= Self.memoryPixelLimit && bandCount <= 4 && woof_vips_is_8_bit(handle) != 0
    if canBeInMemory, target.width <= size.width, target.height <= size.height {
      return try VipsImage(woof_vips_reduced(handle, CInt(target.width), CInt(target.height), kernel))
    }
    let factor = min(size.width / target.width, size.height / target.height) / 2
    guard factor > 1 else { return try resized(to: target, kernel) }
    return try VipsImage(woof_vips_shrink(handle, CInt(factor))).resized(to: target, kernel)
  }

  private func resized(to target: PixelSize, _ kernel: woof_vips_kernel) throws(VipsFault) -> VipsImage {
    let (horizontal, vertical) = (
      Double(target.width) / Double(size.width), Double(target.height) / Double(size.height)
    )
    return try VipsImage(woof_vips_resize(handle, horizontal, vertical, kernel))
  }

  /// Returns the middle of the image.
  func middle(_ target: PixelSize) throws(VipsFault) -> VipsImage {
    let (left, top) = ((size.width - target.width) / 2, (size.height - target.height) / 2)
    return try VipsImage(
      woof_vips_crop(handle, CInt(left), CInt(top), CInt(target.width), CInt(target.height)))
  }

  /// Returns the pixels, row by row without gaps.
  func pixels() throws(VipsFault) -> VipsBytes { try VipsBytes(woof_vips_pixels(handle)) }
}

extension VipsImage {
  /// The image in sRGB of 8 bits: by what the file states in numbers, or by the profile that it brings, or else as its
  /// bands are usually meant.
  func inSRGB(from stated: StatedColours?) throws(VipsFault) -> VipsImage {
    switch stated {
    case .highRange(let primaries, let curve):
      if let mapping = ToneMapping(from: primaries, curve) { return try mapped(by: mapping) }
    case .standard(let primaries, let exponent) where woof_vips_has_profile(handle) == 0:
      if let profile = ColourProfile(primaries, exponent: exponent, isGrey: isGrey) {
        return try having(profile).inSRGB()
      }
    case .standard, nil: break
    }
    return try inSRGB()
  }

  private func having(_ profile: ColourProfile) throws(VipsFault) -> VipsImage {
    try VipsImage(profile.bytes.withUnsafeBytes { woof_vips_with_profile(handle, $0.baseAddress, $0.count) })
  }

  private func mapped(by mapping: ToneMapping) throws(VipsFault) -> VipsImage {
    let isWide = woof_vips_is_8_bit(handle) == 0
    let bandCount = bandCount
    let samples = try pixels().withSpan { mapping.map($0, bandCount: bandCount, isWide: isWide) }
    return try VipsImage(samples.withUnsafeBytes { woof_vips_of_pixels($0.baseAddress, $0.count, handle) })
      .narrowInSRGB()
  }

  private func inSRGB() throws(VipsFault) -> VipsImage {
    guard woof_vips_is_8_bit(handle) == 0 else { return try narrowInSRGB() }
    let colours = isGrey ? CInt(WOOF_VIPS_GREY.rawValue) : Self.sRGB
    return try VipsImage(woof_vips_convert(handle, colours)).narrowInSRGB()
  }

  /// The same of an image that has 8 bits, which many profiles are made for.
  private func narrowInSRGB() throws(VipsFault) -> VipsImage {
    let isCMYK = interpretation == WOOF_VIPS_CMYK.rawValue
    if isCMYK || woof_vips_has_profile(handle) != 0 {
      let converted = woof_vips_convert_by_profile(handle, isCMYK ? "cmyk" : "srgb")
      // A profile that does not fit is passed over, as everybody else does, and so is what libvips says of it.
      woof_vips_forget_errors()
      if let converted { return try VipsImage(converted) }
    }
    return try VipsImage(woof_vips_convert(handle, Self.sRGB))
  }

  private static var sRGB: CInt { CInt(WOOF_VIPS_SRGB.rawValue) }

  private var interpretation: UInt32 { UInt32(bitPattern: woof_vips_interpretation(handle)) }

  private var isGrey: Bool { bandCount < 3 }
}
