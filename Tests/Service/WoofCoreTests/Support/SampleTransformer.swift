// SPDX-License-Identifier: Apache-2.0

import WoofModel

/// Takes bytes that start with `dog` for a sound picture; refuses them at the first `!`, and at the end where they end
/// with `?`.
struct SampleTransformer: PhotoTransforming {
  let name: String
  let version: Int
  let findings: PhotoFindings

  init(
    name: String = "sample", version: Int = 1, findings: PhotoFindings = PhotoFindings(type: .png, width: 4, height: 3)
  ) {
    self.name = name
    self.version = version
    self.findings = findings
  }

  func makeInspection() -> any PhotoInspecting { SampleInspection(transformer: self) }
}

private struct SampleInspection: PhotoInspecting {
  let transformer: SampleTransformer
  private var bytes: [UInt8] = []

  init(transformer: SampleTransformer) { self.transformer = transformer }

  mutating func consume(_ run: RawSpan) throws(PhotoRejection) {
    run.withUnsafeBytes { bytes.append(contentsOf: $0) }
    guard let offset = bytes.firstIndex(of: UInt8(ascii: "!")) else { return }
    throw PhotoRejection(transformer: transformer.name, reason: "it barks", offset: Int64(offset))
  }

  mutating func finish() throws(PhotoRejection) -> PhotoFindings {
    guard bytes.starts(with: "dog".utf8), bytes.last != UInt8(ascii: "?") else {
      throw PhotoRejection(transformer: transformer.name, reason: "it is no dog")
    }
    return transformer.findings
  }
}
