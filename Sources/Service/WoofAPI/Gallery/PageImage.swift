// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// An image of a photo on a page: a variant, or what stands in for it where there is none.
struct PageImage {
  let path: String
  let width: Int
  let height: Int
  private let words: String
  /// The paths of larger images, each for screens of so many pixels a point.
  private var larger: [(path: String, density: Int)] = []

  /// The height of images in lists, in points, as the style sheet has it.
  private static let listHeight = 220
  /// The pixels a point that an image needs on screens with two or more, where nobody sees the difference from then on.
  private static let sharpDensity = 1.6
  /// The variants that lists show, the smallest first.
  private static let listNames = [PictureSetup.thumbName, PictureSetup.gridName, PictureSetup.previewName]

  /// Makes the image that a variant is.
  ///
  /// - Parameters:
  ///   - folder: The path below which photos are found.
  ///   - other: The path, below that of the photo, of what stands in for a variant that there is not.
  init(of photo: PhotoRecord, _ name: String, below folder: String = "/v1/photos", or other: String = "original") {
    let variant = photo.variants[name]
    path = "\(folder)/\(photo.id)/\(variant.map { _ in "variants/\(name)" } ?? other)"
    width = variant?.width ?? photo.original.width
    height = variant?.height ?? photo.original.height
    words = GalleryPage.title(of: photo)
  }

  /// Makes an image for a list: the smallest variant that is sharp on it, and another one for screens with two pixels a point
  /// where that one has too few.
  ///
  /// - Parameters:
  ///   - folder: The path below which photos are found.
  ///   - other: The path, below that of the photo, of what stands in for variants that there are not.
  init(inListOf photo: PhotoRecord, below folder: String = "/v1/photos", or other: String = "original") {
    let name = Self.listName(of: photo, atDensity: 1)
    self.init(of: photo, name, below: folder, or: other)
    let sharper = Self.listName(of: photo, atDensity: Self.sharpDensity)
    if sharper != name { larger = [(PageImage(of: photo, sharper, below: folder, or: other).path, 2)] }
  }

  /// The smallest variant that is as high as images in lists; the largest that there is where none is.
  private static func listName(of photo: PhotoRecord, atDensity density: Double) -> String {
    var chosen: (name: String, height: Int)?
    for name in listNames {
      guard let height = photo.variants[name]?.height else { continue }
      if height > chosen?.height ?? 0 { chosen = (name, height) }
      if Double(height) >= Double(listHeight) * density { break }
    }
    return chosen?.name ?? PictureSetup.thumbName
  }

  var html: String {
    let sources = larger.map { "\($0.path) \($0.density)x" }.joined(separator: ", ")
    return "<img src=\"\(path)\"\(sources.isEmpty ? "" : " srcset=\"\(sources)\"") width=\"\(width)\" "
      + "height=\"\(height)\" loading=\"lazy\" alt=\"\(HTMLText.escaped(words))\">"
  }

  /// A list of images, each with the address to which it leads.
  static func list(_ photos: [PhotoRecord], _ item: (PhotoRecord) -> (image: PageImage, target: String)) -> String {
    let items = photos.map(item).map { "<li><a href=\"\($0.target)\">\($0.image.html)</a></li>" }
    return "<ul class=\"list\">\n\(items.joined(separator: "\n"))\n</ul>"
  }

  /// The tags by which other sites find the image, as that of a page; none where they could not reach it.
  ///
  /// - Parameter origin: The origin of absolute addresses; without it there is no picture for other sites, which take no
  ///   other.
  func preview(at origin: HTTPOrigin?) -> String {
    guard let origin else { return "" }
    return """
      <meta property="og:image" content="\(HTMLText.escaped("\(origin)\(path)"))">
      <meta property="og:image:width" content="\(width)">
      <meta property="og:image:height" content="\(height)">
      <meta property="og:image:alt" content="\(HTMLText.escaped(words))">
      <meta name="twitter:card" content="summary_large_image">
      """
  }
}
