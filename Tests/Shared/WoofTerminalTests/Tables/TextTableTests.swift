// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofTerminal

@Suite struct `Text table` {
  @Test func `columns are as wide as their widest cell, and lines have no trailing blanks`() {
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

  @Test func `a table without rows has only headings`() {
    #expect(TextTable(["A", "B"]).description == "A  B\n")
  }

  @Test func `control characters are replaced`() {
    var table = TextTable(["NAME"])
    table.append(["a\u{1B}[2Jb\nc\u{9B}\r\n"])
    #expect(table.description == "NAME\na\u{FFFD}[2Jb\u{FFFD}c\u{FFFD}\u{FFFD}\u{FFFD}\n")
  }
}

@Suite struct `A table on a narrow terminal` {
  private var table: TextTable {
    var table = TextTable(["ID", "SIZE", "CAPTION"], alignments: [.leading, .trailing])
    table.append(["0193a7b2", "1.25 MB", "Rex at the lake with a very large stick"])
    table.append(["0193a7b3", "7 B", "犬"])
    return table
  }

  @Test func `the widest text is cut until the lines fit`() {
    #expect(
      table.lines(width: 40) == [
        "ID           SIZE  CAPTION", "0193a7b2  1.25 MB  Rex at the lake with…", "0193a7b3      7 B  犬",
      ])
  }

  @Test(arguments: 0...60)
  func `no line exceeds the given width`(width: Int) {
    for line in table.lines(width: width) { #expect(line.displayWidth <= width) }
  }

  @Test func `a table that fits is not cut`() {
    #expect(table.lines(width: 200) == table.lines())
  }
}

@Suite struct `Width of texts` {
  @Test(arguments: [
    ("", 0), ("Rex", 3), ("é", 1), ("e\u{301}", 1), ("犬", 2), ("🐶", 2), ("한", 2), ("\u{200B}", 0), ("ﾜ", 1),
    ("❤️", 2),
  ])
  func `wide characters take two columns, and combining marks none`(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test func `a cut never splits a character`() {
    #expect("犬犬犬".truncated(toWidth: 4) == "犬…")
    #expect("rex-at-the-lake.jpg".truncatedInTheMiddle(toWidth: 11) == "rex-a…e.jpg")
    #expect("rex".truncated(toWidth: 0).isEmpty)
    #expect("犬".padded(toWidth: 4) == "犬  ")
  }
}
