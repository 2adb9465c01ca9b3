// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// The memory of the processes that this one has started, in KB.
enum WorkerMemory {
  static var current: Int {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    // Each thread has the processes that it has started (proc_tid_children(5)).
    return tasks.flatMap { words(of: "/proc/self/task/\($0)/children") }.reduce(0) { $0 + kilobytes(of: $1) }
  }

  private static func kilobytes(of process: String) -> Int {
    let words = words(of: "/proc/\(process)/statm")
    return words.count > 1 ? (Int(words[1]) ?? 0) * Int(getpagesize()) / 1_024 : 0
  }

  private static func words(of path: String) -> [String] {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split { $0.isWhitespace }.map(String.init)
  }
}
