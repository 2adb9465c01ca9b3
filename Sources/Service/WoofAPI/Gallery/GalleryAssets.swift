// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
internal import WoofHTTP
internal import WoofResources
internal import WoofSystem

/// The files of the web gallery that are the same for everybody: scripts, styles, the logo.
///
/// Their addresses carry a digest of all of them, so that browsers keep them for good, and a page finds those that it was
/// written for. Each is compressed once, as small as it gets.
struct GalleryAssets: Sendable {
  /// The files of this program.
  static let shared = GalleryAssets()

  private let digest: String
  private let contents: [String: TaggedContent]
  /// The script of the service worker, which has to be at the root to see all pages, and names this version's files.
  let worker: TaggedContent

  private static let fields = HTTPFields([
    .cacheControl: "public, max-age=31536000, immutable", GalleryPage.resourcePolicy: "same-origin",
  ])

  private init() {
    let files = WoofResources.gallery
    let digests = files.flatMap { SHA256.digest(of: $0.bytes) }
    digest = Hexadecimal.text(of: Array(SHA256.digest(of: digests).prefix(8)))
    worker = Self.worker(below: "/gallery/\(digest)")
    contents = Dictionary(
      uniqueKeysWithValues: files.map { file in
        (file.name, Self.content(of: file.bytes, contentType: Self.mediaType(of: file.name)))
      })
  }

  private static func worker(below path: String) -> TaggedContent {
    let script = """
      // SPDX-License-Identifier: Apache-2.0
      import { begin } from "\(path)/worker.js";
      begin("\(path)");

      """
    let policy = "default-src 'none'; script-src 'self'; connect-src 'self'"
    let fields = HTTPFields([
      .cacheControl: "no-cache", .known("Content-Security-Policy"): policy, GalleryPage.resourcePolicy: "same-origin",
    ])
    return TaggedContent(Array(script.utf8), contentType: mediaType(of: "sw.js"), fields: fields)
  }

  private static func content(of bytes: [UInt8], contentType: String) -> TaggedContent {
    TaggedContent(
      bytes, contentType: contentType, fields: fields, compression: .kept(HTTPCompressedCopy(.greatest)))
  }

  /// The beginning of the files' addresses, without a slash at its end.
  var path: String { "/gallery/\(digest)" }

  /// The response to a request for a file; `nil` where there is none of this name, or none of this digest any more.
  func response(to request: HTTPRequest, digest: String, name: String) -> HTTPResponse? {
    guard digest == self.digest else { return nil }
    return contents[name]?.response(to: request)
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
