// SPDX-License-Identifier: Apache-2.0

@testable import TestKit

/// Writes small HEIF and AVIF files, structure only: their pictures cannot be decoded.
struct SampleHEIF {
  struct Item {
    var type = "hvc1"
    /// Numbers of properties, from 1.
    var properties = [1]
    /// What it holds; it is put into `mdat` one after another, or into `idat`.
    var data: [UInt8] = [1, 2, 3, 4]
    var isInItemData = false
    /// Where its bytes are said to be, if not where they are.
    var claimedExtents: [(offset: Int, length: Int)]?
    /// The media type of one of the type `mime`.
    var mediaType: String?
  }

  var brands = ["heic", "mif1", "heic"]
  var handler = "pict"
  /// Whether items are numbered with four bytes and placed with eight, as only large files need.
  var isWide = false
  var properties: [(type: String, content: [UInt8])] = [("ispe", size(64, 48))]
  /// The items, numbered from 1.
  var items = [Item()]
  var primary = 1
  /// Kind, source and targets of each.
  var references: [(type: String, from: Int, to: [Int])] = []
  /// The whole `iloc` box, if not the true one.
  var locations: [UInt8]?
  /// More boxes in `meta`.
  var moreMetadata: [UInt8] = []
  /// Boxes between `meta` and `mdat`, and after it.
  var between: [UInt8] = []
  var tail: [UInt8] = []
  /// Makes `mdat` come before `meta`, as some phones write it.
  var hasDataFirst = false
  /// Makes `meta` the last box, which states no size and reaches to the end of the file.
  var isOpen = false

  var bytes: [UInt8] {
    if hasDataFirst || isOpen { return bytesWithDataFirst }
    let head = fileType
    let dataStart = head.count + metadata(dataStart: 0).count + between.count + 8
    let data = items.filter { !$0.isInItemData }.flatMap(\.data)
    return head + metadata(dataStart: dataStart) + between + Self.box("mdat", data) + tail
  }

  private var bytesWithDataFirst: [UInt8] {
    let data = items.filter { !$0.isInItemData }.flatMap(\.data)
    var metadata = metadata(dataStart: fileType.count + 8)
    if isOpen { metadata.replaceSubrange(0..<4, with: [0, 0, 0, 0]) }
    return fileType + Self.box("mdat", data) + between + metadata + tail
  }

  var fileType: [UInt8] {
    Self.box("ftyp", .text(brands[0]) + .big32(0) + brands.dropFirst().flatMap { [UInt8].text($0) })
  }

  func metadata(dataStart: Int) -> [UInt8] {
    let handlerBox = Self.fullBox("hdlr", .big32(0) + .text(handler) + [UInt8](repeating: 0, count: 13))
    let itemData = items.filter(\.isInItemData).flatMap(\.data)
    let parts = [
      handlerBox, Self.fullBox("pitm", version: isWide ? 1 : 0, number(primary)), itemInformation, itemProperties,
      itemReferences, itemData.isEmpty ? [] : Self.box("idat", itemData),
      locations ?? itemLocations(dataStart: dataStart), moreMetadata,
    ]
    return Self.fullBox("meta", parts.flatMap { $0 })
  }

  /// The number of an item.
  private func number(_ item: Int) -> [UInt8] { isWide ? .big32(item) : .big16(item) }

  private var itemInformation: [UInt8] {
    let entries = items.enumerated().flatMap { index, item in
      Self.fullBox(
        "infe", version: isWide ? 3 : 2,
        number(index + 1) + .big16(0) + .text(item.type) + [0] + (item.mediaType.map { .text($0) + [0] } ?? []))
    }
    return Self.fullBox("iinf", version: isWide ? 1 : 0, number(items.count) + entries)
  }

  private var itemProperties: [UInt8] {
    let container = Self.box("ipco", properties.flatMap { Self.box($0.type, $0.content) })
    let associations = items.enumerated().flatMap { index, item in
      let properties = item.properties.flatMap { isWide ? [UInt8].big16(0x8000 | $0) : [0x80 | UInt8($0)] }
      return joined(number(index + 1), [UInt8(item.properties.count)], properties)
    }
    let content = [isWide ? 1 : 0, 0, 0, isWide ? 1 : 0] + .big32(items.count) + associations
    return Self.box("iprp", container + Self.box("ipma", content))
  }

  private var itemReferences: [UInt8] {
    guard !references.isEmpty else { return [] }
    let boxes = references.flatMap { reference in
      Self.box(
        reference.type, number(reference.from) + .big16(reference.to.count) + reference.to.flatMap { number($0) })
    }
    return Self.fullBox("iref", version: isWide ? 1 : 0, boxes)
  }

  private func itemLocations(dataStart: Int) -> [UInt8] {
    var (fileOffset, dataOffset) = (dataStart, 0)
    var entries: [UInt8] = []
    for (index, item) in items.enumerated() {
      let offset = item.isInItemData ? dataOffset : fileOffset
      if item.isInItemData { dataOffset += item.data.count } else { fileOffset += item.data.count }
      let extents = item.claimedExtents ?? [(offset, item.data.count)]
      let head = joined(number(index + 1), .big16(item.isInItemData ? 1 : 0), .big16(0), isWide ? .big64(0) : [])
      entries += head + .big16(extents.count)
      for extent in extents {
        entries += isWide ? joined(.big32(9), .big64(extent.offset), .big64(extent.length)) : []
        entries += isWide ? [] : joined(.big32(extent.offset), .big32(extent.length))
      }
    }
    let sizes: [UInt8] = isWide ? [0x88, 0x84] : [0x44, 0x00]
    return Self.fullBox("iloc", version: isWide ? 2 : 1, joined(sizes, number(items.count), entries))
  }

  static func box(_ type: String, _ content: [UInt8]) -> [UInt8] { .big32(content.count + 8) + .text(type) + content }

  static func fullBox(_ type: String, version: UInt8 = 0, _ content: [UInt8]) -> [UInt8] {
    box(type, [version, 0, 0, 0] + content)
  }

  /// The content of an `ispe` property.
  static func size(_ width: Int, _ height: Int) -> [UInt8] { .big32(0) + .big32(width) + .big32(height) }

  static let avif: SampleHEIF = {
    var file = SampleHEIF(brands: ["avif", "avif", "mif1", "miaf"])
    file.items[0].type = "av01"
    return file
  }()

  /// A picture of 3 × 2 tiles of 32 × 32 pixels, as phones write them, with EXIF data.
  static func grid(exif: SampleExif = SampleExif(), width: Int = 90, height: Int = 60) -> SampleHEIF {
    let description = [0, 0, 1, 2] + [UInt8].big16(width) + .big16(height)
    let tiles = (0..<6).map { _ in Item(properties: [1]) }
    let grid = Item(type: "grid", properties: [2, 3], data: description, isInItemData: true)
    let metadata = Item(type: "Exif", properties: [], data: .big32(6) + .text("Exif\0\0") + exif.bytes)
    return SampleHEIF(
      properties: [("ispe", size(32, 32)), ("ispe", size(width, height)), ("irot", [3])],
      items: tiles + [grid, metadata], primary: 7,
      references: [("dimg", 7, Array(1...6)), ("cdsc", 8, [7])])
  }
}
