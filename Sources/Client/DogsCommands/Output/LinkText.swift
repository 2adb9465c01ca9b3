// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// The album or the photo of a share link, with what is known of it.
struct LinkSubject: Hashable, Sendable {
  let target: ShareLinkTarget
  /// The title of the album, or the caption of the photo; `nil` if it is not known or empty.
  var title: String?
  /// The number of the album's photos; `nil` if it is not known.
  var photoCount: Int?

  /// Makes a subject of which no more is known.
  init(target: ShareLinkTarget, title: String? = nil, photoCount: Int? = nil) {
    self.target = target
    self.title = title
    self.photoCount = photoCount
  }

  /// Makes a subject of an album.
  init(_ album: Album) {
    self.init(target: .album(album.id), title: album.title, photoCount: album.photoCount)
  }

  /// Asks the service for the album or the photo.
  ///
  /// - Throws: `WoofError`, as with `notFound`; `CancellationError` when the task is cancelled.
  init(of target: ShareLinkTarget, _ client: WoofClient) async throws {
    switch target {
    case .album(let id): self.init(try await client.album(id))
    case .photo(let id):
      // Of the account's own photos, private ones among them, strangers are told nothing.
      try await client.signIn()
      let caption = try await client.photo(id).caption
      self.init(target: target, title: caption.isEmpty ? nil : caption)
    }
  }
}

/// Share links as text for people.
enum LinkText {
  /// Says who sees what by a link, and how it is ended.
  static func description(of link: ShareLink, _ subject: LinkSubject) -> String {
    let holder = link.hasPassword ? "has this address and its password" : "has this address"
    return """
      Until \(link.expiresAt), whoever \(holder) sees \(shown(subject)).
      \(location(of: link))
      \(download(of: link))\(guests(of: link))
      Who may see it otherwise stays as it is. End the link by: dogs link revoke \(link.id)

      """
  }

  private static func shown(_ subject: LinkSubject) -> String {
    let title = subject.title.map { "‘\($0.printable)’" }
    switch subject.target {
    case .album(let id):
      let count = subject.photoCount.map { $0 == 1 ? " (1 photo now)" : " (\($0) photos now)" } ?? ""
      return "the album \(title ?? "\(id)")\(count) as you see it, with what is added later"
    case .photo(let id): return "the photo \(title ?? "\(id)") and its caption"
    }
  }

  private static func location(of link: ShareLink) -> String {
    let details = "places where photos were taken, serial numbers of cameras and names of files"
    return link.showsLocation ? "They are told \(details)." : "They are not told \(details)."
  }

  private static func download(of link: ShareLink) -> String {
    guard link.allows.contains(.download) else { return "They may not download originals." }
    return link.showsLocation
      ? "They may download originals." : "They may download originals, as copies without these details."
  }

  /// A line, which begins with a break, of the allowances that take a name; empty where there are none.
  private static func guests(of link: ShareLink) -> String {
    let deeds = [(ShareLinkAllowances.add, "add photos, which are yours then"), (.like, "like photos")]
      .filter { link.allows.contains($0.0) }.map(\.1)
    return deeds.isEmpty ? "" : "\nUnder a name that they give, they may \(deeds.joined(separator: ", and "))."
  }

  /// The headings and a line for each like.
  ///
  /// - Parameter width: The number of columns of the terminal; `nil` where there is none, and all is shown.
  static func table(_ likes: [LinkLike], width: Int?) -> String {
    var table = TextTable(["LIKED AT", "PHOTO", "BY"], alignments: [.leading, .leading, .leading])
    for like in likes { table.append(["\(like.likedAt)", "\(like.photo)", like.name]) }
    return table.text(width: width)
  }

  /// The headings and a line for each link.
  ///
  /// - Parameters:
  ///   - titles: The titles of albums, as far as they are known.
  ///   - width: The number of columns of the terminal; `nil` where there is none, and all is shown.
  static func table(_ links: [ShareLink], titles: [AlbumID: String], width: Int?) -> String {
    var table = TextTable(
      ["ID", "USABLE UNTIL", "OPENED", "WITH", "SHOWS"],
      alignments: [.leading, .leading, .trailing, .leading, .leading])
    for link in links {
      table.append([
        "\(link.id)", "\(link.expiresAt)", "\(link.viewCount)", rules(of: link), subject(of: link, titles),
      ])
    }
    return table.text(width: width)
  }

  private static func rules(of link: ShareLink) -> String {
    let rules = [
      (link.hasPassword, "password"), (link.allows.contains(.download), "download"),
      (link.allows.contains(.add), "add"), (link.allows.contains(.like), "like"), (link.showsLocation, "location"),
    ]
    let words = rules.filter(\.0).map(\.1)
    return words.isEmpty ? "-" : words.joined(separator: ",")
  }

  private static func subject(of link: ShareLink, _ titles: [AlbumID: String]) -> String {
    switch link.target {
    case .album(let id): "album \(titles[id].map { "‘\($0)’" } ?? "\(id)")"
    case .photo(let id): "photo \(id)"
    }
  }
}
