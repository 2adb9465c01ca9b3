// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// How much memory of the process is resident, in KB.
enum ResidentMemory {
  /// Makes what there is now the peak, and gives it.
  static func resetPeak() -> Int {
    returnFreeMemory()
    // Writing 5 sets the peak back (proc_pid_clear_refs(5)).
    try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
    return value("VmRSS")
  }

  /// What there is now, but for what is free.
  static var current: Int {
    returnFreeMemory()
    return value("VmRSS")
  }

  /// What the process has allocated, but for what is free, resident or swapped out: pages of files, as those of libraries, come
  /// and go as the kernel likes.
  static var allocated: Int {
    returnFreeMemory()
    return value("RssAnon") + value("VmSwap")
  }

  static var peak: Int { value("VmHWM") }

  /// Calls `malloc_trim`, whose header no module has; without it what earlier files left free would hide the peak.
  private static func returnFreeMemory() {
    typealias Trim = @convention(c) (_ pad: Int) -> CInt
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: Trim.self)(0)  // the signature is that of malloc_trim(3)
  }

  private static func value(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
    return line.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0
  }
}
