// SPDX-License-Identifier: Apache-2.0

internal import WoofConfiguration
internal import WoofCore
internal import WoofModel

/// The images that are derived from photos, and the limits of deriving them.
struct PictureSettings: ConfigurationSection {
  let variants: [VariantSpecification]
  let limits: PictureDerivation.Limits
  let jobCount: Int
  /// The names of the steps that pictures go through, in order; all that there are where it is empty.
  let chain: [String]

  init(from reader: inout ConfigurationReader) {
    let sections = reader.sections(
      "variants", of: VariantSettings.self, default: VariantSettings.standard,
      "The images that are derived from every photo; by default, and where the list is empty, thumb (256x256), grid "
        + "(640x640) and preview (1600x1600), all WebP. The variant thumb is made before an upload is answered, the others "
        + "soon after it.")
    let moving: MovingPreviewSettings = reader.section(
      "moving",
      "A short, silent, moving preview of animations: the variant moving. It is made of GIF and WebP pictures of more than "
        + "one frame, and only where it is switched on.")
    let still = sections.flatMap(\.specifications)
    variants = still + [moving.specification].compactMap { $0 }
    chain = reader.value(
      "chain", .list(of: .string), default: [],
      "The steps that every picture goes through, in order: what is compiled in, as structure, and plugins by their names. "
        + "Steps that are not named are not run. By default what is compiled in, then the plugins in their order. It begins "
        + "with structure, and counts from the start of the service on.")
    var limits = PictureDerivation.Limits()
    limits.requestCount = reader.value(
      "requests", .integer(in: 1...64), default: limits.requestCount,
      "How many variants that somebody waits for are made at once.")
    limits.waitingRequestCount = reader.value(
      "waitingRequests", .integer(in: 0...10_000), default: limits.waitingRequestCount,
      "How many more variants may wait to be made; what is asked for beyond is answered 503.")
    self.limits = limits
    jobCount = reader.value(
      "jobs", .integer(in: 1...64), default: 2, "How many photos of the queue are derived from at once.")
    if moving.specification != nil, still.contains(where: { $0.name == PictureSetup.movingName }) {
      reader.refuse("variants", because: "moving is the name of the moving preview, which is switched on")
    } else if Set(variants.map(\.name)).count < variants.count {
      reader.refuse("variants", because: "two variants have the same name; give each one of its own")
    }
  }
}

/// One image that is derived from every photo.
struct VariantSettings: ConfigurationSection {
  /// The variant, its alternatives in other formats, and the same for each further scale.
  let specifications: [VariantSpecification]

  /// The formats in which images are derived.
  private enum Format: String, CaseIterable {
    case webp, jpeg, avif

    var type: ImageType {
      switch self {
      case .webp: .webp
      case .jpeg: .jpeg
      case .avif: .avif
      }
    }
  }

  init(from reader: inout ConfigurationReader) {
    let name = reader.value("name", .string, default: "", "What it is asked for by: lower-case letters, digits and -.")
    let size = reader.value(
      "size", .boxSize, default: BoxSize(width: 256, height: 256), "The box it is fitted to, in pixels.")
    let fit = reader.value(
      "fit", .choice(of: VariantSpecification.Fit.self), default: .inside,
      "How it fills the box: the whole picture inside it, or the middle of the picture covering it.")
    let format = reader.value("format", .choice(of: Format.self), default: .webp, "Its format.")
    let quality = reader.value(
      "quality", .integer(in: 1...100), default: 80, "How well it is kept, as encoders count it.")
    let others = reader.value(
      "alternatives", .list(of: .choice(of: Format.self)), default: [],
      "Further formats, the preferred one first, for those whose Accept names them. Each is made of every photo, and is "
        + "asked for by the name of the variant, or by itself as NAME.FORMAT.")
    let scales = reader.value(
      "scales", .list(of: .integer(in: 2...4)), default: [],
      "Further sizes for screens of more pixels: 2 makes NAME@2x, of twice the size, and so on.")
    let standard = VariantSpecification(
      name: name, width: size.width, height: size.height, fit: fit, type: format.type, quality: quality)
    var sizes = [standard]
    for scale in scales {
      sizes.append(standard.scaled(by: scale))
    }
    specifications = sizes.flatMap { size in
      [size] + others.map { size.alternative(in: $0.type, called: $0.rawValue) }
    }
    if Set(others).count < others.count || others.contains(format) {
      reader.refuse("alternatives", because: "each format stands once, and that of format is another one")
    }
    if Set(scales).count < scales.count { reader.refuse("scales", because: "each scale stands once") }
    if let scale = scales.max(), max(size.width, size.height) * scale > BoxSize.longestSide {
      reader.refuse("scales", because: "a side would be longer than \(BoxSize.longestSide) pixels")
    }
    if !Self.isName(name) {
      reader.refuse("name", because: "a variant needs a name of 1 to 32 lower-case letters, digits and -")
    } else if name == PictureSetup.shareableName {
      reader.refuse("name", because: "shareable is a variant of its own, which every photo has")
    }
  }

  /// The variants by default, as JSON5.
  static let standard: String = {
    let variants = PictureSetup.standardVariants.map { variant in
      "{name: '\(variant.name)', size: '\(variant.width)x\(variant.height)', quality: \(variant.quality)}"
    }
    return "[\(variants.joined(separator: ", "))]"
  }()

  private static func isName(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || byte == UInt8(ascii: "-")
      }
  }
}

extension VariantSpecification {
  /// The same variant for a screen of more pixels.
  fileprivate func scaled(by scale: Int) -> VariantSpecification {
    var scaled = self
    scaled.name = "\(name)@\(scale)x"
    scaled.width *= scale
    scaled.height *= scale
    return scaled
  }

  /// The same variant in another format.
  fileprivate func alternative(in type: ImageType, called format: String) -> VariantSpecification {
    var alternative = self
    alternative.name = "\(name).\(format)"
    alternative.type = type
    alternative.alternativeTo = name
    return alternative
  }
}

/// The box that a variant is fitted to, as configuration spells it: `256x256`.
struct BoxSize: Hashable, Sendable {
  let width: Int
  let height: Int
}

extension BoxSize {
  /// The maximum length of a side, in pixels.
  static let longestSide = 16_384

  /// Reads a size; `nil` where the text is none, or a side is longer than 16,384 pixels.
  init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], (1...Self.longestSide).contains(width),
      (1...Self.longestSide).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }
}

extension ConfigurationKind where Value == BoxSize {
  /// A width and a height in pixels.
  static var boxSize: Self {
    Self(name: "size", allowed: "WIDTHxHEIGHT, each 1 … 16384", parse: { BoxSize($0) }) { "\($0.width)x\($0.height)" }
  }
}
