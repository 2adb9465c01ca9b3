// SPDX-License-Identifier: Apache-2.0

extension PluginHost {
  /// Returns the limits of a moving image's animation; `nil` for an image that does not move.
  func motion(ofImage index: Int) -> WantedImage.Motion? {
    var motion = woof_plugin_motion()
    guard functions.pointee.motion?(functions.pointee.context, index, &motion) == 0 else { return nil }
    return WantedImage.Motion(milliseconds: Int(motion.milliseconds), frameCount: Int(motion.frame_limit))
  }

  /// Gives a derived image that lies in memory; it is copied.
  ///
  /// - Parameters:
  ///   - image: The image of the job that this is.
  ///   - bytes: The whole file, in the format that is wanted.
  ///   - width: Its width in pixels.
  ///   - height: Its height in pixels.
  /// - Throws: ``TransformerError/failure(_:)`` where it is larger than it may be, or is not what is wanted.
  public func deliver(_ image: WantedImage, bytes: RawSpan, width: Int, height: Int) throws(TransformerError) {
    guard bytes.byteCount <= image.capacity else {
      throw .failure("\(image.name) has \(bytes.byteCount) bytes, and may have \(image.capacity)")
    }
    try make(image) { memory in
      bytes.withUnsafeBytes { memory.copyMemory(from: $0) }
      return (bytes.byteCount, width, height)
    }
  }

  /// Makes a derived image in the place where the host expects it.
  ///
  /// - Parameters:
  ///   - image: The image of the job that this is.
  ///   - body: Writes the file to memory of the image's capacity, and says how many bytes it has, and its width and
  ///     height in pixels.
  /// - Throws: Any error that `body` throws, and ``TransformerError/failure(_:)`` where the image is not what is
  ///   wanted.
  public func make(
    _ image: WantedImage,
    body: (UnsafeMutableRawBufferPointer) throws(TransformerError) -> (byteCount: Int, width: Int, height: Int)
  ) throws(TransformerError) {
    let (table, context) = (functions.pointee, functions.pointee.context)
    guard let memory = table.image_memory?(context, image.index) else {
      throw .failure("there is no memory for \(image.name)")
    }
    let made = try body(UnsafeMutableRawBufferPointer(start: memory, count: image.capacity))
    guard let byteCount = UInt32(exactly: made.byteCount), let width = UInt32(exactly: made.width),
      let height = UInt32(exactly: made.height),
      table.finish_image?(context, image.index, Int(byteCount), width, height) == 0
    else { throw .failure("\(image.name) of \(made.byteCount) bytes, \(made.width) × \(made.height), is not taken") }
  }
}
