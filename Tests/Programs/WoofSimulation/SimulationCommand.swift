// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The command line of the program.
struct SimulationCommand {
  private static let usage = """
    Usage: WoofSimulation [--seeds N] [--from SEED] [--history KIND] [--tell] [--hash]
                          [--keep-going | --find]

    Runs histories in virtual time, one for each seed, and says which seeds found something wrong.
    The same seed gives the same history. The first history of replicas that fails is shrunk to the
    fewest steps that still fail.

      --seeds N        how many histories; 100 by default
      --from SEED      the first seed; 1 by default
      --history KIND   replicas (the default): apps with replicas on several devices
                       service: clients without replicas
                       restore: a service that is put back to a backup
      --tell           tells what happens
      --hash           prints the hash of each history
      --keep-going     goes on after a history that fails, and shrinks none
      --find           ends with the first history that fails, without shrinking it

    """

  private enum Kind: String {
    case replicas, service, restore
  }

  private var first: UInt64 = 1
  private var count = 100
  private var kind = Kind.replicas
  private var tells = false
  private var hashes = false
  private var keepsGoing = false
  private var shrinks = true

  /// Reads the arguments; ends the process where they are none of this program's.
  init(_ arguments: some Collection<String>) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--seeds": count = Self.number(rest.popFirst())
      case "--from": first = UInt64(Self.number(rest.popFirst()))
      case "--history":
        guard let kind = rest.popFirst().flatMap(Kind.init) else { Self.end(2) }
        self.kind = kind
      case "--tell": tells = true
      case "--hash": hashes = true
      case "--keep-going": keepsGoing = true
      case "--find": shrinks = false
      case "--help", "-h": Self.end(0)
      default: Self.end(2)
      }
    }
  }

  /// Runs the histories, and ends the process with 1 where something was wrong.
  func run() {
    let images = Self.images()
    var summary = Summary()
    for seed in first..<first + UInt64(count) {
      let outcome = outcome(of: seed, images)
      summary.add(outcome)
      if hashes { print(seed, outcome.trace) }
      guard !outcome.problems.isEmpty else { continue }
      print("seed \(seed):")
      for problem in outcome.problems.prefix(20) { print("  \(problem)") }
      guard !keepsGoing else { continue }
      if kind == .replicas, shrinks { shrink(HistoryPlan(seed: seed), images) }
      break
    }
    print(summary)
    exit(summary.wrongCount == 0 ? 0 : 1)
  }

  private func outcome(of seed: UInt64, _ images: HistoryImages) -> HistoryOutcome {
    let tell: (@Sendable (String) -> Void)? = tells ? { @Sendable (line: String) in print(line) } : nil
    switch kind {
    case .replicas: return ReplicaHistory(images: images, tell: tell).run(HistoryPlan(seed: seed))
    case .service: return SelfTest(images: images, tell: tell).run(seed: seed)
    case .restore: return RestoreTest(images: images, tell: tell).run(seed: seed)
    }
  }

  private func shrink(_ plan: HistoryPlan, _ images: HistoryImages) {
    let wanted = Self.kinds(of: ReplicaHistory(images: images).run(plan))
    let shrinking = PlanShrinking {
      !Self.kinds(of: ReplicaHistory(images: images).run($0)).isDisjoint(with: wanted)
    }
    let smallest = shrinking.smallest(of: plan)
    print("It fails with \(smallest.steps.count) of its \(plan.steps.count) steps as well, which tell this:")
    let told = ReplicaHistory(images: images, tell: { print("  \($0)") }).run(smallest)
    for problem in told.problems.prefix(20) { print("  \(problem)") }
    print("The steps, for accounts \(plan.accounts.joined(separator: ", ")), keeping \(plan.scopes):")
    for step in smallest.steps { print("  \(step)") }
  }

  /// The problems of a history without the names of photos and devices.
  private static func kinds(of outcome: HistoryOutcome) -> Set<String> {
    Set(outcome.problems.map { $0.prefix { $0 != "\n" }.filter { !$0.isHexDigit && $0 != "-" } })
  }

  private static func images() -> HistoryImages {
    do {
      return try HistoryImages(accounts: HistoryPlan.names)
    } catch {
      print("No history can begin: \(error)")
      exit(1)
    }
  }

  private static func number(_ text: String?) -> Int {
    guard let number = text.flatMap({ Int($0) }), number >= 0 else { end(2) }
    return number
  }

  private static func end(_ code: Int32) -> Never {
    print(usage)
    exit(code)
  }
}

/// The totals of all histories.
private struct Summary: CustomStringConvertible {
  private var total = HistoryOutcome()
  private var count = 0
  private(set) var wrongCount = 0
  private let start = Self.processorSeconds

  mutating func add(_ outcome: HistoryOutcome) {
    count += 1
    total.acknowledgementCount += outcome.acknowledgementCount
    total.startCount += outcome.startCount
    total.milliseconds += outcome.milliseconds
    if !outcome.problems.isEmpty { wrongCount += 1 }
  }

  var description: String {
    let seconds = max(Self.processorSeconds - start, 0.001)
    return
      "\(count) histories, \(Int(Double(count) / seconds)) a second; \(total.acknowledgementCount) acknowledgements, "
      + "\(total.startCount) starts, \(total.milliseconds / 60_000) virtual minutes; wrong: \(wrongCount)"
  }

  private static var processorSeconds: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
}
