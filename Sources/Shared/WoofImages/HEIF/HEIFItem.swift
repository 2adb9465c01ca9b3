// SPDX-License-Identifier: Apache-2.0

/// One item of a HEIF file: a picture, a tile of one, or data about one.
struct HEIFItem {
  let type: FourCharacterCode
  /// The media type of what it holds, where it is no picture and has one.
  let mediaType: String?
  /// The position in the file of the box that declares it.
  let offset: Int
  /// The location of its bytes; `nil` if the file states none.
  var location: HEIFItemLocation?
  /// The crops and rotations that change its size, in the order in which they are applied.
  private(set) var transformations: [HEIFItemProperty] = []
  /// The size of the picture before it is cropped and turned, and where that is stated.
  private(set) var extent: (size: PixelSize, offset: Int)?
  /// The size that its coded data state themselves.
  private(set) var codedSize: PixelSize?
  /// The bytes of its colour profile.
  private(set) var profile: [UInt8]?
  /// `true` if it states the transparency of another item's pixels.
  private(set) var isAlpha = false
  /// The items that it is made of, in order.
  var inputs: [UInt32] = []
  /// The items that it describes.
  var describes: [UInt32] = []

  /// The codings of still pictures.
  private static let codings: Set<FourCharacterCode> = [
    "hvc1", "hev1", "lhv1", "av01", "avc1", "vvc1", "jpeg", "j2k1",
  ]
  /// The ways of making a picture of others (ISO/IEC 23008-12 §6.6).
  private static let derivations: Set<FourCharacterCode> = ["grid", "iden", "iovl"]

  init(type: FourCharacterCode, mediaType: String? = nil, offset: Int) {
    self.type = type
    self.mediaType = mediaType
    self.offset = offset
  }

  var isCodedPicture: Bool { Self.codings.contains(type) }
  var isDerivedPicture: Bool { Self.derivations.contains(type) }
  /// `true` if its bytes are coded pixels, or say how a picture is made of other items.
  var isPicture: Bool { isCodedPicture || isDerivedPicture || type == "tmap" }
  var isXMP: Bool { type == "mime" && mediaType == "application/rdf+xml" }
  var isHEVC: Bool { type == "hvc1" || type == "hev1" || type == "lhv1" }
  var isAV1: Bool { type == "av01" }

  /// Refuses coded data with many more pixels than the item states, as a decoder takes the memory for the coded ones.
  /// Coding adds up to 64 pixels on a side, and layers of half the size are accepted.
  func checkCodedSize(_ limits: ImageLimits) throws(StructureFault) {
    guard isCodedPicture, let coded = codedSize, let (size, offset) = extent else { return }
    try coded.check(limits, at: offset)
    let most = PixelSize(
      width: 2 * (min(size.width, limits.pixels) + 64), height: 2 * (min(size.height, limits.pixels) + 64))
    guard coded.area <= most.area else {
      throw StructureFault("a picture is said to be of \(size) pixels, and its data are of \(coded)", at: offset)
    }
  }

  /// Takes the next of its properties.
  mutating func add(_ property: HEIFItemProperty) {
    switch property {
    case .size(let size, let offset): extent = extent ?? (size, offset)
    case .crop, .rotation: transformations.append(property)
    case .profile(let bytes): profile = profile ?? bytes
    case .alpha: isAlpha = true
    case .codedSize(let size): codedSize = codedSize ?? size
    case .other: break
    }
  }
}

/// The location of an item's bytes, in one or more extents.
struct HEIFItemLocation {
  /// `true` if the extents are in the `idat` box, whose first byte then is position 0; `false` if they are in the file.
  var isInItemData: Bool
  var extents: [Range<Int>]

  var isEmpty: Bool { extents.allSatisfy(\.isEmpty) }
}

/// A property of an item (ISO/IEC 23008-12 §6.5).
enum HEIFItemProperty {
  /// Its size before the following ones are applied, and the position in the file of the statement.
  case size(PixelSize, offset: Int)
  /// It is cropped to a size, if that can be read.
  case crop(PixelSize?, offset: Int)
  /// It is turned by a number of quarter turns.
  case rotation(quarters: Int)
  /// Its colours are those of an ICC profile.
  case profile([UInt8])
  /// It states the transparency of another item's pixels.
  case alpha
  /// Its coded data have a size.
  case codedSize(PixelSize)
  /// Any other property, which is ignored.
  case other
}
