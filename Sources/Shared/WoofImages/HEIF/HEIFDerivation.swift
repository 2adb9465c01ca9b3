// SPDX-License-Identifier: Apache-2.0

/// A picture that is made of others, as phones make a large one of tiles (ISO/IEC 23008-12 §6.6.2).
struct HEIFDerivation {
  private let item: HEIFItem
  private let inputs: [HEIFItem]
  private let size: PixelSize

  init(_ item: HEIFItem, of inputs: [HEIFItem], size: PixelSize) {
    self.item = item
    self.inputs = inputs
    self.size = size
  }

  /// Checks that the inputs can make the picture, and are no more than it takes.
  ///
  /// - Parameter itemData: The content of the `idat` box, which may hold the description of a grid. A description
  ///   elsewhere is not read; its tiles must cover the picture all the same.
  func check(_ itemData: [UInt8], limits: ImageLimits) throws(StructureFault) {
    var sizes: [PixelSize] = []
    var pixels = Tally(of: "animation pixels", limit: limits.animationPixels)
    for input in inputs {
      guard let (size, offset) = input.extent else {
        throw StructureFault("a part of the picture states no size", at: input.offset)
      }
      try size.check(limits, at: offset)
      try pixels.add(size.area, at: offset)
      sizes.append(size)
    }
    guard item.type == "grid" else { return }
    guard let tile = sizes.first, sizes.allSatisfy({ $0 == tile }), tiles(of: tile, cover: itemData) else {
      throw StructureFault("the tiles do not make a picture of \(size) pixels", at: item.offset)
    }
  }

  private func tiles(of tile: PixelSize, cover itemData: [UInt8]) -> Bool {
    if let location = item.location, location.isInItemData {
      return tiles(of: tile, suit: location, in: itemData)
    }
    // Without the description, the tiles make one that is larger by less than a row and a column of them.
    let area = inputs.count.multipliedReportingOverflow(by: tile.area)
    let most = PixelSize(width: size.width + tile.width, height: size.height + tile.height).area
    return !area.overflow && area.partialValue >= size.area && area.partialValue < most
  }

  private func tiles(of tile: PixelSize, suit location: HEIFItemLocation, in itemData: [UInt8]) -> Bool {
    guard let extent = location.extents.first, location.extents.count == 1, extent.upperBound <= itemData.count,
      extent.count >= 8
    else { return false }
    let description = itemData[extent]
    let first = description.startIndex
    let width = description[first + 1] & 1 == 0 ? 2 : 4
    guard extent.count >= 4 + 2 * width else { return false }
    func number(at position: Int) -> Int { description[position..<position + width].reduce(0) { $0 << 8 | Int($1) } }
    let (rows, columns) = (Int(description[first + 2]) + 1, Int(description[first + 3]) + 1)
    let output = PixelSize(width: number(at: first + 4), height: number(at: first + 4 + width))
    return output == size && rows * columns == inputs.count
      && (size.width + tile.width - 1) / tile.width == columns && (size.height + tile.height - 1) / tile.height == rows
  }
}
