// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine
import WoofModel

/// An event of a watch: of the connection, of a photo, of the terminal or by the user.
enum WatchEvent: Sendable {
  case connection(PhotoEventConnection)
  case event(PhotoEvent)
  /// A change of an album or a share link.
  case sharing(ServiceChange)
  /// The terminal has another size.
  case resized
  /// The user ends watching.
  case ended

  /// Makes the event of what a service tells.
  init(_ event: ServiceEvent) {
    switch event {
    case .change(.photo(let change)): self = .event(.change(change))
    case .change(let change): self = .sharing(change)
    case .gap(let gap): self = .event(.gap(gap))
    }
  }

  /// As a line for somebody to read; `nil` where there is nothing to say.
  var text: String? {
    switch self {
    case .resized, .ended: nil
    case .connection(.connected): "connected\n"
    case .connection(.retrying(let pause, let error)):
      "disconnected: \(error.message.printable) Trying again in \(Self.seconds(pause)) s.\n"
    case .event(.gap(_)): "gap: changes may have been missed; what follows is complete\n"
    case .event(.change(let change)):
      "\(change.kind.rawValue)  \(change.photo.id)  \(Self.summary(change.photo))\n"
    case .sharing(let change): Self.text(change) + "\n"
    }
  }

  /// As a line of JSON; `nil` where there is nothing to say.
  var json: String? {
    get throws {
      switch self {
      case .resized, .ended: nil
      case .connection(.connected): "{\"event\":\"connected\"}\n"
      case .connection(.retrying(let pause, let error)): Self.json(pause, FailureReport(error))
      case .event(.gap(let gap)):
        try JSONLine.text(["event": "gap", "after": gap.after.rawValue, "upTo": gap.upTo.rawValue])
      case .event(.change(let change)): try JSONLine.text(ChangeLine(change: .photo(change)))
      case .sharing(let change): try JSONLine.text(ChangeLine(change: change))
      }
    }
  }

  private static func summary(_ photo: PhotoMetadata) -> String {
    photo.deleted ? "deleted" : "\(photo.favouriteCount)  \(photo.caption.printable)"
  }

  private static func text(_ change: ServiceChange) -> String {
    switch change {
    case .photo(let change): "\(change.kind.rawValue)  \(change.photo.id)  \(summary(change.photo))"
    case .album(let album, _): "album  \(album.id)  \(album.photoCount)  \(album.title.printable)"
    case .albumWithdrawn(let id, _, let reason, _): "album-withdrawn  \(id)  \(reason.rawValue.printable)"
    case .link(let link, _): "link  \(link.id)  until \(link.expiresAt)"
    case .linkWithdrawn(let id, let reason, _): "link-withdrawn  \(id)  \(reason.rawValue.printable)"
    }
  }

  private static func seconds(_ pause: Duration) -> Int { Int((pause / .seconds(1)).rounded(.up)) }

  private static func json(_ pause: Duration, _ report: FailureReport) -> String {
    JSONLine.object { writer in
      writer.name("event")
      writer.value("disconnected")
      writer.name("retryAfter")
      writer.value(seconds(pause))
      report.write(to: &writer)
    }
  }

  /// A change as the wire contract has it, marked as one.
  private struct ChangeLine: Encodable {
    private enum Member: String, CodingKey { case event }

    var change: ServiceChange

    func encode(to encoder: any Encoder) throws {
      try change.encode(to: encoder)
      var container = encoder.container(keyedBy: Member.self)
      try container.encode("change", forKey: .event)
    }
  }
}
