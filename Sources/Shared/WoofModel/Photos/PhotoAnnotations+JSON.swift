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
