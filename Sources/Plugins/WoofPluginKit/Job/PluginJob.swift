// SPDX-License-Identifier: Apache-2.0

/// One picture, and the variants and annotations that are asked for.
public struct PluginJob: Sendable {
  /// The format as the first bytes show it, as `image/jpeg`.
  public let mediaType: String

  /// The parameters of this step of the chain, an object that satisfies the manifest's schema.
  public let parameters: JSON

  /// The width in pixels of the picture as displayed, after the turning that its metadata ask for; `nil` where it is not
  /// known.
  public let width: Int?

  /// The height in pixels of the picture as displayed, after the turning that its metadata ask for; `nil` where it is not
  /// known.
  public let height: Int?

  /// The images to derive.
  public let wantedImages: [WantedImage]

  /// `true` if annotations are asked for.
  public let wantsAnnotations: Bool

  /// Reads what the host has sent; all of it is copied but the picture.
  ///
  /// - Throws: ``TransformerError/failure(_:)`` where the parameters are not JSON.
  init(_ job: woof_plugin_job, from host: borrowing PluginHost) throws(TransformerError) {
    mediaType = String(job.media_type)
    parameters = try JSON(object: job.parameters, named: "parameters")
    width = job.width == 0 ? nil : Int(job.width)
    height = job.height == 0 ? nil : Int(job.height)
    // The host's array, which is as long as it says.
    let wanted = UnsafeBufferPointer(start: job.wanted, count: job.wanted == nil ? 0 : job.wanted_count)
    var images: [WantedImage] = []
    for (index, image) in wanted.enumerated() {
      images.append(WantedImage(index: index, image, motion: host.motion(ofImage: index)))
    }
    wantedImages = images
    wantsAnnotations = job.wants_annotations != 0
  }
}

extension JSON {
  /// Reads an object that the host has sent; nothing at all is an empty one.
  ///
  /// - Throws: ``TransformerError/failure(_:)`` where it is no object in JSON.
  init(object span: woof_plugin_span, named name: String) throws(TransformerError) {
    guard span.count > 0 else {
      self = .object([])
      return
    }
    do throws(JSON.Fault) {
      self = try JSON(parsing: UnsafeRawBufferPointer(start: span.bytes, count: span.count).bytes)
    } catch {
      throw .failure("the \(name) cannot be read: \(error.reason) at byte \(error.offset)")
    }
    guard case .object = self else { throw .failure("the \(name) are no object") }
  }
}
