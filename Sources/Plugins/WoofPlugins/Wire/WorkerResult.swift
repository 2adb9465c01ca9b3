// SPDX-License-Identifier: Apache-2.0

internal import CWoofWorker

/// The result of a plugin's work on a picture, as the plugin states it; it has not been checked.
struct WorkerResult: Hashable, Sendable {
  /// An image that the plugin states to have made.
  struct Image: Hashable, Sendable {
    var index: Int
    var width: Int
    var height: Int
    var byteCount: UInt64
  }

  /// A statement of the plugin about the picture.
  struct Annotation: Hashable, Sendable {
    var name: [UInt8]
    var json: [UInt8]
  }

  var job: UInt64
  /// A `woof_plugin_status`, or anything else.
  var status: UInt32
  var images: [Image] = []
  var annotations: [Annotation] = []
  var reason: [UInt8]
  var reasonOffset: Int64
  var processorMicroseconds: UInt64

  /// Reads a whole message; `nil` where what it announces is not there, or more is.
  init?(_ bytes: [UInt8]) {
    var reader = WireReader(bytes[...])
    guard let result = reader.take(woof_worker_result.self), result.image_count <= UInt32(WOOF_WORKER_IMAGE_LIMIT),
      result.annotation_count <= UInt32(WOOF_WORKER_ANNOTATION_LIMIT)
    else { return nil }
    job = result.header.job
    status = result.status
    reasonOffset = result.reason_offset
    processorMicroseconds = result.cpu_microseconds
    for _ in 0..<result.image_count {
      guard let image = reader.take(woof_worker_image.self) else { return nil }
      images.append(
        Image(index: Int(image.index), width: Int(image.width), height: Int(image.height), byteCount: image.byte_count))
    }
    var lengths: [woof_worker_annotation] = []
    for _ in 0..<result.annotation_count {
      guard let length = reader.take(woof_worker_annotation.self) else { return nil }
      lengths.append(length)
    }
    for length in lengths {
      guard let name = reader.take(Int(length.name_count)), let json = reader.take(Int(length.json_count)) else {
        return nil
      }
      annotations.append(Annotation(name: Array(name), json: Array(json)))
    }
    guard let reason = reader.take(Int(result.reason_count)), reader.remaining == 0 else { return nil }
    self.reason = Array(reason)
  }
}

/// The end of a job's process.
struct WorkerEnd: Hashable, Sendable {
  var job: UInt64
  /// The status that wait(2) gives.
  var status: Int32
  var processorMicroseconds: UInt64
  /// The most memory it had.
  var residentByteCount: UInt64

  init(_ ended: woof_worker_ended) {
    job = ended.header.job
    status = ended.wait_status
    processorMicroseconds = ended.cpu_microseconds
    residentByteCount = ended.resident_bytes
  }
}
