/// Annotations of a photo from its own metadata and structure, and from plugins.
///
/// They come from the photographer and the sender, so they may be wrong, and they are private. A location and serial
/// numbers tell where somebody lives and which photos are theirs, so they are for the owner's eyes unless the owner
/// says otherwise.
public struct PhotoAnnotations: Codable, Hashable, Sendable {
  /// The orientation for display, according to EXIF; `nil` if it does not say.
  public var orientation: PhotoOrientation?
  /// The camera and lens; `nil` if nothing is known of them.
  public var camera: PhotoCamera?
  /// The place at which the photo was taken; `nil` if it is not known.
  public var location: PhotoLocation?
  /// The title; `nil` if there is none. Like all texts here, it has at most 2,000 characters.
  public var title: String?
  /// A description of the content; `nil` if there is none.
  public var summary: String?
  /// The name of the photographer; `nil` if it is not known.
  public var creator: String?
  /// The copyright notice; `nil` if there is none.
  public var copyright: String?
  /// The keywords, at most 64.
  public var keywords: [String]
  /// The name of the embedded colour profile; `nil` if there is none.
  public var colourProfile: String?
  /// `true` if the format and header allow transparent pixels.
  public var hasAlpha: Bool
  /// `true` if the picture has more than one frame.
  public var isAnimated: Bool
  /// The annotations that plugins made, by `plugin.name`.
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

  /// Fills each unknown or absent part with that of `other`.
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
