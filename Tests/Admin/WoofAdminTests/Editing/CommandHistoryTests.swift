// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import TestKit
@testable import WoofAdmin

@Suite struct `The command history` {
  @Test func `lines are kept in order, and repeated lines once`() {
    var history = CommandHistory()
    let isNew = ["status", "status", "stats", "status"].map { history.add($0) }
    #expect(isNew == [true, false, true, true])
    #expect(history.lines == ["status", "stats", "status"])
    #expect(CommandHistory(history.text) == history)
  }

  @Test(arguments: [
    "", " ", " status", "accounts add --password=1", "accounts password ada secret", "plan accounts add ada --yes 1234",
    "x --token t", "configuration set x password=1", "a\u{1B}[1m",
  ])
  func `blank lines, lines that begin with a blank and possible secrets are not kept`(line: String) {
    var history = CommandHistory()
    let isKept = history.add(line)
    #expect(!isKept)
    #expect(history.lines.isEmpty)
  }

  @Test(arguments: ["accounts password ada", "accounts add ada --admin --yes", "photos list --text 'pass'"])
  func `lines that only resemble a secret are kept`(line: String) {
    #expect(CommandHistory.keeps(line))
  }

  @Test func `the history has a limit`() {
    var history = CommandHistory()
    for number in 0..<(CommandHistory.limit + 5) { _ = history.add("jobs show \(number)") }
    #expect(history.lines.count == CommandHistory.limit)
    #expect(history.lines.first == "jobs show 5")
  }

  @Test func `only the owner can read the file, even if it was public before`() throws {
    let folder = try TemporaryFolder()
    let file = try #require(HistoryFile(environment: ["XDG_STATE_HOME": folder.path("state")]))
    file.append("status")
    file.append("Grüße")
    #expect(file.read().lines == ["status", "Grüße"])
    #expect(Self.mode(of: file.path) == 0o600)
    #expect(HistoryFile(environment: ["HOME": "/home/ada"])?.path == "/home/ada/.local/state/woof/history")
    #expect(HistoryFile(environment: [:]) == nil)
  }

  private static func mode(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }
}
