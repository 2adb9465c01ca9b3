// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import Testing
import WoofSystem

@Suite struct SystemThreadTests {
  /// The name of the calling thread, as `top` shows it.
  private static func ownName() -> String {
    guard let file = fopen("/proc/thread-self/comm", "re") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  @Test func `joining waits for the end of the body`() throws {
    let hasRun = Mutex(false)
    try SystemThread(named: "test") { hasRun.withLock { $0 = true } }.join()
    #expect(hasRun.withLock { $0 })
  }

  @Test func `a body runs under the name of its thread, cut to 15 bytes`() async {
    #expect(await SystemThread.run(named: "signals") { Self.ownName() } == "signals")
    #expect(await SystemThread.run(named: "a name of many bytes") { Self.ownName() } == "a name of many ")
  }

  @Test func `work that blocks runs apart from the caller`() async {
    let other = await SystemThread.run(named: "test") { UInt(pthread_self()) }
    #expect(other != UInt(pthread_self()))
  }
}
