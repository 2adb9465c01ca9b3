public import WoofModel

/// Draws photos on a terminal, as well as it can.
public struct PictureDrawing: Sendable {
  /// What to write to the terminal, and what to say besides.
  public struct Drawing: Hashable, Sendable {
    /// What to write to the terminal; nothing where nothing can be shown.
    public var text = ""
    /// What to say besides, as a sentence without its full stop.
    public var remark: String?
  }

  private let screen: PictureScreen
  private let decoder: (any PictureDecoding)?
  private let advice: String
  private let fetch: @Sendable (PhotoMetadata) async throws -> [UInt8]

  /// Makes what draws.
  ///
  /// - Parameters:
  ///   - decoder: Makes pixels of pictures, where there is something that can.
  ///   - advice: How to get the picture where it cannot be drawn, as `get the picture by: dogs fetch ID -o FILE`.
  ///   - fetch: Gets the original of a photo.
  public init(
    on screen: PictureScreen, decoder: (any PictureDecoding)? = nil, advice: String,
    fetch: @escaping @Sendable (PhotoMetadata) async throws -> [UInt8]
  ) {
    self.screen = screen
    self.decoder = decoder
    self.advice = advice
    self.fetch = fetch
  }

  /// Fetches what is needed of a photo, and draws it.
  ///
  /// - Throws: What fetching throws; whatever the decoder throws.
  public func draw(_ photo: PhotoMetadata) async throws -> Drawing {
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

  /// How many pixels the protocol shows in so much room.
  private func resolution(in placement: PicturePlacement) -> PixelSize {
    guard screen.picture == .blocks else { return placement.pixels }
    return PixelSize(width: placement.columns, height: placement.rows * 2)
  }
}
