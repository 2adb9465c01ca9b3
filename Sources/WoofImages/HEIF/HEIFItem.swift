/// One item of a HEIF file: a picture, a tile of one, or data about one.
struct HEIFItem {
  let type: FourCharacterCode
  /// The position in the file of the box that declares it.
  let offset: Int
  /// Where its bytes are.
  var location: HEIFItemLocation?
  /// What changes its size, in the order in which it is applied.
  private(set) var transformations: [HEIFItemProperty] = []
  /// The size of the picture before it is cropped and turned, and where that is stated.
  private(set) var extent: (size: PixelSize, offset: Int)?
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

  init(type: FourCharacterCode, offset: Int) {
    self.type = type
    self.offset = offset
  }

  var isCodedPicture: Bool { Self.codings.contains(type) }
  var isDerivedPicture: Bool { Self.derivations.contains(type) }
  var isHEVC: Bool { type == "hvc1" || type == "hev1" || type == "lhv1" }
  var isAV1: Bool { type == "av01" }

  /// Takes the next of its properties.
  mutating func add(_ property: HEIFItemProperty) {
    switch property {
    case .size(let size, let offset): extent = extent ?? (size, offset)
    case .crop, .rotation: transformations.append(property)
    case .other: break
    }
  }
}

/// Where the bytes of an item are.
struct HEIFItemLocation {
  /// Whether they are in the `idat` box, whose first byte is position 0 then, or in the file.
  var isInItemData: Bool
  var extents: [Range<Int>]

  var isEmpty: Bool { extents.allSatisfy(\.isEmpty) }
}

/// What holds of an item (ISO/IEC 23008-12 §6.5).
enum HEIFItemProperty {
  /// Its size before the following ones are applied, and the position in the file of the statement.
  case size(PixelSize, offset: Int)
  /// It is cropped to a size, if that can be read.
  case crop(PixelSize?, offset: Int)
  /// It is turned by so many quarters.
  case rotation(quarters: Int)
  /// Something that changes no size.
  case other
}
