// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Counts photos by month.
struct TimelineCommand: Command {
  static let name = "timeline"
  static let summary = "Counts photos by the months in which they were taken, the latest first."
  static let discussion = """
    These are the public photos of all, and all of one's own where somebody is signed in. A photo of which it is not known \
    when it was taken counts where it was uploaded. Months are those of UTC; dogs list --from 2026-05-01 --until 2026-06-01 \
    lists the photos of one. With --json, each line is a month as the service sends it.
    """

  private let service: ServiceOptions
  private let isMine: Bool
  private let isOfFavourites: Bool
  private let isOfTrash: Bool
  private let album: AlbumReference?
  private let text: String?

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    isMine = reader.flag("--mine", "Only the photos of who signs in, private ones too.")
    isOfFavourites = reader.flag("--favourites", "Only the photos that who signs in likes.")
    isOfTrash = reader.flag("--trash", "Only the photos that who signs in has deleted and can restore.")
    album = reader.option(
      "--album", AlbumReference.kind, "Only the photos of this album. \(AlbumReference.documentation)")
    text = reader.option("--search", .text("WORDS"), "Only photos with all of these words, as dogs search finds them.")
    if text != nil, isOfFavourites || isOfTrash || album != nil {
      reader.refuse(because: "--search goes with all photos or with --mine; leave the others out")
    }
    if [isMine, isOfFavourites, isOfTrash, album != nil].filter(\.self).count > 1 {
      reader.refuse(because: "--mine, --favourites, --trash and --album do not go together; choose one")
    }
  }

  func run() async throws -> ExitCode {
    await service.perform(Self.name) { session in
      let timeline = try await session.client.timeline(of: try await view(session.client), matching: text)
      if service.printsJSON {
        for month in timeline.months { StandardStream.output.write(try JSONLine.text(month)) }
      } else if timeline.months.isEmpty {
        StandardStream.error.write("There are no photos.\n")
      } else {
        StandardStream.output.write(Self.text(timeline.months, width: StandardStream.output.width))
      }
      return .done
    }
  }

  private func view(_ client: WoofClient) async throws -> TimelineView {
    if let album { return .album(try await AlbumSearch(client: client).id(of: album)) }
    return isMine ? .mine : isOfFavourites ? .favourites : isOfTrash ? .trash : .all
  }

  /// The length of the longest bar, in columns.
  private static let barLength = 30

  private static func text(_ months: [Timeline.Month], width: Int?) -> String {
    let greatest = months.map(\.count).max() ?? 1
    var table = TextTable(["MONTH", "PHOTOS", ""], alignments: [.leading, .trailing, .leading])
    for month in months {
      let length = max(1, (month.count * barLength + greatest / 2) / greatest)
      table.append(["\(month.month)", "\(month.count)", String(repeating: "▇", count: length)])
    }
    return table.text(width: width)
  }
}
