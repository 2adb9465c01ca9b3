// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofCore
internal import WoofImages
internal import WoofModel

/// Makes shareable copies in this process, by memory-safe Swift that looks at structure and never at pixels.
struct ShareableCopy: ShareableCopying {
  let limits: ImageLimits

  /// Grows whenever the same original may get another copy.
  var identity: String { "shareable-1" }

  func copy(_ original: any BlobFile, to write: (RawSpan) throws -> Void) throws {
    var inspection = ShareableInspection(limits: limits)
    let step: Int64 = 65_536
    for start in stride(from: 0, to: original.byteCount, by: Int(step)) {
      let run = try Self.bytes(of: original, start..<min(original.byteCount, start + step))
      try inspection.consume(run.span.bytes)
    }
    let plan = try inspection.finish()
    try plan.write(reading: { try Self.bytes(of: original, $0) }, to: write)
  }

  private static func bytes(of file: any BlobFile, _ range: Range<Int64>) throws -> [UInt8] {
    let count = Int(range.upperBound - range.lowerBound)
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      while written < count {
        let position = off_t(range.lowerBound) + off_t(written)
        let result = pread(file.descriptor, buffer.baseAddress.map { $0 + written }, count - written, position)
        if result < 0, errno == EINTR { continue }
        guard result > 0 else {
          isWhole = false
          return
        }
        written += result
      }
    }
    guard isWhole else { throw WoofError(.internal, "The bytes of this photo could not be read.") }
    return bytes
  }
}
