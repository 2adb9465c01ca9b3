// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofModel

@testable import TestKit
@testable import WoofAPI

@Suite struct LogSinkTests {
  /// Reads all that is written into a pipe until its other end is closed.
  private func written(_ body: (Int32) -> Void) throws -> String {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    body(ends[1])
    close(ends[1])
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(ends[0], &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    close(ends[0])
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `closing writes the waiting lines`() throws {
    let text = try written { descriptor in
      let sink = LogSink(descriptor: descriptor, format: .logfmt)
      sink.append(Array("one\n".utf8))
      sink.append(Array("two\n".utf8))
      sink.close()
    }
    #expect(text == "one\ntwo\n")
  }

  @Test func `lines beyond the buffer are dropped and counted`() throws {
    let text = try written { descriptor in
      let sink = LogSink(descriptor: descriptor, format: .logfmt, byteLimit: 10)
      sink.append(Array("this line is too long for the buffer\n".utf8))
      sink.close()
    }
    #expect(!text.contains("too long"))
    #expect(text.contains("count=1"))
  }

  @Test func `a note below the level is not written`() throws {
    let text = try written { descriptor in
      let sink = LogSink(descriptor: descriptor, format: .logfmt, level: .warning)
      sink.note(.info, "started")
      sink.note(.error, "broken", ["what": "the leash"])
      sink.close()
    }
    #expect(!text.contains("started"))
    #expect(text.contains("message=broken what=\"the leash\""))
  }

  @Test func `a line after a rotation goes into a new file`() throws {
    let folder = try TemporaryFolder()
    let sink = try LogSink(path: folder.path("woof.log"), format: .logfmt)
    sink.append(Array("before\n".utf8))
    try #require(rename(folder.path("woof.log"), folder.path("woof.log.1")) == 0)
    sink.reopen()
    sink.append(Array("after\n".utf8))
    sink.close()
    #expect(String(decoding: folder.read("woof.log.1"), as: UTF8.self) == "before\n")
    #expect(String(decoding: folder.read("woof.log"), as: UTF8.self) == "after\n")
  }

  @Test func `a file that cannot be opened is named with a remedy`() throws {
    let error = #expect(throws: WoofError.self) { try LogSink(path: "/nowhere/at/all/woof.log", format: .json) }
    #expect(error?.message.contains("/nowhere/at/all/woof.log: No such file or directory") == true)
  }

  @Test func `a changed level counts for the lines after it`() throws {
    let text = try written { descriptor in
      let sink = LogSink(descriptor: descriptor, format: .logfmt, level: .error)
      sink.note(.info, "too early")
      sink.level = .info
      sink.note(.info, "in time")
      sink.close()
    }
    #expect(!text.contains("too early"))
    #expect(text.contains("in time"))
  }
}
