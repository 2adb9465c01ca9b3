import Testing
import WoofCommandLine

@Suite struct `Text table` {
  @Test func `columns are as wide as their widest cell, and lines end without blanks`() {
    var table = TextTable(["NAME", "PHOTOS", "ROLE"], alignments: [.leading, .trailing])
    table.append(["ada", "12", "admin"])
    table.append(["grace hopper", "1000000", ""])
    table.append(["é🐶"])
    #expect(
      table.description == """
        NAME           PHOTOS  ROLE
        ada                12  admin
        grace hopper  1000000
        é🐶

        """)
  }

  @Test func `a table without rows has its headings`() {
    #expect(TextTable(["A", "B"]).description == "A  B\n")
  }

  @Test func `what could steer the terminal is replaced`() {
    var table = TextTable(["NAME"])
    table.append(["a\u{1B}[2Jb\nc\u{9B}\r\n"])
    #expect(table.description == "NAME\na\u{FFFD}[2Jb\u{FFFD}c\u{FFFD}\u{FFFD}\u{FFFD}\n")
  }
}
