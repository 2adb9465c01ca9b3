// SPDX-License-Identifier: Apache-2.0

internal import CWoofPlugin
import WoofCore
import WoofImages
import WoofModel

/// Believes nothing of what a worker says: a reply that passes is one that the plugin's manifest and the job allow,
/// with images that are what they are said to be.
struct ReplyCheck: Sendable {
  /// The plugin's name.
  let plugin: String
  let job: WorkerJob

  private static let reasonLimit = 300

  /// Checks a result.
  ///
  /// - Parameter copy: Copies bytes of the output, `nil` where they cannot be read. It is called once for each image,
  ///   because the worker could change them between two readings.
  /// - Throws: ``AttemptFailure`` of the kind `lied`, or `limitExceeded` where the plugin says that it failed itself.
  func reply(
    from result: WorkerResult, copy: (_ offset: Int64, _ count: Int) -> [UInt8]?
  ) throws(AttemptFailure) -> PluginReply {
    guard result.job == job.id else { throw lie("it answers another job") }
    let reason = HarmlessText.make(of: result.reason, limit: Self.reasonLimit)
    switch woof_plugin_status(result.status) {
    case WOOF_PLUGIN_ACCEPTED:
      var findings = PictureFindings()
      for (name, image) in try images(of: result, copy) { findings.variants[name] = image }
      if job.wantsAnnotations { try AnnotationCheck(plugin: plugin).add(result.annotations, to: &findings) }
      return .accepted(findings)
    case WOOF_PLUGIN_REFUSED:
      let offset = (0..<max(1, job.inputByteCount)).contains(result.reasonOffset) ? result.reasonOffset : nil
      let text = reason.isEmpty ? "the picture is not sound" : reason
      return .refused(PhotoRejection(transformer: plugin, reason: text, offset: offset))
    case WOOF_PLUGIN_FAILED:
      throw AttemptFailure(.limitExceeded, reason.isEmpty ? "it says that it failed" : "it says: \(reason)")
    default: throw lie("it answers with a status that there is not")
    }
  }

  private func images(
    of result: WorkerResult, _ copy: (_ offset: Int64, _ count: Int) -> [UInt8]?
  ) throws(AttemptFailure) -> [String: DerivedImage] {
    var images: [String: DerivedImage] = [:]
    for image in result.images {
      guard job.wanted.indices.contains(image.index) else { throw lie("it made an image that nobody asked for") }
      let wanted = job.wanted[image.index]
      let specification = wanted.specification
      guard images[specification.name] == nil else { throw lie("it made \(specification.name) twice") }
      guard (1...UInt64(clamping: wanted.capacity)).contains(image.byteCount) else {
        throw lie("it says that \(specification.name) has \(image.byteCount) bytes")
      }
      guard (1...specification.width).contains(image.width), (1...specification.height).contains(image.height) else {
        throw lie("it says that \(specification.name) has \(image.width) x \(image.height) pixels")
      }
      guard let bytes = copy(wanted.offset, Int(image.byteCount)) else {
        throw AttemptFailure(.limitExceeded, "the bytes of \(specification.name) cannot be read")
      }
      try check(bytes, are: image, specification)
      images[specification.name] = DerivedImage(
        bytes: bytes, type: specification.type, width: image.width, height: image.height)
    }
    return images
  }

  /// Walks the structure of an image, as uploads are walked.
  private func check(
    _ bytes: [UInt8], are image: WorkerResult.Image, _ specification: VariantSpecification
  ) throws(AttemptFailure) {
    var limits = ImageLimits(bytes: bytes.count)
    if let motion = specification.motion { limits.frames = motion.frameCount }
    var inspection = ImageStructure(limits: limits).makeInspection()
    let findings: PhotoFindings
    do throws(PhotoRejection) {
      try inspection.consume(bytes.span.bytes)
      findings = try inspection.finish()
    } catch {
      throw lie("\(specification.name) is no picture: \(error.reason)")
    }
    guard findings.type == specification.type else {
      throw lie(
        "\(specification.name) is \(findings.type?.rawValue ?? "no picture"), not \(specification.type.rawValue)")
    }
    if let motion = specification.motion { try check(bytes, moveBy: motion, specification.name) }
    guard findings.width == image.width, findings.height == image.height else {
      throw lie("\(specification.name) does not have the \(image.width) x \(image.height) pixels it is said to have")
    }
  }

  private func check(
    _ bytes: [UInt8], moveBy motion: VariantSpecification.Motion, _ name: String
  ) throws(AttemptFailure) {
    let length = AnimationLength(webP: bytes)
    guard length.frameCount > 1 else { throw lie("\(name) does not move") }
    guard length.milliseconds <= motion.milliseconds else {
      throw lie("\(name) plays for \(length.milliseconds) ms, longer than it may")
    }
  }

  private func lie(_ detail: String) -> AttemptFailure { AttemptFailure(.lied, detail) }
}
