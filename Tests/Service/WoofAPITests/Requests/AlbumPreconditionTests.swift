// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofHTTP
import WoofModel

@testable import WoofAPI

/// A precondition of an album as a request tells it.
@Suite struct AlbumPreconditionTests {
  private func precondition(_ fields: KeyValuePairs<HTTPFieldName, String>) throws -> Precondition {
    let ada = Principal(id: AccountID(rawValue: 1), name: try #require(AccountName("ada-l")), isAdministrator: false)
    return Precondition(ofAlbum: HTTPFields(fields), by: ada)
  }

  @Test func `a request without the fields, or with an asterisk, asks nothing`() throws {
    let (none, any) = (try precondition([:]), try precondition([.ifMatch: "*"]))
    #expect(none == .none && any == .none)
    let excluded = try precondition([.ifNoneMatch: "*"]).excluded
    #expect(excluded == .all)
  }

  @Test func `a tag with the name of who asks stands for its version`() throws {
    let required = try precondition([.ifMatch: "\"7-ada-l\", \"8-ada-l\"", .ifNoneMatch: "W/\"9-ada-l\""])
    #expect(required == Precondition(required: .named(versions: [7, 8]), excluded: .named(versions: [9])))
  }

  @Test(arguments: [
    "\"7\"", "\"7-bob\"", "\"7-ada\"", "\"07-ada-l\"", "\"+7-ada-l\"", "\"-ada-l\"", "\"99999999999999999999-ada-l\"",
    "\"\"", "\"é\"", "nonsense", "", "W/\"7-ada-l\"",
  ])
  func `a tag that no album has for who asks names no state`(tag: String) throws {
    let required = try precondition([.ifMatch: tag]).required
    #expect(required == .none)
  }
}
