// SPDX-License-Identifier: Apache-2.0

import WoofCore
import WoofModel
import WoofPlugins

/// The checks of the conformance kit.
///
/// They test what a service requires of every plugin: it may accept or refuse any picture, but it never crashes, hangs
/// or lies, and the same picture always gives the same reply.
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
      let first = ComparableReply(try await subject.look(at: picture.bytes, like: picture).outcome)
      let second = ComparableReply(try await subject.look(at: picture.bytes, like: picture).outcome)
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

/// A growth of a process's memory over its life.
struct MemoryGrowth: Equatable {
  /// The growth in bytes up to which there is no finding, as any allocator needs more at one time than at another.
  private static let tolerance: UInt64 = 1 << 20

  /// The most memory in bytes in the second quarter of its life; in the first, libraries take the memory that they
  /// keep.
  let early: UInt64
  /// The least that it had in the last quarter, in bytes.
  let late: UInt64

  /// Looks for growth by more than a tenth that goes on to the end; `nil` where there is none.
  ///
  /// A step up is no leak: an allocator takes memory for one more thread, and keeps it.
  ///
  /// - Parameter memory: The memory of the process in bytes, measured at even distances.
  init?(_ memory: [UInt64]) {
    let quarter = max(1, memory.count / 4)
    early = memory.dropFirst(quarter).prefix(quarter).max() ?? 0
    late = memory.suffix(quarter).min() ?? 0
    let before = memory.dropLast(quarter).suffix(quarter).max() ?? 0
    guard early > 0, late > max(early, before), late - early > max(early / 10, Self.tolerance) else { return nil }
  }
}

/// The number of jobs with each outcome, and the first failure.
struct Tally {
  private(set) var accepted = 0
  private(set) var refused = 0
  /// The number of jobs that were stopped at a limit, which contains them.
  private(set) var limited = 0
  /// The first failure, with the name of its case; `nil` if there is none.
  private(set) var fault: String?

  mutating func add(_ outcome: PictureOutcome, of name: String) {
    switch outcome {
    case .accepted: accepted += 1
    case .refused: refused += 1
    case .failed(let failure) where failure.reason == .limitExceeded: limited += 1
    case .failed(let failure): fault = fault ?? "\(name): \(failure.reason): \(failure.detail)"
    }
  }

  /// The numbers in words, without those that are 0.
  var description: String {
    let parts = [(accepted, "accepted"), (refused, "refused"), (limited, "stopped at a limit")]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  /// Returns the numbers as a finding: failed if there is a fault, a remark if jobs were stopped at a limit.
  func finding(_ check: String) -> Finding {
    if let fault { return Finding(check: check, outcome: .failed, detail: fault) }
    return Finding(check: check, outcome: limited > 0 ? .remark : .passed, detail: description)
  }
}

/// The finding of one check of the conformance kit.
struct Finding: Hashable, Sendable {
  /// An outcome of a check.
  enum Outcome: String, Sendable {
    /// The plugin behaves as it has to.
    case passed
    /// The plugin's behaviour is contained, but worth a look.
    case remark
    /// The plugin behaves as it must not.
    case failed
    /// The check was not made.
    case skipped
  }

  /// The name of the check.
  let check: String
  let outcome: Outcome
  /// The observation, in words.
  let detail: String

  /// The same finding with a remark made a failure, for checks that allow no remark.
  var strict: Finding { outcome == .remark ? Finding(check: check, outcome: .failed, detail: detail) : self }
}

/// A plugin that is being checked, in the sandbox, and what its jobs took.
actor Subject {
  private let runner: PluginRunner
  private let parameters: [UInt8]
  /// The most processor time that a job took, in microseconds.
  private(set) var greatestProcessorTime: UInt64 = 0
  /// The most memory that the process of a job had, in bytes.
  private(set) var greatestMemory: UInt64 = 0

  /// The formats that it takes.
  nonisolated var accepts: Set<ImageType> { runner.plugin.manifest.accepts }

  /// - Parameter parameters: A JSON object that satisfies the plugin's schema; empty by default.
  init(_ runner: PluginRunner, parameters: [UInt8] = Array("{}".utf8)) {
    self.runner = runner
    self.parameters = parameters
  }

  /// The same plugin, all of whose jobs are done by one process. It is to be drained.
  nonisolated func sharingOneProcess() -> Subject { Subject(runner.sharingOneProcess(), parameters: parameters) }

  /// Ends its processes.
  nonisolated func drain() async { await runner.drain() }

  /// Has it look at a picture, and make of it one small image of each format that it makes, and a moving one of each that it
  /// makes moving.
  func look(at bytes: [UInt8], like picture: DrawnPicture) async throws -> PluginJobReport {
    let file = try PictureMemory(bytes)
    let manifest = runner.plugin.manifest
    let still = manifest.emits.map { type in
      VariantSpecification(name: type.fileExtension, width: 32, height: 32, type: type, quality: 80)
    }
    let moving = manifest.emitsMoving.map { type in
      VariantSpecification(
        name: "moving-\(type.fileExtension)", width: 32, height: 32, type: type, quality: 80, motion: .init())
    }
    let variants = (still + moving).sorted { $0.name < $1.name }
    let report = await runner.run(
      Picture(file: file, type: picture.type, width: picture.width, height: picture.height),
      for: PictureRequest(variants: variants, wantsAnnotations: true), parameters: parameters)
    greatestProcessorTime = max(greatestProcessorTime, report.processorMicroseconds)
    greatestMemory = max(greatestMemory, report.residentByteCount)
    return report
  }
}
