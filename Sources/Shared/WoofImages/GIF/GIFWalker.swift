// SPDX-License-Identifier: Apache-2.0

import WoofModel

/// Walks the blocks of a GIF file up to its trailer (GIF89a specification).
struct GIFWalker: ImageWalker {
  private enum State {
    case header, screen, colourTable, block, extensionLabel, extensionHeadSize, extensionHead, imageDescriptor
    case localColourTable, codeSize, subBlocks, end
  }

  private let limits: ImageLimits
  private var state = State.header
  private var screen = PixelSize(width: 0, height: 0)
  private var segments: Tally
  private var frames: Tally
  private var pixels: Tally
  /// The frame whose data are being taken.
  private var frame: PixelSize?
  private var subBlocks = GIFSubBlockSearch()
  private var metadata: MetadataCollection
  private var edits = ShareableEdits()
  /// The position in the file at which the block that is being taken begins.
  private var blockStart = 0
  private var extensionLabel: UInt8 = 0
  /// `true` if a shareable copy keeps the extension that is being taken; otherwise the copy leaves it out.
  private var keepsExtension = true

  private enum Label {
    static let plainText: UInt8 = 0x01
    static let graphicControl: UInt8 = 0xF9
    static let application: UInt8 = 0xFF
  }

  /// The applications whose extensions say how often an animation repeats, and which colour profile there is.
  private static let keptApplications = ["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"].map { Array($0.utf8) }

  /// The greatest number of pixels for a byte of data: a code stands for at most 4096, and has at least 3 bits
  /// (appendix F).
  private static let mostPixelsPerByte = 4096 * 8 / 3

  init(limits: ImageLimits) {
    self.limits = limits
    segments = Tally(of: "segments", limit: limits.segments)
    frames = Tally(of: "frames", limit: limits.frames)
    pixels = Tally(of: "animation pixels", limit: limits.animationPixels)
    metadata = MetadataCollection(limits: limits)
  }

  var firstDemand: Demand { .field(6) }

  var place: String {
    switch state {
    case .header, .screen, .colourTable: "the header"
    case .block, .end: "the sequence of blocks, before the trailer"
    case .extensionLabel, .extensionHeadSize, .extensionHead: "an extension"
    case .imageDescriptor, .localColourTable, .codeSize: "the head of a frame"
    case .subBlocks: "a block of data"
    }
  }

  mutating func take(_ field: RawSpan, at offset: Int) throws(StructureFault) -> Demand {
    switch state {
    case .header: return demand(.field(7), in: .screen)
    case .screen: return try takeScreen(field, at: offset)
    case .colourTable: return demand(.field(1), in: .block)
    case .block: return try takeBlock(field.byte(at: 0), at: offset)
    case .extensionLabel: return takeLabel(field.byte(at: 0))
    case .extensionHeadSize:
      guard field.byte(at: 0) > 0 else { return try endSubBlocks(at: offset + 1) }
      return demand(.field(Int(field.byte(at: 0))), in: .extensionHead)
    case .extensionHead: return takeExtensionHead(field.copied)
    case .imageDescriptor: return try takeImageDescriptor(field, at: offset)
    case .localColourTable: return demand(.field(1), in: .codeSize)
    case .codeSize:
      guard (1...8).contains(field.byte(at: 0)) else {
        throw StructureFault("a frame is coded with \(field.byte(at: 0)) bits a pixel", at: offset)
      }
      return demandSubBlocks(GIFPixelCount(codeSize: Int(field.byte(at: 0)), wanted: frame?.area ?? 0))
    case .subBlocks: return try endSubBlocks(at: offset)
    case .end: return .end
    }
  }

  mutating func search(_ run: RawSpan) -> Int? { subBlocks.search(run) }

  mutating func finish(byteCount: Int) throws(StructureFault) -> ImageReport {
    metadata.isAnimated = frames.count > 1
    return ImageReport(findings: metadata.findings(.gif, displayed: screen), plan: edits.plan(byteCount: byteCount))
  }
}

extension GIFWalker {
  private mutating func demand(_ demand: Demand, in next: State) -> Demand {
    state = next
    return demand
  }

  private mutating func takeScreen(_ descriptor: RawSpan, at offset: Int) throws(StructureFault) -> Demand {
    screen = Self.size(descriptor, at: 0)
    try screen.check(limits, at: offset)
    return demand(.skip(Self.colourTableByteCount(descriptor.byte(at: 4))), in: .colourTable)
  }

  private mutating func takeBlock(_ introducer: UInt8, at offset: Int) throws(StructureFault) -> Demand {
    try segments.add(at: offset)
    blockStart = offset
    keepsExtension = true
    switch introducer {
    case 0x00:
      // Some programs end data twice, or pad them; everybody reads over it.
      return demand(.field(1), in: .block)
    case 0x21: return demand(.field(1), in: .extensionLabel)
    case 0x2C: return demand(.field(9), in: .imageDescriptor)
    case 0x3B:
      guard frames.count > 0 else { throw StructureFault("the picture ends before its first frame", at: offset) }
      return demand(.end, in: .end)
    default: throw StructureFault("a block begins with the unknown byte \(introducer)", at: offset)
    }
  }

  private mutating func takeImageDescriptor(_ descriptor: RawSpan, at offset: Int) throws(StructureFault) -> Demand {
    let origin = Self.size(descriptor, at: 0)
    let size = Self.size(descriptor, at: 4)
    guard size.width > 0, size.height > 0, origin.width + size.width <= screen.width,
      origin.height + size.height <= screen.height
    else { throw StructureFault("a frame of \(size) pixels does not lie within the picture of \(screen)", at: offset) }
    try frames.add(at: offset)
    try pixels.add(size.area, at: offset)
    frame = size
    return demand(.skip(Self.colourTableByteCount(descriptor.byte(at: 8))), in: .localColourTable)
  }

  /// Takes the label of an extension; of two kinds the first sub-block is looked at.
  private mutating func takeLabel(_ label: UInt8) -> Demand {
    extensionLabel = label
    keepsExtension = label == Label.plainText || label == Label.graphicControl
    guard label == Label.graphicControl || label == Label.application else { return demandSubBlocks() }
    return demand(.field(1), in: .extensionHeadSize)
  }

  private mutating func takeExtensionHead(_ head: [UInt8]) -> Demand {
    if extensionLabel == Label.application {
      keepsExtension = Self.keptApplications.contains(head)
    } else if let flags = head.first, flags & 1 == 1 {
      metadata.hasAlpha = true
    }
    return demandSubBlocks()
  }

  private mutating func demandSubBlocks(_ pixels: GIFPixelCount? = nil) -> Demand {
    subBlocks = GIFSubBlockSearch(countingPixelsBy: pixels)
    return demand(.search, in: .subBlocks)
  }

  private mutating func endSubBlocks(at offset: Int) throws(StructureFault) -> Demand {
    if let frame, frame.area > subBlocks.byteCount * Self.mostPixelsPerByte {
      throw StructureFault(
        "\(subBlocks.byteCount) bytes of data cannot hold the \(frame) pixels that a frame claims", at: offset - 1)
    }
    if let frame, let pixels = subBlocks.pixels {
      guard !pixels.isDamaged else { throw StructureFault("the data of a frame are damaged", at: offset - 1) }
      guard pixels.pixelCount >= frame.area else {
        throw StructureFault(
          "the data of a frame end after \(pixels.pixelCount) of its \(frame.area) pixels", at: offset - 1)
      }
    }
    frame = nil
    if !keepsExtension { edits.remove(blockStart..<offset) }
    return demand(.field(1), in: .block)
  }

  /// Two numbers of two bytes, as sizes and positions are written.
  private static func size(_ field: RawSpan, at offset: Int) -> PixelSize {
    PixelSize(
      width: Int(field.littleEndian(UInt16.self, at: offset)),
      height: Int(field.littleEndian(UInt16.self, at: offset + 2)))
  }

  /// Returns the length in bytes of the colour table that the flags announce; 0 if they announce none.
  private static func colourTableByteCount(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }
}

/// The search for the end of a chain of sub-blocks, each of which begins with its length (GIF89a §15).
struct GIFSubBlockSearch {
  /// The number of bytes of data in the sub-blocks so far, without their length bytes.
  private(set) var byteCount = 0
  /// The number of bytes of the current sub-block that are still to come.
  private var remaining = 0
  /// Counts the pixels of the data, where they are a frame's.
  private(set) var pixels: GIFPixelCount?

  init(countingPixelsBy pixels: GIFPixelCount? = nil) { self.pixels = pixels }

  /// Returns the number of bytes up to the end of the empty sub-block that ends the chain; `nil` if that sub-block lies
  /// beyond these bytes.
  mutating func search(_ bytes: RawSpan) -> Int? {
    var position = 0
    while position < bytes.byteCount {
      if remaining > 0 {
        let passed = min(remaining, bytes.byteCount - position)
        if pixels?.isDone == false { pixels?.take(bytes.extracting(position..<position + passed)) }
        position += passed
        remaining -= passed
      } else {
        remaining = Int(bytes.byte(at: position))
        position += 1
        if remaining == 0 { return position }
        byteCount += remaining
      }
    }
    return nil
  }
}
