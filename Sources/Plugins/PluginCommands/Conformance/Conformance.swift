import WoofCore
import WoofModel
import WoofPlugins

/// The checks of the conformance kit.
///
/// They test what a service requires of every plugin: it may accept or refuse any picture, but it never crashes, hangs
/// or lies, and the same picture always gives the same answer.
struct Conformance {
  private let subject: Subject
  private let limits: PluginLimits
  private let jobCount: Int
  private let pictures: [DrawnPicture]

  init(_ subject: Subject, limits: PluginLimits, jobCount: Int) {
    self.subject = subject
    self.limits = limits
    self.jobCount = jobCount
    pictures = DrawnPicture.all.filter { subject.accepts.contains($0.type) }
  }

  /// Makes all checks one after another, and tells of each.
  ///
  /// - Throws: `CommandFailure` where a picture cannot be written.
  func run(_ tell: (Finding) -> Void) async throws {
    let undrawn = subject.accepts.subtracting(DrawnPicture.all.map(\.type)).map(\.fileExtension).sorted()
    if !undrawn.isEmpty {
      tell(
        Finding(
          check: "formats", outcome: .skipped,
          detail: "the kit draws no \(undrawn.joined(separator: ", ")); try such pictures yourself"))
    }
    guard let first = pictures.first else { return }
    tell(try await sound())
    tell(try await cases("pictures cut at each tenth", pictures.flatMap(Self.cut)))
    tell(try await cases("pictures with bytes changed", pictures.flatMap(Self.changed)))
    tell(try await cases("pictures that claim to be larger", pictures.flatMap(Self.boasting)))
    tell(try await cases("nothing, and less than a header", Self.scraps(like: first)))
    if subject.accepts.contains(.png) { tell(try await cases("a huge picture", [Self.huge])) }
    tell(try await determinism())
    tell(try await endurance())
    tell(await costs())
  }

  /// Checks sound pictures: a plugin may refuse them, but must not stop at a limit.
  private func sound() async throws -> Finding {
    try await cases("sound pictures", pictures.map { Case($0.name, $0, $0.bytes) }).strict
  }

  private func cases(_ check: String, _ cases: [Case]) async throws -> Finding {
    var tally = Tally()
    for item in cases where tally.fault == nil {
      tally.add(try await subject.look(at: item.bytes, like: item.picture).outcome, of: item.name)
    }
    return tally.finding(check)
  }

  private func determinism() async throws -> Finding {
    let check = "the same picture twice"
    for picture in pictures {
      let first = Answer(try await subject.look(at: picture.bytes, like: picture).outcome)
      let second = Answer(try await subject.look(at: picture.bytes, like: picture).outcome)
      guard first == second else {
        return Finding(check: check, outcome: .failed, detail: "\(picture.name): two answers")
      }
    }
    return Finding(check: check, outcome: .passed, detail: "the same answers")
  }

  /// Checks many jobs in one process, whatever the manifest's isolation is: memory must not grow.
  private func endurance() async throws -> Finding {
    let subject = subject.sharingOneProcess()
    let finding = try await endurance(of: subject)
    await subject.drain()
    return finding
  }

  private func endurance(of subject: Subject) async throws -> Finding {
    let check = "\(jobCount) jobs in one process"
    var tally = Tally()
    var memory: [UInt64] = []
    for number in 0..<jobCount where tally.fault == nil {
      let picture = pictures[number % pictures.count]
      let report = try await subject.look(at: picture.bytes, like: picture)
      tally.add(report.outcome, of: "\(picture.name), job \(number)")
      if number % pictures.count == pictures.count - 1 { memory.append(report.residentByteCount) }
    }
    guard tally.fault == nil, let growth = MemoryGrowth(memory) else { return tally.finding(check).strict }
    return Finding(
      check: check, outcome: .failed,
      detail: "memory grew from \(growth.early >> 10) to \(growth.late >> 10) KB: it leaks")
  }

  private func costs() async -> Finding {
    let (time, memory) = await (subject.greatestProcessorTime, subject.greatestMemory)
    let allowed = UInt64(clamping: limits.processorSeconds) * 1_000_000
    let detail = "at most \(time / 1_000) ms of processor time and \(memory >> 20) MB for a picture"
    return Finding(check: "what it takes", outcome: time > allowed * 8 / 10 ? .remark : .passed, detail: detail)
  }
}
