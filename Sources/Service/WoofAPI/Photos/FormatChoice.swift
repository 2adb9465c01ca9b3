// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// The formats of a variant that has several, and the choice between them by `Accept` (RFC 9110 §12.5.1).
struct FormatChoice: Sendable {
  private struct Format: Sendable {
    let name: String
    let mediaType: HTTPMediaType
  }

  /// The format for requests without `Accept`, or that prefer no other.
  private let standard: Format
  /// The others, in the operator's order of preference.
  private let alternatives: [Format]

  /// Makes a choice of the formats of one variant; `nil` where there is nothing to choose.
  init?(_ formats: [VariantSpecification]) {
    let formats = formats.compactMap { format in
      HTTPMediaType(parsing: Array(format.type.mediaType.utf8)[...]).map { Format(name: format.name, mediaType: $0) }
    }
    guard formats.count > 1, let standard = formats.first else { return nil }
    self.standard = standard
    alternatives = Array(formats.dropFirst())
  }

  /// The name of the variant that a request is given.
  ///
  /// An alternative has to be named: `*/*` and `image/*` come from clients of every age, which take the standard format but
  /// perhaps no new one. Of those that are named, and are taken no less gladly than the standard format, the one that is
  /// taken most gladly is given, and the operator's first of equals. Where the standard format is refused, a range will do.
  func name(for fields: HTTPFields) -> String {
    guard fields.contains(.accept) else { return standard.name }
    let accept = HTTPAccept(fields)
    let least = accept.quality(of: standard.mediaType)
    var best: (name: String, quality: Int)?
    for format in alternatives where least == 0 || accept.names(format.mediaType) {
      let quality = accept.quality(of: format.mediaType)
      if quality > 0, quality >= least, quality > best?.quality ?? 0 { best = (format.name, quality) }
    }
    return best?.name ?? standard.name
  }
}

/// The choices that there are, as a loop knows them.
struct FormatChoices: Sendable {
  /// The generation of what is done with pictures; `nil` before the first look.
  let generation: UInt32?
  let byName: [String: FormatChoice]

  /// Makes choices of a loop that has not looked yet.
  init() {
    generation = nil
    byName = [:]
  }

  /// Makes the choices of what is done with pictures.
  init(_ setup: PictureSetup, _ generation: UInt32) {
    self.generation = generation
    let names = Set(setup.variants.compactMap(\.alternativeTo))
    byName = Dictionary(
      names.compactMap { name in FormatChoice(setup.formats(of: name)).map { (name, $0) } }, uniquingKeysWith: { $1 })
  }
}

extension PictureSetup {
  /// The formats of a variant that a request chooses from: first that of the variant itself, which goes to whoever says
  /// nothing, then its alternatives in the operator's order of preference. One where there is nothing to choose from, and
  /// none for a name that is not configured.
  func formats(of name: String) -> [VariantSpecification] {
    variants.filter { $0.name == name } + variants.filter { $0.alternativeTo == name }
  }
}
