// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCore
import WoofStorage

/// What is asked of a store.
struct FavouriteLoad: Sendable {
  let seconds: Int
  let callerCount: Int
  let photoCount: Int
  let accountCount: Int
}

/// What the process has used of the machine, and when.
struct Usage {
  let nanoseconds = SystemTimeSource().monotonicNanoseconds()
  let microsecondsOfProcessor: Int

  init() {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    microsecondsOfProcessor =
      [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Int($1.tv_sec) * 1_000_000 + Int($1.tv_usec) }
  }

  /// One line about so many operations since then.
  func report(_ name: String, operationCount: Int) -> String {
    let now = Usage()
    let seconds = Double(now.nanoseconds - nanoseconds) / 1e9
    let rate = Int(Double(operationCount) / seconds)
    let processor = Double(now.microsecondsOfProcessor - microsecondsOfProcessor) / Double(max(operationCount, 1))
    let hundredths = Int(processor * 100)
    return "\(name): \(rate) favourites/s, \(Double(hundredths) / 100) µs of processor each"
  }
}

/// A folder that lives as long as the program.
struct TemporaryFolder {
  let path: String

  init() throws {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/woof-storage-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXFailure(number: errno) }
    path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func remove() { Self.remove(path) }

  private static func remove(_ path: String) {
    guard unlink(path) != 0 else { return }
    for name in (try? SystemFileSystem().names(in: path)) ?? [] { remove("\(path)/\(name)") }
    rmdir(path)
  }
}

/// A system call that failed.
struct POSIXFailure: Error {
  let number: Int32
}
