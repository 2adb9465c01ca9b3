// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The uploads that an account has begun and not finished, for a client that has lost their addresses.
struct OpenUploadRoutes: Sendable {
  let uploads: ResumableUploads

  var routes: [ServiceRoute] {
    [ServiceRoute(.get, "/v1/me/uploads", signIn: .required, scopes: [.read, .upload], handler: list)]
  }

  private func list(_ context: RouteContext) async throws -> HTTPResponse {
    let open = try await uploads.openUploads(of: try context.signedIn())
    return PhotoResponse.json(200, PageRendering.bytes(of: open) { Self.write($0, to: &$1) })
  }

  private static func write(_ upload: OpenUpload, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("location")
    writer.value("/v1/uploads/\(upload.id)")
    writer.name("offset")
    writer.value(upload.offset)
    if let length = upload.length {
      writer.name("length")
      writer.value(length)
    }
    writer.name("caption")
    writer.value(upload.caption)
    writer.name("visibility")
    writer.value(upload.visibility.rawValue)
    if let fileName = upload.fileName {
      writer.name("fileName")
      writer.value(fileName)
    }
    if let digest = upload.digest {
      writer.name("digest")
      writer.value(digest.description)
    }
    writer.name("createdAt")
    writer.value(upload.createdAt)
    writer.name("expiresAt")
    writer.value(upload.expiresAt)
    writer.endObject()
  }
}
