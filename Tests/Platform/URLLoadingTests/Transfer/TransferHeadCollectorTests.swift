// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import URLLoading

@Suite struct TransferHeadCollectorTests {
  /// What a collector makes of lines.
  private func collect(
    _ lines: [[UInt8]], knowing memory: HeadMemory = HeadMemory()
  ) -> (heads: [TransferHead], trailers: [String]) {
    var collector = TransferHeadCollector()
    var heads: [TransferHead] = []
    for line in lines {
      if case .head(let head) = line.withUnsafeBytes({ collector.take($0, knowing: memory) }) { heads.append(head) }
    }
    return (heads, collector.trailers.map { "\($0.name)=\($0.value)" })
  }

  @Test func `a line that begins with a space continues the one before it`() {
    let complete = collect([
      Array("HTTP/1.1 200 OK\r\n".utf8), Array("A: 1\r\n".utf8), Array("  2\r\n".utf8), Array("\t3\r\n".utf8),
      [13, 10],
    ])
    #expect(complete.heads.first?.headers.map(\.value) == ["1 2 3"])
  }

  @Test func `a value that is not UTF-8 is read as ISO 8859-1`() {
    let line = Array("A: ".utf8) + [0xE9] + [13, 10]
    #expect(collect([Array("HTTP/1.1 200 OK\r\n".utf8), line, [13, 10]]).heads.first?.headers.first?.value == "é")
  }

  @Test func `fields after a head are trailers, until the next head`() {
    let lines = ["HTTP/2 200 ", "", "X: 1", "HTTP/1.0 404", "Y: 2", "", "Z: 3"].map { Array(($0 + "\r\n").utf8) }
    let (heads, trailers) = collect(lines)
    #expect(heads.map(\.status) == [200, 404])
    #expect(heads.map(\.version) == [.http2, .http10])
    #expect(heads[1].headers.map(\.name) == ["Y"])
    #expect(trailers == ["Z=3"])
  }

  @Test func `a repeated head is recognised, and a different one is not taken for it`() {
    let memory = HeadMemory()
    func headers(_ status: Int, _ value: String) -> [(name: String, value: String)] {
      let lines = ["HTTP/1.1 \(status) OK", "Content-Length: 7", "X: \(value)", ""].map { Array(($0 + "\r\n").utf8) }
      let head = collect(lines, knowing: memory).heads.first
      #expect(head?.status == status)
      #expect(head?.contentLength == 7)
      #expect(head?.headers.last?.value == value)
      return head?.headers ?? []
    }
    func place(_ headers: [(name: String, value: String)]) -> UnsafePointer<(name: String, value: String)>? {
      headers.withUnsafeBufferPointer { $0.baseAddress }
    }
    let first = headers(200, "1")
    let (again, other, failed) = (headers(200, "1"), headers(200, "2"), headers(404, "1"))
    #expect(place(again) == place(first))
    #expect(place(other) != place(first))
    #expect(place(failed) != place(first))
  }

  @Test func `many heads, and large ones, are read unchanged`() {
    let memory = HeadMemory()
    for round in 0..<3 {
      for number in 0..<20 {
        let value = String(repeating: "\(number)", count: number == 7 ? 9_000 : 1)
        let lines = ["HTTP/2 200", "X: \(value)", "Set-Cookie: a=\(round)", ""].map { Array(($0 + "\r\n").utf8) }
        let head = collect(lines, knowing: memory).heads.first
        #expect(head?.headers.map(\.value) == [value, "a=\(round)"])
        #expect(head?.setsCookies == true)
        #expect(head?.contentLength == nil)
      }
    }
  }
}
