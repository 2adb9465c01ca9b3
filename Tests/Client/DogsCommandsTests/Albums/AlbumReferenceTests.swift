// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofClient
import WoofModel

@testable import DogsCommands

@Suite struct `References to albums` {
  private let rex = Self.album("0193a7b2-c4d5-7e6f-8123-456789abcdef", "Rex at the lake")
  private let bella = Self.album("0193a7b2-c4d5-7e6f-8123-456789abcd00", "Bella")
  private let twin = Self.album("0193ffff-c4d5-7e6f-8123-456789abcd00", "Bella")

  private static func album(_ id: String, _ title: String) -> Album {
    let uuid = PhotoID(id) ?? PhotoID(high: 0, low: 0)
    return Album(id: AlbumID(uuid: uuid), owner: "ada", title: title, createdAt: uuid.createdAt)
  }

  private func id(_ text: String) throws -> AlbumID {
    try AlbumSearch.album(AlbumReference(text: text), among: [rex, bella, twin]).id
  }

  @Test(arguments: ["Rex at the lake", "0193a7b2-c4d5-7e6f-8123-456789abcdef", "0193A7B2-C4D5-7E6F-8123-456789ABCDE"])
  func `an id, its beginning and a title mean an album`(text: String) throws {
    #expect(try id(text) == rex.id)
  }

  @Test(arguments: ["rex at the lake", "Rex", "Rex at the lake ", "019", "0194", ""])
  func `what is near an id or a title means nothing`(text: String) {
    let failure = #expect(throws: CodedFailure.self) { try id(text) }
    #expect(failure?.code == "not-found" && failure?.description.contains("dogs albums") == true)
  }

  @Test(arguments: ["Bella", "0193"])
  func `what fits several albums names them, and means none`(text: String) throws {
    let failure = try #require(#expect(throws: CodedFailure.self) { try id(text) })
    #expect(failure.code == "ambiguous-album")
    #expect(failure.candidates.contains(bella.id.description) && failure.candidates.contains(twin.id.description))
    #expect(failure.description.contains("\(bella.id) ‘Bella’, \(twin.id) ‘Bella’"))
  }

  @Test func `a title that is also the beginning of another id is not clear`() {
    let year = Self.album("0199aaaa-c4d5-7e6f-8123-456789abcd00", "0193a7")
    let failure = #expect(throws: CodedFailure.self) {
      try AlbumSearch.album(AlbumReference(text: "0193a7"), among: [year, rex])
    }
    #expect(failure?.candidates == [year.id.description, rex.id.description])
  }

  @Test func `a whole id is taken without a search, in capitals too`() {
    #expect(AlbumReference(text: "0193A7B2-C4D5-7E6F-8123-456789ABCDEF").id == rex.id)
    #expect(AlbumReference(text: "0193a7b2-c4d5").id == nil)
  }

  @Test func `ten albums at most are named`() throws {
    let many = (0..<12).map { Self.album("0193a7b2-c4d5-7e6f-8123-4567890000\($0 + 10)", "Bella") }
    let failure = try #require(
      #expect(throws: CodedFailure.self) { try AlbumSearch.album(AlbumReference(text: "Bella"), among: many) })
    #expect(failure.candidates.count == 10 && failure.description.contains(" and more;"))
  }
}
