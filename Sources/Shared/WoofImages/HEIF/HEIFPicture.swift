// SPDX-License-Identifier: Apache-2.0

import WoofModel

/// The primary picture of a HEIF file, from what its metadata say of it.
struct HEIFPicture {
  /// The format, from how the picture is coded.
  let type: ImageType
  /// The size after it is cropped and turned; EXIF data have no say in that (ISO/IEC 23008-12 §6.5.1).
  let displayed: PixelSize
  /// The item with its EXIF data.
  let exif: HEIFItem?
  /// The item with its XMP packet.
  let xmp: HEIFItem?
  let profile: [UInt8]?
  let hasAlpha: Bool

  /// - Parameters:
  ///   - brand: The format that the file's brands announce.
  ///   - offset: The position of the metadata in the file.
  init(
    of metadata: HEIFMetadata, announcedAs brand: ImageType, limits: ImageLimits, at offset: Int
  ) throws(StructureFault) {
    guard let identifier = metadata.primaryItem, let item = metadata.items[identifier] else {
      throw StructureFault("the file names no primary picture", at: offset)
    }
    let size = try Self.size(of: item, limits: limits)
    guard item.inputs.count <= limits.frames else { throw .exceeds(limits.frames, "frames", at: item.offset) }
    let inputs = try Self.codedInputs(of: item, in: metadata)
    type = try Self.type(of: inputs, announcedAs: brand, at: item.offset)
    if item.isDerivedPicture {
      try HEIFDerivation(item, of: inputs, size: size).check(metadata.itemData, limits: limits)
    }
    for input in inputs where input.location?.isEmpty ?? true {
      throw StructureFault("a picture has no bytes", at: input.offset)
    }
    displayed = try Self.displayed(size, of: item)
    let items = metadata.declaredItems
    for item in items { try item.checkCodedSize(limits) }
    exif = items.first { $0.type == "Exif" && $0.describes.contains(identifier) }
    xmp = items.first { $0.isXMP && $0.describes.contains(identifier) }
    profile = item.profile ?? inputs.first?.profile
    hasAlpha = items.contains(where: \.isAlpha)
  }

  private static func size(of item: HEIFItem, limits: ImageLimits) throws(StructureFault) -> PixelSize {
    guard let (size, offset) = item.extent else {
      throw StructureFault("the primary picture states no size", at: item.offset)
    }
    try size.check(limits, at: offset)
    return size
  }

  /// The coded pictures that the item is or is made of.
  private static func codedInputs(
    of item: HEIFItem, in metadata: HEIFMetadata
  ) throws(StructureFault) -> [HEIFItem] {
    guard !item.isCodedPicture else { return [item] }
    guard item.isDerivedPicture, !item.inputs.isEmpty else {
      throw StructureFault("the primary item '\(item.type)' is no picture", at: item.offset)
    }
    var inputs: [HEIFItem] = []
    for identifier in item.inputs {
      guard let input = metadata.items[identifier], input.isCodedPicture else {
        throw StructureFault("the picture is made of item \(identifier), which is no coded picture", at: item.offset)
      }
      inputs.append(input)
    }
    return inputs
  }

  private static func type(
    of inputs: [HEIFItem], announcedAs brand: ImageType, at offset: Int
  ) throws(StructureFault) -> ImageType {
    let type: ImageType =
      inputs.allSatisfy(\.isHEVC) ? .heic : inputs.allSatisfy(\.isAV1) ? .avif : .heif
    guard brand == .heif || brand == type else {
      throw StructureFault("the file's brands announce \(brand.mediaType), and its picture is another", at: offset)
    }
    return type
  }

  private static func displayed(_ size: PixelSize, of item: HEIFItem) throws(StructureFault) -> PixelSize {
    var displayed = size
    for property in item.transformations {
      switch property {
      case .crop(let crop, let offset):
        guard let crop, crop.width > 0, crop.height > 0, crop.width <= displayed.width, crop.height <= displayed.height
        else { throw StructureFault("the picture is cropped to no part of it", at: offset) }
        displayed = crop
      case .rotation(let quarters) where quarters % 2 == 1: displayed = displayed.transposed
      default: break
      }
    }
    return displayed
  }
}
