// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import Testing
import WoofModel

@testable import TestKit
@testable import WoofAPI

/// The lines of a thread that logs all the time.
@Suite struct LogLaneTests {
  private final class Calls: Sendable {
    let made = Mutex<[LogLane.Call]>([])

    func lane(byteLimit: Int = .max) -> LogLane {
      LogLane(byteLimit: byteLimit) { [self] _, call in made.withLock { $0.append(call) } }
    }
  }

  @Test func `only the first line of those that wait calls for a write`() {
    let calls = Calls()
    let lane = calls.lane()
    for _ in 0..<100 { lane.append(Array("line\n".utf8)) }
    #expect(calls.made.withLock(\.self) == [.soon])
    var lines: [UInt8] = []
    #expect(lane.take(into: &lines) == 0)
    #expect(lines.count == 500)
    lane.append([1])
    #expect(calls.made.withLock(\.self) == [.soon, .soon])
  }

  @Test func `many bytes call for a write at once, and only once`() {
    let calls = Calls()
    let lane = calls.lane()
    let line = [UInt8](repeating: 0x61, count: 1_000)
    for _ in 0..<200 { lane.append(line) }
    #expect(calls.made.withLock(\.self) == [.soon, .now])
  }

  @Test func `lines beyond the limit are dropped and counted`() {
    let lane = Calls().lane(byteLimit: 10)
    for _ in 0..<5 { lane.append([1, 2, 3, 4, 5, 6]) }
    var lines: [UInt8] = [9]
    #expect(lane.take(into: &lines) == 3)
    #expect(lines.count == 12)
    #expect(lane.take(into: &lines) == 0)
    #expect(lines.isEmpty)
  }

  // MARK: In a sink

  private struct Pipe {
    let output: Int32
    let input: Int32

    init() throws {
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      (output, input) = (ends[0], ends[1])
    }

    func read() -> String {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = Glibc.read(output, &buffer, buffer.count)
      return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    }

    func close() {
      Glibc.close(output)
      Glibc.close(input)
    }
  }

  @Test func `lines are written soon by themselves`() throws {
    let pipe = try Pipe()
    let sink = LogSink(descriptor: pipe.input, format: .logfmt)
    let lane = sink.makeLane()
    lane.append(Array("one\n".utf8))
    lane.append(Array("two\n".utf8))
    // Blocks until something is written, which nothing else than the time brings about.
    #expect(pipe.read() == "one\ntwo\n")
    sink.close()
    pipe.close()
  }

  @Test func `closing writes what waits, of all lanes`() throws {
    let pipe = try Pipe()
    let sink = LogSink(descriptor: pipe.input, format: .logfmt)
    for lane in (0..<3).map({ _ in sink.makeLane() }) { lane.append(Array("line\n".utf8)) }
    sink.close()
    #expect(pipe.read() == "line\nline\nline\n")
    pipe.close()
  }

  @Test func `a note is written at once, after the lines of requests before it`() throws {
    let folder = try TemporaryFolder()
    let sink = try LogSink(path: folder.path("log"), format: .logfmt)
    sink.makeLane().append(Array("request\n".utf8))
    sink.note(.error, "broken")
    sink.close()
    let lines = String(decoding: folder.read("log"), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first == "request")
    #expect(lines.last?.contains("broken") == true)
  }

  @Test func `lines that were dropped are told of`() throws {
    let pipe = try Pipe()
    let sink = LogSink(descriptor: pipe.input, format: .logfmt, byteLimit: 4)
    let lane = sink.makeLane()
    for _ in 0..<3 { lane.append(Array("line\n".utf8)) }
    sink.close()
    let text = pipe.read()
    #expect(text.hasPrefix("line\n"))
    #expect(text.contains("count=2"))
    pipe.close()
  }

  @Test func `threads that log at the same time lose nothing`() async throws {
    let folder = try TemporaryFolder()
    let sink = try LogSink(path: folder.path("log"), format: .logfmt)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        let lane = sink.makeLane()
        group.addTask { for number in 0..<5_000 { lane.append(Array("\(thread) \(number)\n".utf8)) } }
      }
    }
    sink.close()
    let lines = String(decoding: folder.read("log"), as: UTF8.self).split(separator: "\n").map(String.init)
    for thread in 0..<4 {
      #expect(lines.filter { $0.hasPrefix("\(thread) ") } == (0..<5_000).map { "\(thread) \($0)" })
    }
  }
}
