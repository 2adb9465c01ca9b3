// SPDX-License-Identifier: Apache-2.0

import CVips
public import WoofPluginKit

/// Decodes pictures with libvips: says whether they are whole, what they look like, and makes smaller images of them.
public final class VipsTransformer: PictureTransformer {
  /// `vips`.
  public static let name: StaticString = "vips"
  /// The version that the manifest states, too.
  public static let version: StaticString = "1.0.0"

  private let limits: DecodingLimits

  /// Starts libvips.
  ///
  /// - Throws: ``TransformerError/failure(_:)`` where it cannot start, or the configuration is wrong.
  public init(configuration: JSON, host: borrowing PluginHost) throws(TransformerError) {
    limits = try DecodingLimits(configuration)
    guard woof_vips_start() == 0 else { throw .failure("libvips cannot start: \(VipsFault().text)") }
    if woof_vips_hears_jpeg_warnings() == 0 {
      host.log("this libvips does not let it tell apart what libjpeg warns of: any warning refuses a picture")
    }
  }

  /// Decodes a picture in full, says what it looks like, and makes the images that are wanted.
  ///
  /// - Throws: ``TransformerError/refusal(_:offset:)`` of a picture that is not whole or exceeds a limit, and
  ///   ``TransformerError/failure(_:)`` where memory runs out, or something is asked for that cannot be made.
  public func process(
    _ picture: RawSpan, job: PluginJob, host: borrowing PluginHost
  ) throws(TransformerError) {
    let effort = try EncodingEffort(job.parameters)
    woof_vips_forget_errors()
    if let unpadded = GIFPadding.removed(from: picture) {
      try process(unpadded.span.bytes, job: job, effort: effort, host: host)
    } else {
      try process(picture, job: job, effort: effort, host: host)
    }
  }

  /// Makes a moving image, where one is wanted and the picture moves.
  private func animate(
    _ wanted: WantedImage, _ bytes: UnsafeRawBufferPointer, effort: EncodingEffort, host: borrowing PluginHost
  ) throws(TransformerError) {
    guard let motion = wanted.motion, let animation = Animation(bytes) else { return }
    guard wanted.mediaType == OutputFormat.webp.rawValue, wanted.width > 0, wanted.height > 0 else {
      throw .failure("\(wanted.name) is wanted moving as \(wanted.mediaType), or without pixels")
    }
    let moving = MovingImage(of: animation, for: wanted, motion, limits: limits)
    try moving?.deliver(wanted, effort: effort, host: host)
  }

  private func process(
    _ picture: RawSpan, job: PluginJob, effort: EncodingEffort, host: borrowing PluginHost
  ) throws(TransformerError) {
    try picture.withUnsafeBytes { (bytes) throws(TransformerError) in
      let still = job.wantedImages.filter { $0.motion == nil }
      let decoded = try DecodedPicture.decode(bytes, for: still, limits: limits) { host.log($0) }
      if job.wantsAnnotations { try decoded.annotate(on: host) }
      for wanted in still { try decoded.derive(wanted, effort: effort, host: host) }
      for wanted in job.wantedImages { try animate(wanted, bytes, effort: effort, host: host) }
    }
  }
}
