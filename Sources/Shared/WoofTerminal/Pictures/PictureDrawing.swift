// SPDX-License-Identifier: Apache-2.0

package import WoofModel
internal import WoofSystem

/// A drawing of photos on a terminal, as well as the terminal can show them.
package struct PictureDrawing: Sendable {
  /// A drawn photo: the text for the terminal, and a remark for the user.
  package struct Drawing: Hashable, Sendable {
    /// The text to write to the terminal; empty if nothing can be shown.
    package var text = ""
    /// The remark for the user, as a sentence without its full stop; `nil` if there is none.
    package var remark: String?
  }

  private let screen: PictureScreen
  private let decoder: (any PictureDecoding)?
  private let advice: String
  private let fetch: @Sendable (PhotoMetadata) async throws -> [UInt8]

  /// Makes a drawing for a screen.
  ///
  /// - Parameters:
  ///   - decoder: The decoder that makes pixels of pictures, if there is one.
  ///   - advice: The advice for a picture that cannot be drawn, as `get the picture by: dogs fetch ID -o FILE`.
  ///   - fetch: A closure that fetches the original of a photo.
  package init(
    on screen: PictureScreen, decoder: (any PictureDecoding)? = nil, advice: String,
    fetch: @escaping @Sendable (PhotoMetadata) async throws -> [UInt8]
  ) {
    self.screen = screen
    self.decoder = decoder
    self.advice = advice
    self.fetch = fetch
  }

  /// Fetches the bytes of a photo that the terminal needs, and draws the photo.
  ///
  /// - Throws: The errors of `fetch` and of the decoder.
  package func draw(_ photo: PhotoMetadata) async throws -> Drawing {
    let placement = PicturePlacement(of: PixelSize(width: photo.width, height: photo.height), in: screen.size)
    switch screen.picture {
    case .none: return Drawing()
    case .iterm:
      return Drawing(text: ITermPicture.encode(try await fetch(photo), in: placement))
    case .kitty where photo.contentType == .png:
      return Drawing(text: KittyPicture.encode(png: try await fetch(photo), columns: placement.columns))
    case .kitty, .sixel, .blocks: break
    }
    if let decoder {
      let image = try await decoder.pixels(of: fetch(photo), within: placement.pixels)
      return Drawing(text: draw(image, in: placement))
    }
    return placeholder(of: photo, in: placement)
  }

  /// Draws the blurred likeness that the metadata holds.
  func placeholder(of photo: PhotoMetadata, in placement: PicturePlacement) -> Drawing {
    guard let text = photo.placeholder, let hash = Base64.decode(text.utf8, as: .standard).flatMap({ ThumbHash($0) })
    else { return Drawing(remark: "The photo has no placeholder to be drawn here; \(advice)") }
    let size = resolution(in: placement)
    let image = hash.pixels(width: size.width, height: size.height)
    return Drawing(text: draw(image, in: placement), remark: "This is the photo's placeholder; \(advice)")
  }

  private func draw(_ image: PixelImage, in placement: PicturePlacement) -> String {
    let size = resolution(in: placement)
    let image = image.scaled(toWidth: size.width, height: size.height)
    return switch screen.picture {
    case .kitty: KittyPicture.encode(image, columns: placement.columns)
    case .sixel: SixelPicture.encode(image)
    case .blocks: BlockPicture.encode(image, colours: screen.colours)
    case .iterm, .none: ""
    }
  }

  /// Returns the number of pixels that the protocol shows across and down in the space of a placement.
  private func resolution(in placement: PicturePlacement) -> PixelSize {
    guard screen.picture == .blocks else { return placement.pixels }
    return PixelSize(width: placement.columns, height: placement.rows * 2)
  }
}
