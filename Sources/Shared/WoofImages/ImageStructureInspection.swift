// SPDX-License-Identifier: Apache-2.0

import WoofModel

/// The walk through one file: first its format is told, then the walker of that format takes over.
struct ImageStructureInspection: PhotoInspecting {
  private let transformer: String
  private let limits: ImageLimits
  private var sniffer = ImageTypeSniffer()
  private var walk: (any ImageWalking)?
  private var byteCount = 0

  init(transformer: String, limits: ImageLimits) {
    self.transformer = transformer
    self.limits = limits
  }

  mutating func consume(_ bytes: RawSpan) throws(PhotoRejection) {
    do throws(StructureFault) {
      // What lies within the limit is looked at first, so that a fault in it is named however the bytes are cut.
      let within = min(bytes.byteCount, max(0, limits.bytes - byteCount))
      try advance(bytes.extracting(first: within))
      byteCount += within
      if within < bytes.byteCount { throw .exceeds(limits.bytes, "bytes", at: byteCount) }
    } catch {
      throw rejection(of: error)
    }
  }

  mutating func finish() throws(PhotoRejection) -> PhotoFindings { try finishReport().findings }

  mutating func finishReport() throws(PhotoRejection) -> ImageReport {
    do throws(StructureFault) {
      guard let report = try walk?.finish() else { throw StructureFault(unrecognisedReason, at: byteCount) }
      return report
    } catch {
      throw rejection(of: error)
    }
  }

  private mutating func advance(_ bytes: RawSpan) throws(StructureFault) {
    guard walk == nil else {
      try walk?.consume(bytes)
      return
    }
    let taken = sniffer.consume(bytes)
    switch sniffer.verdict {
    case .undecided: return
    case .unknown(let foreign):
      let format = foreign.map { "this is \($0), which is not among them" } ?? "this is none of them"
      throw StructureFault("only JPEG, PNG, GIF, WebP, HEIF and AVIF pictures are taken, and \(format)", at: 0)
    case .type(let type):
      walk = makeWalk(of: type)
      let prefix = sniffer.takePrefix()
      try walk?.consume(prefix.span.bytes)
      try walk?.consume(bytes.extracting(droppingFirst: taken))
    }
  }

  private func makeWalk(of type: ImageType) -> any ImageWalking {
    switch type {
    case .jpeg: ImageWalk(JPEGWalker(limits: limits))
    case .png: ImageWalk(PNGWalker(limits: limits))
    case .gif: ImageWalk(GIFWalker(limits: limits))
    case .webp: ImageWalk(WebPWalker(limits: limits))
    case .heic, .avif, .heif: ImageWalk(HEIFWalker(type: type, limits: limits))
    }
  }

  private var unrecognisedReason: String {
    byteCount == 0 ? "the file is empty" : "the file ends before its format can be told"
  }

  private func rejection(of fault: StructureFault) -> PhotoRejection {
    PhotoRejection(transformer: transformer, reason: fault.reason, offset: Int64(fault.offset))
  }
}
