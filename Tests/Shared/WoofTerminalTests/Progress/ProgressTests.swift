// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofTerminal

@Suite struct `Bars of progress` {
  @Test(arguments: [
    (0.0, "reading [....................]   0 %"), (0.055, "reading [#...................]   5 %"),
    (0.5, "reading [##########..........]  50 %"), (1.0, "reading [####################] 100 %"),
    (7.0, "reading [####################] 100 %"), (-1.0, "reading [....................]   0 %"),
    (Double.nan, "reading [....................]   0 %"),
  ])
  func `a bar is filled in proportion to the work`(part: Double, line: String) {
    #expect(ProgressBar("reading", part: part).text(width: 37) == line)
  }

  @Test(arguments: [1, 5, 20, 30, 80, 500])
  func `no line is wider than the terminal`(width: Int) {
    for part in [nil, 0, 0.3, 1] {
      for title in ["", "reading", "犬の写真.jpg"] {
        let line = ProgressBar(title, part: part, remark: "3 s left").text(width: width)
        #expect(line.displayWidth < max(2, width))
      }
    }
  }

  @Test func `each transfer has its own bar, and one bar is for all`() {
    var board = TransferBoard("photos", count: 3, byteTotal: 4_000_000)
    board.begin(0, name: "rex.jpg", total: 1_000_000)
    board.begin(1, name: "a-very-long-name-of-a-photo-in-the-park.jpg", total: 2_000_000)
    _ = board.lines(width: 70, at: .zero)
    board.set(1, count: 1_000_000)
    board.end(0)
    #expect(
      board.lines(width: 70, at: .seconds(2)) == [
        "a-very-long…he-park.jpg [##############...............]  50 %  2.0 MB",
        "1 of 3 photos           [########.........]  50 %  1.0 MB/s  2 s left",
      ])
  }

  @Test func `a transfer that ends without progress counts once`() {
    var board = TransferBoard("photos", count: 1, byteTotal: 10)
    board.begin(0, name: "rex.jpg", total: 10)
    board.end(0)
    board.end(0)
    board.set(0, count: 5)
    #expect(board.lines(width: 80, at: .zero).count == 1)
    #expect(board.lines(width: 80, at: .zero)[0].contains("1 of 1 photos"))
    #expect(board.lines(width: 80, at: .zero)[0].contains("100 %"))
  }

  @Test func `a rate covers the last seconds`() {
    var rate = TransferRate()
    #expect(rate.bytesPerSecond == nil)
    for second in 0...10 { rate.note(Int64(second < 5 ? 0 : (second - 5) * 100), at: .seconds(second)) }
    #expect(rate.bytesPerSecond == 100)
    #expect(rate.seconds(for: 250) == 3)
    #expect(rate.seconds(for: Int64.max) == nil)
  }

  @Test func `lines are overwritten, and fewer lines leave no rest`() {
    var lines = RedrawnLines()
    #expect(lines.redraw(["a", "b"]) == "a\u{1B}[K\nb\u{1B}[K\n")
    #expect(lines.redraw(["c"]) == "\r\u{1B}[2Ac\u{1B}[K\n\u{1B}[J")
    #expect(lines.clear() == "\r\u{1B}[1A\u{1B}[J")
    #expect(lines.clear().isEmpty)
  }
}
