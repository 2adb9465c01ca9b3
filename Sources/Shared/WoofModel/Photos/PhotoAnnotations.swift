/// What a photo's own metadata say of it, and what its structure shows.
///
/// It is the photographer's word and the sender's file: true or not, and private. A location and serial numbers tell
/// where somebody lives and which photos are theirs, so they are for the owner's eyes unless the owner says otherwise.
public struct PhotoAnnotations: Codable, Hashable, Sendable {
  /// How the picture is turned to be displayed, where its EXIF says so.
  public var orientation: PhotoOrientation?
  /// What took it.
  public var camera: PhotoCamera?
  /// Where it was taken.
  public var location: PhotoLocation?
  /// Its title, of at most 2,000 characters as all texts here.
  public var title: String?
  /// What it shows.
  public var summary: String?
  /// Who made it.
  public var creator: String?
  /// Whose it is.
  public var copyright: String?
  /// Its keywords, no more than 64.
  public var keywords: [String]
  /// The name of the embedded colour profile.
  public var colourProfile: String?
  /// Whether its format and header leave room for transparent pixels.
  public var hasAlpha: Bool
  /// Whether it has more than one frame.
  public var isAnimated: Bool
  /// What plugins say of the picture, by `plugin.name`.
  public var plugins: [String: JSONValue]

  /// Makes annotations; everything is unknown or absent by default.
  public init(
    orientation: PhotoOrientation? = nil, camera: PhotoCamera? = nil, location: PhotoLocation? = nil,
    title: String? = nil, summary: String? = nil, creator: String? = nil, copyright: String? = nil,
    keywords: [String] = [], colourProfile: String? = nil, hasAlpha: Bool = false, isAnimated: Bool = false,
    plugins: [String: JSONValue] = [:]
  ) {
    self.orientation = orientation
    self.camera = camera
    self.location = location
    self.title = title
    self.summary = summary
    self.creator = creator
    self.copyright = copyright
    self.keywords = keywords
    self.colourProfile = colourProfile
    self.hasAlpha = hasAlpha
    self.isAnimated = isAnimated
    self.plugins = plugins
  }

  /// Fills what is open here with what `other` knows.
  public mutating func fill(from other: PhotoAnnotations) {
    orientation = orientation ?? other.orientation
    if let camera = other.camera { self.camera = filled(camera) }
    location = location ?? other.location
    title = title ?? other.title
    summary = summary ?? other.summary
    creator = creator ?? other.creator
    copyright = copyright ?? other.copyright
    if keywords.isEmpty { keywords = other.keywords }
    colourProfile = colourProfile ?? other.colourProfile
    hasAlpha = hasAlpha || other.hasAlpha
    isAnimated = isAnimated || other.isAnimated
    plugins.merge(other.plugins) { own, _ in own }
  }

  private func filled(_ other: PhotoCamera) -> PhotoCamera {
    var filled = camera ?? PhotoCamera()
    filled.fill(from: other)
    return filled
  }
}
