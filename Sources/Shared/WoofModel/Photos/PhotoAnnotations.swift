// SPDX-License-Identifier: Apache-2.0

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

extension PhotoAnnotations {
  private enum Member: String, CodingKey {
    case orientation, camera, location, title, summary, creator, copyright, keywords, colourProfile, hasAlpha
    case isAnimated, plugins
  }

  /// Reads annotations; what is missing is unknown or absent.
  ///
  /// - Throws: `DecodingError` where a member is of another type or form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Member.self)
    self.init(
      orientation: try container.decodeIfPresent(PhotoOrientation.self, forKey: .orientation),
      camera: try container.decodeIfPresent(PhotoCamera.self, forKey: .camera),
      location: try container.decodeIfPresent(PhotoLocation.self, forKey: .location),
      title: try container.decodeIfPresent(String.self, forKey: .title),
      summary: try container.decodeIfPresent(String.self, forKey: .summary),
      creator: try container.decodeIfPresent(String.self, forKey: .creator),
      copyright: try container.decodeIfPresent(String.self, forKey: .copyright),
      keywords: try container.decodeIfPresent([String].self, forKey: .keywords) ?? [],
      colourProfile: try container.decodeIfPresent(String.self, forKey: .colourProfile),
      hasAlpha: try container.decodeIfPresent(Bool.self, forKey: .hasAlpha) ?? false,
      isAnimated: try container.decodeIfPresent(Bool.self, forKey: .isAnimated) ?? false,
      plugins: try container.decodeIfPresent([String: JSONValue].self, forKey: .plugins) ?? [:])
  }

  /// Writes the annotations as a value; what is unknown is left out.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    if let orientation {
      writer.name("orientation")
      writer.value(orientation.rawValue)
    }
    if let camera { Self.write(camera, to: &writer) }
    if let location { Self.write(location, to: &writer) }
    let texts: [(StaticString, String?)] = [
      ("title", title), ("summary", summary), ("creator", creator), ("copyright", copyright),
      ("colourProfile", colourProfile),
    ]
    for (name, text) in texts { Self.write(text, as: name, to: &writer) }
    if !keywords.isEmpty {
      writer.name("keywords")
      writer.beginArray()
      for keyword in keywords { writer.value(keyword) }
      writer.endArray()
    }
    writer.name("hasAlpha")
    writer.value(hasAlpha)
    writer.name("isAnimated")
    writer.value(isAnimated)
    if !plugins.isEmpty {
      writer.name("plugins")
      writer.value(.object(plugins))
    }
    writer.endObject()
  }

  private static func write(_ camera: PhotoCamera, to writer: inout JSONWriter) {
    writer.name("camera")
    writer.beginObject()
    let texts: [(StaticString, String?)] = [
      ("make", camera.make), ("model", camera.model), ("serialNumber", camera.serialNumber), ("lens", camera.lens),
      ("lensSerialNumber", camera.lensSerialNumber),
    ]
    for (name, text) in texts { write(text, as: name, to: &writer) }
    writer.endObject()
  }

  private static func write(_ location: PhotoLocation, to writer: inout JSONWriter) {
    writer.name("location")
    writer.beginObject()
    writer.name("latitude")
    writer.value(.number(location.latitude))
    writer.name("longitude")
    writer.value(.number(location.longitude))
    if let altitude = location.altitude {
      writer.name("altitude")
      writer.value(.number(altitude))
    }
    writer.endObject()
  }

  private static func write(_ text: String?, as name: StaticString, to writer: inout JSONWriter) {
    guard let text else { return }
    writer.name(name)
    writer.value(text)
  }
}
