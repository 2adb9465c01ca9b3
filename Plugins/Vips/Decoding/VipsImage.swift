import CVips

/// An image of libvips', which is lazy: what reads its pixels does the work.
struct VipsImage: ~Copyable {
  /// libvips' own, which this value holds a reference to.
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
  /// - Parameter shrink: By what its decoder shrinks it, if it can.
  /// - Throws: ``VipsFault`` where its header cannot be read.
  init(opening bytes: UnsafeRawBufferPointer, as format: PictureFormat, shrink: Int = 1) throws(VipsFault) {
    try self.init(woof_vips_open(bytes.baseAddress, bytes.count, format.loader, CInt(shrink)))
  }

  deinit { woof_vips_release(handle) }

  var size: PixelSize { PixelSize(width: Int(woof_vips_width(handle)), height: Int(woof_vips_height(handle))) }
  var bandCount: Int { Int(woof_vips_bands(handle)) }
  var hasAlpha: Bool { woof_vips_has_alpha(handle) != 0 }
  /// 1 to 8, as EXIF counts.
  var orientation: Int { Int(woof_vips_orientation(handle)) }

  /// The image in memory, decoded.
  func inMemory() throws(VipsFault) -> VipsImage { try VipsImage(woof_vips_in_memory(handle)) }

  /// The image as it is to be seen: turned and mirrored as its orientation says.
  func upright() throws(VipsFault) -> VipsImage { try VipsImage(woof_vips_upright(handle)) }

  /// The image at another size. All of its rows are read, so that a file that breaks off shows.
  func scaled(to target: PixelSize, _ kernel: woof_vips_kernel = WOOF_VIPS_LANCZOS) throws(VipsFault) -> VipsImage {
    guard target != size else { return try middle(target) }
    guard hasAlpha else { return try reduced(to: target, kernel) }
    // What is transparent has a colour too, which must not shine through at the edges.
    let multiplied = try VipsImage(woof_vips_premultiply(handle))
    let reduced = try multiplied.reduced(to: target, kernel)
    return try VipsImage(woof_vips_unpremultiply(reduced.handle))
  }

  /// How many pixels are reduced in memory, which is quicker; more of them go through libvips a few rows at a time.
  private static let memoryPixelLimit = 16_000_000

  /// First the means of fields of whole pixels, still at least twice as large as it is to be: what is left for the better
  /// and slower way is little. libvips would do the same, but leave out the last rows where they do not fill a field, and
  /// so never decode them.
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

  /// The middle of the image.
  func middle(_ target: PixelSize) throws(VipsFault) -> VipsImage {
    let (left, top) = ((size.width - target.width) / 2, (size.height - target.height) / 2)
    return try VipsImage(
      woof_vips_crop(handle, CInt(left), CInt(top), CInt(target.width), CInt(target.height)))
  }

  /// The pixels, row by row without gaps.
  func pixels() throws(VipsFault) -> VipsBytes { try VipsBytes(woof_vips_pixels(handle)) }
}
