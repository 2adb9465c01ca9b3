// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofClient
import WoofModel

@testable import DogsCommands

@Suite struct `Tables of albums` {
  private let albums = ["Rex", "Bella\u{1B}[2J"].enumerated().map { number, title in
    let uuid = PhotoID(high: 0x0193_a7b2_c4d5_7e6f, low: 0x8000_0000_0000_0000 | UInt64(number))
    return Album(
      id: AlbumID(uuid: uuid), owner: "ada", title: title, photoCount: 12, contributors: ["bob", "eve"],
      createdAt: uuid.createdAt)
  }

  @Test func `an album is a line with its id, owner, photos, visibility and title`() {
    let lines = AlbumTable.text([albums[0]], width: nil).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].split(separator: " ") == ["ID", "OWNER", "PHOTOS", "VISIBILITY", "TITLE"])
    #expect(lines[1].split(separator: " ") == ["\(albums[0].id)", "ada", "12", "private", "Rex"])
  }

  @Test func `a narrow terminal is shown beginnings of ids that tell the albums apart`() {
    let lines = AlbumTable.text([albums[0]], width: 60).split(separator: "\n")
    #expect(lines.last?.split(separator: " ").first == "0193a7b2-c4d5")
    #expect(lines.allSatisfy { $0.count <= 60 })
    #expect(lines.last?.contains("Rex") == true)
  }

  @Test func `a title cannot steer the terminal`() {
    #expect(!AlbumTable.text(albums, width: nil).contains("\u{1B}"))
    #expect(!AlbumTable.details(albums[1], width: nil).contains("\u{1B}"))
    #expect(!AlbumTable.line(albums[1]).contains("\u{1B}"))
  }

  @Test func `the details of an album name its contributors, where they are told`() {
    #expect(AlbumTable.details(albums[0], width: nil).contains("bob, eve"))
    var album = albums[0]
    album.contributors = []
    #expect(AlbumTable.details(album, width: nil).contains("none"))
    album.contributors = nil
    #expect(!AlbumTable.details(album, width: nil).contains("contributors"))
  }
}
