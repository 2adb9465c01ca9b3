// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofResources
internal import WoofSystem

/// The files of the web gallery that are the same for everybody: scripts, styles, the logo.
///
/// Their addresses carry a digest of all of them, so that browsers keep them for good, and a page finds those that it was
/// written for.
struct GalleryAssets: Sendable {
  /// The name of the file that is the frame of each page, and no asset.
  static let pageName = "page.html"

  /// One file.
  private struct Asset: Sendable {
    let representation: HTTPRepresentation
    let content: HTTPContent
  }

  /// The digest of all files, as it stands in their addresses.
  let digest: String
  private let assets: [String: Asset]

  /// Makes the assets from files; those of the program by default.
  init(files: [(name: String, bytes: [UInt8])] = WoofResources.gallery) {
    let files = files.filter { $0.name != Self.pageName }
    let digests = files.map { SHA256.digest(of: $0.bytes) }
    digest = Hexadecimal.text(of: Array(SHA256.digest(of: digests.flatMap(\.self)).prefix(8)))
    assets = Dictionary(
      uniqueKeysWithValues: zip(files, digests).map { ($0.name, Self.asset($0.bytes, $1, of: $0.name)) })
  }

  /// The beginning of the files' addresses, without a slash at its end.
  var path: String { "/gallery/\(digest)" }

  /// The response to a request for a file; `nil` where there is none of this name, or none of this digest any more.
  func response(to request: HTTPRequest, digest: String, name: String) -> HTTPResponse? {
    guard digest == self.digest, let asset = assets[name] else { return nil }
    return asset.representation.response(to: request, content: asset.content)
  }

  private static func asset(_ bytes: [UInt8], _ digest: [UInt8], of name: String) -> Asset {
    let fields = HTTPFields([
      .cacheControl: "public, max-age=31536000, immutable", GalleryFields.resourcePolicy: "same-origin",
    ])
    let tag = HTTPEntityTag(Hexadecimal.text(of: Array(digest.prefix(16))))
    let representation = HTTPRepresentation(
      contentType: mediaType(of: name), count: Int64(bytes.count), validators: HTTPValidators(entityTag: tag),
      fields: fields)
    return Asset(representation: representation, content: .bytes(HTTPBytes(bytes)))
  }

  private static func mediaType(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "webmanifest": "application/manifest+json"
    default: "application/octet-stream"
    }
  }
}

/// The fields with which pages of the gallery keep everything out that is not theirs.
enum GalleryFields {
  static let resourcePolicy = HTTPFieldName.known("Cross-Origin-Resource-Policy")

  /// What a page may load and run: its own scripts, styles and pictures, and nothing of anybody else (CSP Level 3, Trusted
  /// Types).
  private static let contentPolicy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
    "manifest-src 'self'", "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'",
    "require-trusted-types-for 'script'", "trusted-types 'none'",
  ].joined(separator: "; ")

  /// The fields of a page.
  static let ofPage = HTTPFields([
    .cacheControl: "no-cache",
    .known("Content-Security-Policy"): contentPolicy,
    .known("Cross-Origin-Opener-Policy"): "same-origin",
    resourcePolicy: "same-origin",
    .known("Referrer-Policy"): "no-referrer",
  ])
}
