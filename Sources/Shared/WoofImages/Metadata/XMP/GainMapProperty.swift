// SPDX-License-Identifier: Apache-2.0

/// A property by which XMP says how a gain map is applied: Adobe's, which Android writes as well, and Apple's.
struct GainMapProperty: Hashable {
  /// The namespace prefix of the name in the packets that are written here, such as `hdrgm`.
  let prefix: String
  let name: String
  let namespace: String

  private static let adobe = "http://ns.adobe.com/hdr-gain-map/1.0/"
  private static let apple = "http://ns.apple.com/HDRGainMap/1.0/"
  private static let applePixels = "http://ns.apple.com/pixeldatainfo/1.0/"

  /// All of them, in the order in which they are written.
  static let all: [GainMapProperty] =
    [
      "Version", "BaseRenditionIsHDR", "GainMapMin", "GainMapMax", "Gamma", "OffsetSDR", "OffsetHDR", "HDRCapacityMin",
      "HDRCapacityMax",
    ].map { GainMapProperty(prefix: "hdrgm", name: $0, namespace: adobe) }
    + ["HDRGainMapVersion", "HDRGainMapHeadroom"].map {
      GainMapProperty(prefix: "HDRGainMap", name: $0, namespace: apple)
    }
    + [GainMapProperty(prefix: "apdi", name: "AuxiliaryImageType", namespace: applePixels)]

  /// The property of a name in a namespace; `nil` where it is none of these.
  static func named(_ name: Substring, in namespace: String) -> GainMapProperty? {
    guard [adobe, apple, applePixels].contains(namespace) else { return nil }
    return all.first { $0.name == name && $0.namespace == namespace }
  }

  private static let words: Set<String> = ["True", "False", "urn:com:apple:photo:2020:aux:hdrgainmap"]
  private static let longestNumber = 32

  /// Returns `true` if a property may have a value: a number of at most 32 characters, or one of a few fixed words.
  ///
  /// Nothing else is accepted, so that a value cannot tell anything private.
  static func accepts(_ value: String) -> Bool {
    words.contains(value)
      || value.utf8.count <= longestNumber && Double(value) != nil
        && value.utf8.allSatisfy { "0123456789.+-eE".utf8.contains($0) }
  }
}
