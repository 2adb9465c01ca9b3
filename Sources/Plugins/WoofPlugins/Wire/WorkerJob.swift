// SPDX-License-Identifier: Apache-2.0

internal import CWoofWorker
import WoofCore
import WoofModel

/// A job as a worker is told of it, with the places of the images in the output.
struct WorkerJob: Hashable, Sendable {
  /// An image that is asked for.
  struct Wanted: Hashable, Sendable {
    var specification: VariantSpecification
    /// The most bytes it may have.
    var capacity: Int64
    /// The position of its first byte in the output.
    var offset: Int64
  }

  var id: UInt64
  var inputByteCount: Int64
  var type: ImageType
  /// A JSON object.
  var parameters: [UInt8]
  var width: Int
  var height: Int
  var wanted: [Wanted]
  var wantsAnnotations: Bool

  private static let pageByteCount: Int64 = 4096

  /// Makes a job, and shares the output among its images: each gets room for its pixels uncompressed, one that
  /// moves for as many bytes as it may have, or its part of what there is. Images beyond the most that a job may have are left out.
  init(
    id: UInt64, picture: Picture, variants: [VariantSpecification], wantsAnnotations: Bool, parameters: [UInt8],
    outputByteCount: Int64
  ) {
    self.id = id
    inputByteCount = picture.file.byteCount
    type = picture.type
    self.parameters = parameters
    width = picture.width
    height = picture.height
    self.wantsAnnotations = wantsAnnotations
    wanted = []
    let variants = variants.prefix(Int(WOOF_WORKER_IMAGE_LIMIT))
    let share = outputByteCount / Int64(max(1, variants.count)) / Self.pageByteCount * Self.pageByteCount
    for variant in variants {
      let pixels = Int64(clamping: variant.width).multipliedReportingOverflow(by: Int64(clamping: variant.height))
      let bytes = pixels.partialValue.multipliedReportingOverflow(by: 4)
      let isLarge = pixels.overflow || bytes.overflow || bytes.partialValue < 0 || bytes.partialValue >= share
      let still = isLarge ? share : min(share, Self.roundedUp(bytes.partialValue + 65_536))
      let room = variant.motion.map { min(share, $0.byteCount) } ?? still
      wanted.append(Wanted(specification: variant, capacity: room, offset: Self.roundedUp(self.outputByteCount)))
    }
  }

  private static func roundedUp(_ count: Int64) -> Int64 { (count + pageByteCount - 1) / pageByteCount * pageByteCount }

  /// The length of the output.
  var outputByteCount: Int64 { wanted.last.map { $0.offset + $0.capacity } ?? 0 }

  /// The message; `nil` where it would be longer than messages are.
  var bytes: [UInt8]? {
    let texts = wanted.map { (Array($0.specification.name.utf8), Array($0.specification.type.mediaType.utf8)) }
    let mediaType = Array(type.mediaType.utf8)
    var count = MemoryLayout<woof_worker_job>.size + wanted.count * MemoryLayout<woof_worker_wanted>.size
    count += mediaType.count + parameters.count + texts.reduce(0) { $0 + $1.0.count + $1.1.count }
    guard count <= Int(WOOF_WORKER_MESSAGE_LIMIT) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    bytes.append(bytesOf: head(byteCount: count, mediaTypeCount: mediaType.count))
    for (image, text) in zip(wanted, texts) { bytes.append(bytesOf: image.wire(text.0.count, text.1.count)) }
    bytes += mediaType
    bytes += parameters
    for text in texts { bytes += text.0 + text.1 }
    return bytes
  }

  private func head(byteCount: Int, mediaTypeCount: Int) -> woof_worker_job {
    var job = woof_worker_job()
    job.header = woof_worker_header(kind: WOOF_WORKER_JOB.rawValue, byte_count: UInt32(byteCount), job: id)
    job.input_bytes = UInt64(clamping: inputByteCount)
    job.output_bytes = UInt64(clamping: outputByteCount)
    job.width = UInt32(clamping: width)
    job.height = UInt32(clamping: height)
    job.wanted_count = UInt32(clamping: wanted.count)
    job.wants_annotations = wantsAnnotations ? 1 : 0
    job.media_type_count = UInt16(clamping: mediaTypeCount)
    job.parameters_count = UInt32(clamping: parameters.count)
    return job
  }
}

extension WorkerJob.Wanted {
  fileprivate func wire(_ nameCount: Int, _ mediaTypeCount: Int) -> woof_worker_wanted {
    var wanted = woof_worker_wanted()
    wanted.name_count = UInt16(clamping: nameCount)
    wanted.media_type_count = UInt16(clamping: mediaTypeCount)
    wanted.fit = specification.fit == .cover ? 1 : 0
    wanted.quality = UInt32(clamping: specification.quality)
    wanted.width = UInt32(clamping: specification.width)
    wanted.height = UInt32(clamping: specification.height)
    if let motion = specification.motion {
      wanted.frame_limit = UInt32(clamping: motion.frameCount)
      wanted.milliseconds = UInt32(clamping: motion.milliseconds)
    }
    wanted.capacity = UInt64(clamping: capacity)
    wanted.offset = UInt64(clamping: offset)
    return wanted
  }
}
