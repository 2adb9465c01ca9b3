// SPDX-License-Identifier: Apache-2.0

import Glibc
import MemoryDisks

/// The command line of the program.
struct SimulationCommand {
  private static let usage = """
    Usage: WoofSimulation [--from SEED] [--count N] [--operations N] [--calm] [--restore]
           [--tell] [--hash]

    Runs histories of the real service in virtual time, one for each seed, and says which seeds
    found something wrong. The same seed gives the same history.

      --from SEED      the first seed; 1 by default
      --count N        how many histories; 100 by default
      --operations N   how much each of the three clients does; 17 by default
      --calm           lets nothing go wrong
      --restore        puts the service back to a backup in the middle, and lets nothing else go wrong
      --tell           tells what happens
      --hash           prints the hash of each history

    """

  private var first: UInt64 = 1
  private var count = 100
  private var operationCount = 17
  private var isCalm = false
  private var restores = false
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
      case "--restore": restores = true
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
    var (total, wrongCount) = (HistoryOutcome(), 0)
    let start = Self.processorSeconds
    for seed in first..<first + UInt64(count) {
      let outcome = outcome(of: seed, image)
      total.acknowledgementCount += outcome.acknowledgementCount
      total.startCount += outcome.startCount
      total.milliseconds += outcome.milliseconds
      if hashes { print(seed, outcome.trace) }
      guard !outcome.problems.isEmpty else { continue }
      wrongCount += 1
      print("seed \(seed):")
      for problem in outcome.problems.prefix(20) { print("  \(problem)") }
    }
    let seconds = max(Self.processorSeconds - start, 0.001)
    print(
      "\(count) histories, \(Int(Double(count) / seconds)) a second; \(total.acknowledgementCount) acknowledgements, "
        + "\(total.startCount) starts, \(total.milliseconds / 60_000) virtual minutes; wrong: \(wrongCount)")
    exit(wrongCount == 0 ? 0 : 1)
  }

  private func outcome(of seed: UInt64, _ image: MemoryDisk) -> HistoryOutcome {
    let tell: @Sendable (String) -> Void = { [tells] line in if tells { print(line) } }
    guard !restores else { return RestoreTest(image: image, tell: tell).run(seed: seed) }
    return SelfTest(image: image, operationCount: operationCount, isUnlucky: !isCalm, tell: tell).run(seed: seed)
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
