// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import WoofModel

@testable import WoofAPI

@Suite struct LogLineTests {
  private func line(_ format: LogSink.Format, _ fill: (inout LogLine) -> Void) -> String {
    var line = LogLine(format: format, level: .info, message: "request", time: Timestamp(milliseconds: 0))
    fill(&line)
    return String(decoding: line.finish(), as: UTF8.self)
  }

  @Test func `a line for people consists of pairs`() {
    let text = line(.logfmt) {
      $0.add("status", 200)
      $0.add("duration", nanoseconds: 1_234_567)
      $0.add("path", "/v1/photos")
    }
    #expect(
      text == "time=1970-01-01T00:00:00.000Z level=info message=request status=200 duration=0.001234 path=/v1/photos\n")
  }

  @Test(arguments: ["a b", "a=b", "a\"b", "", "a\nb", "a\\\"b", "é ü"])
  func `a text that would break a pair is quoted`(_ text: String) {
    let written = line(.logfmt) { $0.add("text", text) }
    #expect(written.hasSuffix("\"\n"))
    #expect(written.filter { $0 == "\n" }.count == 1)
  }

  @Test(arguments: ["plain", "a \"quoted\" text", "back\\slash", "line\nend\u{1}\u{7F}", "ünï 🐶", ""])
  func `a line for programs is JSON with the same values`(_ text: String) throws {
    let written = line(.json) {
      $0.add("text", text)
      $0.add("count", -7)
    }
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(written.utf8))
    guard case .object(let members) = value else {
      Issue.record("not an object: \(written)")
      return
    }
    #expect(members["text"] == .string(text))
    #expect(members["count"] == .integer(-7))
    #expect(members["level"] == "info")
  }
}
