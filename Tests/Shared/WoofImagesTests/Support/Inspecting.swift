// SPDX-License-Identifier: Apache-2.0

import WoofImages
import WoofModel

/// What the structure walker says of a file.
typealias Verdict = Result<PhotoFindings, PhotoRejection>

/// Inspects a file that comes in runs of so many bytes.
func inspect(_ bytes: [UInt8], runs: Int = .max, limits: ImageLimits = ImageLimits()) -> Verdict {
  inspect(bytes, cutAt: Array(stride(from: 0, to: bytes.count, by: runs).dropFirst()), limits: limits)
}

/// Inspects a file that comes in runs cut at the positions.
func inspect(_ bytes: [UInt8], cutAt cuts: [Int], limits: ImageLimits = ImageLimits()) -> Verdict {
  var inspection = ImageStructure(limits: limits).makeInspection()
  do throws(PhotoRejection) {
    var start = 0
    for end in cuts + [bytes.count] {
      try inspection.consume(bytes.span.bytes.extracting(start..<end))
      start = end
    }
    return .success(try inspection.finish())
  } catch {
    return .failure(error)
  }
}

extension Verdict {
  /// The findings; `nil` of a refusal.
  var findings: PhotoFindings? { try? get() }

  /// The refusal; `nil` of findings.
  var refusal: PhotoRejection? {
    if case .failure(let refusal) = self { refusal } else { nil }
  }

  /// Width and height, as displayed.
  var size: [Int?]? { findings.map { [$0.width, $0.height] } }

  func isRefused(because words: String) -> Bool { refusal?.reason.contains(words) ?? false }
}
