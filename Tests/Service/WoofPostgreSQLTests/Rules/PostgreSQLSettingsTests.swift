// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel
@testable import WoofPostgreSQL

struct PostgreSQLSettingsTests {
  private static let secret = "hunter2-Zaunkönig"

  @Test(arguments: [
    "postgresql://woof:\(secret)@db.example/woof", "host=db.example user=woof password='\(secret)' dbname=woof",
  ])
  func `nothing of a connection string is shown`(string: String) throws {
    let settings = try PostgreSQLSettings(string)
    var dumped = ""
    dump(settings, to: &dumped)
    for text in ["\(settings)", String(reflecting: settings), dumped, "\([settings])", "\(Optional(settings) as Any)"] {
      #expect(!text.contains(Self.secret))
      #expect(!text.contains("db.example"))
    }
  }

  @Test(arguments: [
    "host=db \(secret)", "pasword=\(secret)", "password='\(secret)", "postgresql://woof:\(secret)@[db/woof",
    "host=db password=\(secret) options=-csearch_path=x", "host=db password=\(secret) replication=database",
  ])
  func `a connection string that cannot be used is refused without quoting it`(string: String) {
    let error = #expect(throws: PostgreSQLError.self) { try PostgreSQLSettings(string) }
    #expect(error?.code == .invalidSettings)
    if let error {
      for text in ["\(error)", error.debugDescription, WoofError(error).debugDescription] {
        #expect(!text.contains(Self.secret))
      }
    }
  }

  @Test func `a password that stands in a message is taken out`() throws {
    let settings = try PostgreSQLSettings("password=abc")
    #expect(settings.redacted("xabcabc y abc") == "x…… y …")
    #expect(try PostgreSQLSettings("host=db").redacted("as it is") == "as it is")
  }

  @Test func `a writable server is asked for, unless the string says otherwise`() throws {
    #expect(try PostgreSQLSettings("host=a,b").options["target_session_attrs"] == "read-write")
    #expect(try PostgreSQLSettings("host=a,b target_session_attrs=any").options["target_session_attrs"] == "any")
    #expect(try PostgreSQLSettings("host=a client_encoding=LATIN1").options["client_encoding"] == "UTF8")
  }
}
