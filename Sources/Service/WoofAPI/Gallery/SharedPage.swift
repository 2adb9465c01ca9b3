// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The page of a share link as the service writes it: readable without scripts, and with what other sites show of it where
/// somebody pastes its address.
struct SharedPage: Sendable {
  /// The photos of a page, or why it has none.
  enum Content: Sendable {
    /// A summary of what the link shows, and the first of its photos.
    case photos(SharedSummary, [PhotoRecord])
    /// Nothing before the password has been given.
    case locked
    /// Nothing, as there is no such link any more.
    case nothing
  }

  let content: Content
  /// The path of the link, below which its photos are found.
  let path: String
  /// The beginning of the addresses of ``GalleryAssets``.
  let assetPath: String
  /// The origin of absolute addresses.
  let origin: HTTPOrigin?

  /// The page in HTML.
  ///
  /// - Parameter frame: The HTML with names in braces where the page puts something.
  func html(in frame: String) -> String {
    let parts = PageParts(
      assetPath: assetPath, title: title, description: description, preview: preview, content: main)
    return parts.filling(frame)
  }

  private var title: String {
    guard case .photos(let summary, _) = content, !summary.title.isEmpty else { return "Shared photos" }
    return summary.title
  }

  private var description: String {
    switch content {
    case .photos(let summary, _):
      summary.photoCount == 1
        ? "A photo by \(summary.link.owner.name.text) on Woof."
        : "\(summary.photoCount) photos by \(summary.link.owner.name.text) on Woof."
    case .locked: "These photos want a password."
    case .nothing: "There is nothing here."
    }
  }

  private var preview: String {
    guard case .photos(let summary, let photos) = content,
      let cover = photos.first(where: { $0.id == summary.cover }) ?? photos.first
    else { return "" }
    return preview(of: cover).preview(at: origin)
  }

  private var main: String {
    switch content {
    case .photos(let summary, let photos):
      """
      <h1 dir="auto">\(HTMLText.escaped(title))</h1>
      <p>\(HTMLText.escaped(description))</p>
      \(photos.isEmpty ? Self.empty("No photos yet.") : list(of: photos))
      \(photos.count < summary.photoCount ? "<p>All of them are shown where scripts run.</p>" : "")
      """
    case .locked: Self.empty("These photos want a password. Scripts must run here to take it.")
    case .nothing:
      Self.empty("This link has expired or been revoked, or never was. Ask whoever sent it for another one.")
    }
  }

  private static func empty(_ words: String) -> String { "<p class=\"empty\">\(words)</p>" }

  private func list(of photos: [PhotoRecord]) -> String {
    PageImage.list(photos) { photo in
      (PageImage(inListOf: photo, below: "\(path)/photos", or: Self.copyPath), preview(of: photo).path)
    }
  }

  private func preview(of photo: PhotoRecord) -> PageImage {
    PageImage(of: photo, PictureSetup.previewName, below: "\(path)/photos", or: Self.copyPath)
  }

  /// The path, below that of a photo, of what strangers get where it has no smaller image.
  private static let copyPath = "variants/\(PictureSetup.shareableName)"
}
