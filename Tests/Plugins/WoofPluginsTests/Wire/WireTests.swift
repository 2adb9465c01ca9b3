// SPDX-License-Identifier: Apache-2.0

import CWoofWorker
@testable import TestKit
import Testing
import WoofCore
import WoofModel

@testable import WoofPlugins

struct WireTests {
  /// A result with an image, two annotations and a reason.
  private static var result: [UInt8] {
    var head = woof_worker_result()
    head.image_count = 1
    head.annotation_count = 2
    head.reason_count = 5
    head.reason_offset = -1
    head.cpu_microseconds = 77
    var tail: [UInt8] = []
    tail.append(bytesOf: woof_worker_image(index: 3, width: 4, height: 5, reserved: 0, byte_count: 6))
    tail.append(bytesOf: woof_worker_annotation(name_count: 1, json_count: 4))
    tail.append(bytesOf: woof_worker_annotation(name_count: 2, json_count: 0))
    tail += .text("atruebcwords")
    return message(WOOF_WORKER_RESULT, head, tail) { head, header in head.header = header }
  }

  private static func message<Head: BitwiseCopyable>(
    _ kind: woof_worker_kind, _ head: Head, _ tail: [UInt8], _ set: (inout Head, woof_worker_header) -> Void
  ) -> [UInt8] {
    var head = head
    let count = MemoryLayout<Head>.size + tail.count
    set(&head, woof_worker_header(kind: kind.rawValue, byte_count: UInt32(count), job: 9))
    var bytes: [UInt8] = []
    bytes.append(bytesOf: head)
    return bytes + tail
  }

  private static var samples: [[UInt8]] {
    let state = woof_worker_state(header: .init(), layers: 5, landlock_version: 1, thread_count: 1, isolation: 0)
    let ended = woof_worker_ended(
      header: .init(), wait_status: 11, reserved: 0, cpu_microseconds: 1, resident_bytes: 2)
    return [
      result, message(WOOF_WORKER_CONFINED, state, []) { $0.header = $1 },
      message(WOOF_WORKER_READY, state, []) { $0.header = $1 },
      message(WOOF_WORKER_ENDED, ended, []) { $0.header = $1 },
      message(WOOF_WORKER_LOG, woof_worker_header(), .text("line")) { $0 = $1 },
    ]
  }

  @Test func `a result is read as it was written`() throws {
    guard case .result(let result) = try #require(WorkerMessage(Self.result)) else {
      Issue.record("it is no result")
      return
    }
    #expect(result.job == 9 && result.status == 0 && result.processorMicroseconds == 77)
    #expect(result.images == [WorkerResult.Image(index: 3, width: 4, height: 5, byteCount: 6)])
    #expect(result.annotations.map(\.name) == [.text("a"), .text("bc")])
    #expect(result.annotations.map(\.json) == [.text("true"), []])
    #expect(result.reason == .text("words") && result.reasonOffset == -1)
  }

  @Test func `a truncated message is refused, even if its length claims so`() {
    for sample in Self.samples {
      for count in 0..<sample.count {
        var cut = Array(sample[..<count])
        #expect(WorkerMessage(cut) == nil)
        guard count >= 16 else { continue }
        cut.replaceSubrange(4..<8, with: [UInt8].little32(count))
        let isText = sample[0] == UInt8(WOOF_WORKER_LOG.rawValue)
        #expect((WorkerMessage(cut) != nil) == isText)
      }
    }
  }

  @Test func `a message with more bytes than it announces is refused`() {
    for sample in Self.samples.dropLast() {
      var longer = sample + [0]
      longer.replaceSubrange(4..<8, with: [UInt8].little32(longer.count))
      #expect(WorkerMessage(longer) == nil)
    }
  }

  @Test(arguments: 0..<20)
  func `random messages neither trap nor allocate more than their length`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for sample in Self.samples {
      for _ in 0..<500 {
        var bytes = sample
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        guard case .result(let result)? = WorkerMessage(bytes) else { continue }
        let taken = result.annotations.reduce(result.reason.count) { $0 + $1.name.count + $1.json.count }
        #expect(taken <= bytes.count && result.images.count * 24 <= bytes.count)
      }
    }
  }

  @Test func `a job divides the output among its images without overlap`() throws {
    let variants = [("a", 10, 10), ("b", 100_000, 100_000), ("c", Int.max, Int.max)].map {
      VariantSpecification(name: $0.0, width: $0.1, height: $0.2, type: .png, quality: 80)
    }
    let job = WorkerJob(
      id: 1, picture: try .sample(), variants: variants, wantsAnnotations: true, parameters: .text("{}"),
      outputByteCount: 3 << 20)
    #expect(job.outputByteCount <= 3 << 20)
    var end: Int64 = 0
    for image in job.wanted {
      #expect(image.offset == end && image.capacity > 0 && image.offset % 4096 == 0)
      end = image.offset + image.capacity
    }
    #expect(try #require(job.bytes).count < 1000)
  }

  @Test func `a moving image has room for its bytes, and its limits are sent`() throws {
    var moving = VariantSpecification(name: "moving", width: 320, height: 320, type: .webp, quality: 70)
    moving.motion = .init(milliseconds: 1234, frameCount: 56, byteCount: 100_001)
    let job = WorkerJob(
      id: 1, picture: try .sample(), variants: [moving, .thumb], wantsAnnotations: false, parameters: .text("{}"),
      outputByteCount: 3 << 20)
    #expect(job.wanted.map(\.offset) == [0, 102_400])
    #expect(job.wanted[0].capacity == 100_001)
    var reader = WireReader(try #require(job.bytes)[...])
    let head = reader.take(woof_worker_job.self)
    let wanted = [reader.take(woof_worker_wanted.self), reader.take(woof_worker_wanted.self)].compactMap { $0 }
    #expect(head?.wanted_count == 2 && wanted.count == 2)
    #expect(wanted.map(\.frame_limit) == [56, 0])
    #expect(wanted.map(\.milliseconds) == [1234, 0])
  }

  @Test func `a message beyond the limit is not sent`() throws {
    let job = WorkerJob(
      id: 1, picture: try .sample(), variants: [], wantsAnnotations: false,
      parameters: [UInt8](repeating: 0x20, count: 70_000), outputByteCount: 0)
    #expect(job.bytes == nil)
  }
}
