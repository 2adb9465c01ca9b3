// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What something costs, in milliseconds.
struct Cost {
  var wall: Double
  var processor: Double

  /// What both cost together.
  func adding(_ other: Cost) -> Cost {
    Cost(wall: wall + other.wall, processor: processor + other.processor)
  }

  /// Whose processor time is counted.
  enum Counted: CInt {
    /// This process.
    case process = 0
    /// The processes that it has waited for.
    case children = -1
  }

  /// What a call costs.
  static func of(_ counted: Counted = .process, _ body: () -> Void) -> Cost {
    let before = processorMilliseconds(counted)
    let wall = ContinuousClock().measure(body)
    return Cost(wall: wall / .milliseconds(1), processor: processorMilliseconds(counted) - before)
  }

  private static func processorMilliseconds(_ counted: Counted) -> Double {
    var usage = rusage()
    getrusage(counted.rawValue, &usage)
    return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
  }

  private static func milliseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1_000 + Double(time.tv_usec) / 1_000
  }
}

extension [Cost] {
  /// The medians.
  var median: Cost {
    guard !isEmpty else { return Cost(wall: 0, processor: 0) }
    return Cost(wall: map(\.wall).sorted()[count / 2], processor: map(\.processor).sorted()[count / 2])
  }
}

/// Runs a program and waits for it; `false` where it failed.
func run(_ arguments: [String]) -> Bool {
  var copies = arguments.map { strdup($0) } + [nil]
  defer { for copy in copies { free(copy) } }
  var process = pid_t()
  guard posix_spawnp(&process, arguments[0], nil, nil, &copies, environ) == 0 else { return false }
  var status: CInt = 0
  return waitpid(process, &status, 0) == process && status == 0
}
