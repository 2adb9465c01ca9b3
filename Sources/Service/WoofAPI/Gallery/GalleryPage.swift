// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// A page of the web gallery as the service writes it: readable without scripts, and with what other sites show of it where
/// somebody pastes its address. Scripts put the wall of photos in its place.
struct GalleryPage: Sendable {
  /// What a page shows.
  enum Content: Sendable {
    /// Photos, newest first.
    ///
    /// - Parameter next: The cursor of the page after it; `nil` on the last one.
    case photos([PhotoRecord], next: String?)
    /// One photo.
    case photo(PhotoRecord)
    /// An album that everybody may read who knows its address, and a page of its photos.
    ///
    /// - Parameter next: The cursor of the page after it; `nil` on the last one.
    case album(AlbumRecord, [PhotoRecord], next: String?)
    /// Nothing, as there is no such photo or album, or not for everybody.
    case nothing
  }

  let content: Content
  /// The beginning of the addresses of ``GalleryAssets``.
  let assetPath: String
  /// The origin of absolute addresses; without it there is no picture for other sites, which take no other.
  let origin: HTTPOrigin?
  /// The rule for who may sign up, which scripts offer to where everybody may.
  let signUp: SignUpPolicy.Rule

  /// The field that keeps what the gallery serves out of pages of other sites (Fetch, `Cross-Origin-Resource-Policy`).
  static let resourcePolicy = HTTPFieldName.known("Cross-Origin-Resource-Policy")

  /// The media type.
  static let contentType = "text/html; charset=utf-8"

  /// The fields of a page, which keep everything out that is not its own.
  static let fields = HTTPFields([
    .cacheControl: "no-cache",
    .known("Content-Security-Policy"): contentPolicy,
    .known("Cross-Origin-Opener-Policy"): "same-origin",
    resourcePolicy: "same-origin",
    .known("Referrer-Policy"): "no-referrer",
  ])

  /// What a page may load and run: its own scripts, styles and pictures, and nothing of anybody else (CSP Level 3, Trusted
  /// Types).
  private static let contentPolicy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
    "worker-src 'self'", "manifest-src 'self'", "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'",
    "require-trusted-types-for 'script'", "trusted-types woof-scripts",
  ].joined(separator: "; ")

  /// The page in HTML.
  ///
  /// - Parameter frame: The HTML with names in braces where the page puts something.
  func html(in frame: String) -> String {
    let parts = PageParts(
      assetPath: assetPath, title: title, description: description, preview: preview, content: main,
      signUp: signUp.rawValue)
    return parts.filling(frame)
  }

  private var title: String {
    switch content {
    case .photos, .nothing: "Woof"
    case .photo(let photo): Self.title(of: photo)
    case .album(let album, _, _): album.title
    }
  }

  private var description: String {
    switch content {
    case .photos: "Photos of dogs."
    case .photo(let photo): "A photo by \(photo.ownerName.text) on Woof."
    case .album(let album, _, _):
      album.photoCount == 1
        ? "A photo in an album by \(album.ownerName.text) on Woof."
        : "\(album.photoCount) photos in an album by \(album.ownerName.text) on Woof."
    case .nothing: "There is nothing here."
    }
  }

  /// What is said of the page to those that are no browsers.
  private var preview: String {
    switch content {
    case .photos: ""
    case .nothing: Self.noIndex
    case .photo(let photo):
      // Whoever knows the address of an unlisted photo may see it; searching must not lead to it.
      (photo.visibility == .public ? "" : Self.noIndex)
        + PageImage(of: photo, PictureSetup.previewName).preview(at: origin)
    case .album(let album, let photos, _):
      (album.visibility == .public ? "" : Self.noIndex)
        + ((photos.first { $0.id == album.cover } ?? photos.first).map {
          PageImage(of: $0, PictureSetup.previewName).preview(at: origin)
        } ?? "")
    }
  }

  private var main: String {
    switch content {
    case .photos(let photos, let next):
      photos.isEmpty
        ? Self.empty("No photos yet. Public photos appear here as soon as somebody uploads one.")
        : Self.list(of: photos, next: next.map { ("/", $0, "Older photos") })
    case .photo(let photo): Self.single(photo)
    case .album(let album, let photos, let next): Self.page(of: album, photos, next: next)
    case .nothing: Self.empty("There is nothing here, or it is not for everybody.")
    }
  }

  private static func empty(_ words: String) -> String { "<p class=\"empty\">\(words)</p>" }

  private static func page(of album: AlbumRecord, _ photos: [PhotoRecord], next: String?) -> String {
    """
    <h2 dir="auto">\(HTMLText.escaped(album.title))</h2>
    <p>\(HTMLText.escaped(album.ownerName.text)) · <a href="/">All photos</a></p>
    \(photos.isEmpty ? empty("No photos yet.")
      : list(of: photos, next: next.map { ("/albums/\(album.id)", $0, "More photos") }))
    """
  }

  private static func list(
    of photos: [PhotoRecord], next: (path: String, cursor: String, words: String)?
  ) -> String {
    let list = PageImage.list(photos) { photo in
      (PageImage(inListOf: photo), "/photos/\(photo.id)")
    }
    let more = next.map {
      "\n<p class=\"older\"><a href=\"\($0.path)?after=\(HTMLText.escaped($0.cursor))\">\($0.words)</a></p>"
    }
    return list + (more ?? "")
  }

  private static func single(_ photo: PhotoRecord) -> String {
    """
    <article class="single">
    <p><a href="/v1/photos/\(photo.id)/original">\(PageImage(of: photo, PictureSetup.previewName).html)</a></p>
    <p dir="auto">\(HTMLText.escaped(photo.caption))</p>
    <p>\(HTMLText.escaped(photo.ownerName.text)) · <a href="/">All photos</a></p>
    </article>
    """
  }

  private static let noIndex = "<meta name=\"robots\" content=\"noindex\">\n"

  /// The title of a page that shows a photo.
  static func title(of photo: PhotoRecord) -> String {
    photo.caption.isEmpty ? "Photo by \(photo.ownerName.text)" : photo.caption
  }
}

/// The texts of a page that stand in its frame.
struct PageParts: Sendable {
  /// The beginning of the addresses of ``GalleryAssets``.
  let assetPath: String
  let title: String
  let description: String
  /// Tags for those that are no browsers, in HTML.
  let preview: String
  /// The text for people, in HTML.
  let content: String
  /// The rule for who may sign up; empty on pages that say nothing of it.
  var signUp = ""

  /// A frame with the parts where it has their names in braces.
  func filling(_ frame: String) -> String {
    let parts = [
      "assets": HTMLText.escaped(assetPath), "title": HTMLText.escaped(title),
      "description": HTMLText.escaped(description), "preview": preview, "content": content,
      "signUp": signUp,
    ]
    return HTMLText.filling(frame, with: parts)
  }
}

/// Text within HTML.
enum HTMLText {
  /// A text such that it stands as it is between tags, and within quotes of either kind (HTML, "Serializing HTML fragments").
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }

  /// A frame with each `{name}` replaced by its part. Parts are not looked at, so that braces in them mean nothing.
  static func filling(_ frame: String, with parts: [String: String]) -> String {
    var (filled, rest) = ("", frame[...])
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      filled += rest[..<start]
      filled += parts[String(rest[start...].dropFirst().prefix(upTo: end))] ?? ""
      rest = rest[end...].dropFirst()
    }
    return filled + rest
  }
}
