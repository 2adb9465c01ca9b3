// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The description of the service for clients, before anybody signs in: what it is, and what it takes.
struct ServiceDescription: Sendable {
  /// The rule for who may add an account.
  let signUp: SignUpPolicy.Rule
  /// The visibility of a photo whose upload does not give one.
  let defaultVisibility: Visibility
  /// The largest number of bytes of a photo.
  let photoByteLimit: Int64
  /// Derives from pictures; `nil` where nothing does.
  let pictures: PictureDerivation?
  /// `true` if browsers keep sessions without TLS too; `nil` where there are no sessions.
  let keepsSessionsOnPlainHTTP: Bool?

  var routes: [ServiceRoute] { [ServiceRoute(.get, "/v1/service") { _ in response }] }

  private var response: HTTPResponse {
    HTTPResponse(
      200, fields: HTTPFields([.contentType: "application/json", .cacheControl: "no-cache"]),
      body: .bytes(HTTPBytes(bytes)))
  }

  /// The description in JSON.
  private var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("name")
    writer.value("Woof")
    writer.name("version")
    writer.value(WoofVersion.current)
    writer.name("signUp")
    writer.value(signUp.rawValue)
    if let keepsSessionsOnPlainHTTP {
      writer.name("sessions")
      writer.value(keepsSessionsOnPlainHTTP ? "everywhere" : "secure")
    }
    writer.name("defaultVisibility")
    writer.value(defaultVisibility.rawValue)
    writeLimits(to: &writer)
    writer.name("contentTypes")
    writer.beginArray()
    for type in ImageType.allCases { writer.value(type.mediaType) }
    writer.endArray()
    writeVariants(to: &writer)
    writer.endObject()
    return writer.bytes
  }

  private func writeLimits(to writer: inout JSONWriter) {
    let limits = [
      ("photoByteCount", photoByteLimit), ("captionLength", Int64(Caption.characterLimit)),
      ("pageLength", Int64(RouteQuery.pageLimit)), ("batchLength", Int64(PhotoBatch.itemLimit)),
    ]
    writer.name("limits")
    writer.beginObject()
    for (name, limit) in limits {
      writer.name(name)
      writer.value(limit)
    }
    writer.endObject()
  }

  /// Writes the images that can be asked for of every photo, and moving ones of animations.
  private func writeVariants(to writer: inout JSONWriter) {
    let setup = pictures?.current
    writer.name("variants")
    writer.beginArray()
    for name in setup?.names ?? [] {
      writer.beginObject()
      writer.name("name")
      writer.value(name)
      if let specification = setup?.specification(named: name) {
        writer.name("width")
        writer.value(specification.width)
        writer.name("height")
        writer.value(specification.height)
        writer.name("contentType")
        writer.value(specification.type.mediaType)
      }
      writer.endObject()
    }
    writer.endArray()
  }
}
