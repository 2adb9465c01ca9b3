// SPDX-License-Identifier: Apache-2.0

import WoofImages
import WoofModel

/// The plan of a file's shareable copy; the file comes in runs of so many bytes.
func shareablePlan(_ bytes: [UInt8], runs: Int = .max) throws(PhotoRejection) -> ShareablePlan {
  var inspection = ShareableInspection()
  for start in stride(from: 0, to: bytes.count, by: runs) {
    try inspection.consume(bytes.span.bytes.extracting(start..<(start + min(runs, bytes.count - start))))
  }
  return try inspection.finish()
}

extension ShareablePlan {
  /// The copy that the plan makes of an original.
  func copy(of original: [UInt8]) -> [UInt8] {
    var copy: [UInt8] = []
    write(
      reading: { Array(original[Int($0.lowerBound)..<Int($0.upperBound)]) },
      to: { run in run.withUnsafeBytes { copy += $0 } })
    return copy
  }
}

/// The shareable copy of a file.
func shareable(_ bytes: [UInt8]) throws(PhotoRejection) -> [UInt8] { try shareablePlan(bytes).copy(of: bytes) }
