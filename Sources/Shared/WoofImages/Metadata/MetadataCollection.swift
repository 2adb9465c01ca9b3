// SPDX-License-Identifier: Apache-2.0

import WoofModel

/// The metadata of a file, gathered piece by piece while the file is walked.
///
/// Of two pieces of one kind the first counts; of different kinds EXIF is believed first, then XMP, then IPTC.
struct MetadataCollection {
  private let limits: ImageLimits
  private var exif: ExifMetadata?
  /// The first XMP packet that can be read.
  private(set) var packet: XMPPacket?
  private var extendedPacket = ExtendedXMP()
  private var iptc: IPTCRecords?
  private var profile: [UInt8] = []
  private var profileName: String?
  /// `true` if the picture has room for transparent pixels; `false` by default.
  var hasAlpha = false
  /// `true` if the file has more than one frame; `false` by default.
  var isAnimated = false

  init(limits: ImageLimits) { self.limits = limits }

  /// The orientation of the picture, as EXIF states it; upright if EXIF states none.
  var orientation: PhotoOrientation { exif?.annotations.orientation ?? .upright }

  /// `true` if EXIF data came that could be read.
  var hasExif: Bool { exif != nil }

  mutating func takeExif(_ bytes: [UInt8]) { exif = exif ?? ExifMetadata(bytes) }

  mutating func takeXMP(_ bytes: [UInt8]) { packet = packet ?? XMPPacket(bytes) }

  mutating func takeExtendedXMP(_ segment: ArraySlice<UInt8>) {
    extendedPacket.take(segment, limit: limits.metadataBytes)
  }

  mutating func takeIPTC(_ bytes: ArraySlice<UInt8>) { iptc = iptc ?? IPTCRecords(bytes) }

  /// Takes a profile, or the next part of one.
  mutating func takeProfile(_ bytes: some Collection<UInt8>) {
    if bytes.count <= limits.metadataBytes - profile.count { profile += bytes }
  }

  /// Takes the name of a profile that cannot be read itself.
  mutating func takeProfileName(_ name: String?) { profileName = profileName ?? name }

  /// The annotations that all of it makes, but for the orientation, which not every format leaves to EXIF.
  var annotations: PhotoAnnotations {
    var annotations = exif?.annotations ?? PhotoAnnotations()
    annotations.orientation = nil
    for packet in packets { annotations.fill(from: packet.annotations) }
    if let iptc { annotations.fill(from: iptc.annotations) }
    annotations.colourProfile = ICCProfile(profile).name ?? profileName
    annotations.hasAlpha = hasAlpha
    annotations.isAnimated = isAnimated
    return annotations
  }

  /// The time at which the photo was taken. As the Metadata Working Group has it, statements of when the picture came to
  /// be count before those of when its file did.
  var takenAt: Timestamp? {
    if let takenAt = exif?.takenAt { return takenAt }
    let originalDates = packets.flatMap(\.originalDates) + [iptc?.originalDate].compactMap(\.self)
    return StatedDate.moment(of: originalDates + packets.flatMap(\.creationDates))
  }

  /// Returns the findings of a picture of a size as stored, which EXIF's orientation may turn.
  func findings(_ type: ImageType, stored size: PixelSize) -> PhotoFindings {
    var findings = findings(type, displayed: orientation.exchangesSides ? size.transposed : size)
    findings.annotations.orientation = exif?.annotations.orientation
    return findings
  }

  /// Returns the findings of a picture of a size as displayed, whatever EXIF's orientation is.
  func findings(_ type: ImageType, displayed size: PixelSize) -> PhotoFindings {
    PhotoFindings(
      type: type, width: size.width, height: size.height, takenAt: takenAt, annotations: annotations)
  }

  private var packets: [XMPPacket] {
    let extended = packet?.first(.extensionIdentifier).flatMap { extendedPacket.packet(named: $0) }
    return [packet, extended].compactMap(\.self)
  }
}
