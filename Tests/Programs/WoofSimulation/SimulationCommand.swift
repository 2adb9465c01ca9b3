// SPDX-License-Identifier: Apache-2.0

import Glibc
import MemoryDisks

/// The command line of the program.
struct SimulationCommand {
  private static let usage = """
    Usage: WoofSimulation [--from SEED] [--count N] [--operations N] [--calm] [--tell] [--hash]

    Runs histories of the real service in virtual time, one for each seed, and says which seeds
    found something wrong. The same seed gives the same history.

      --from SEED      the first seed; 1 by default
      --count N        how many histories; 100 by default
      --operations N   how much each of the three clients does; 17 by default
      --calm           lets nothing go wrong
      --tell           tells what happens
      --hash           prints the hash of each history

    """

  private var first: UInt64 = 1
  private var count = 100
  private var operationCount = 17
  private var isCalm = false
  private var tells = false
  private var hashes = false

  /// Reads the arguments; ends the process where they are none of this program's.
  init(_ arguments: some Collection<String>) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--from": first = UInt64(Self.number(rest.popFirst()))
      case "--count": count = Self.number(rest.popFirst())
      case "--operations": operationCount = Self.number(rest.popFirst())
      case "--calm": isCalm = true
      case "--tell": tells = true
      case "--hash": hashes = true
      case "--help", "-h": Self.end(0)
      default: Self.end(2)
      }
    }
  }

  /// Runs the histories, and ends the process with 1 where something was wrong.
  func run() {
    guard let image = Self.image() else { exit(1) }
    var test = SelfTest(image: image)
    test.operationCount = operationCount
    test.isUnlucky = !isCalm
    if tells { test.tell = { print($0) } }
    var (wrongSeeds, acknowledgementCount, startCount, virtual): ([UInt64], Int, Int, Int64) = ([], 0, 0, 0)
    let start = Self.processorSeconds
    for seed in first..<first + UInt64(count) {
      let outcome = test.run(seed: seed)
      acknowledgementCount += outcome.acknowledgementCount
      startCount += outcome.startCount
      virtual += outcome.milliseconds
      if hashes { print(seed, outcome.trace) }
      guard !outcome.problems.isEmpty else { continue }
      wrongSeeds.append(seed)
      print("seed \(seed):")
      for problem in outcome.problems { print("  \(problem)") }
    }
    let seconds = max(Self.processorSeconds - start, 0.001)
    print(
      "\(count) histories, \(Int(Double(count) / seconds)) a second; \(acknowledgementCount) acknowledgements, "
        + "\(startCount) starts, \(virtual / 3_600_000) virtual hours; wrong: \(wrongSeeds.count)")
    exit(wrongSeeds.isEmpty ? 0 : 1)
  }

  private static func image() -> MemoryDisk? {
    let made = MadeImage()
    _ = SimulationExecutor.shared.run(seed: 0) {
      do {
        made.disk = try await ServiceMachine.image(accounts: SelfTest.accounts)
      } catch {
        print("No service could be made: \(error)")
      }
    }
    return made.disk
  }

  private static var processorSeconds: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

  private static func number(_ text: String?) -> Int {
    guard let number = text.flatMap({ Int($0) }), number >= 0 else { end(2) }
    return number
  }

  private static func end(_ code: Int32) -> Never {
    print(usage)
    exit(code)
  }
}

/// Takes the image out of the history that makes it.
private final class MadeImage: @unchecked Sendable {  // one thread runs everything
  var disk: MemoryDisk?
}
