// SPDX-License-Identifier: Apache-2.0

import WoofAdministration
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Jobs as text.
enum JobText {
  static let table = ListTable<AdminJob>([
    .number("ID") { "\($0.id)" }, .text("KIND") { $0.request.kind.rawValue }, .text("STATE") { state(of: $0) },
    .text("PROGRESS") { progress(of: $0) }, .text("BEGAN") { ShortText.moment($0.startedAt) },
    .text("BY") { $0.startedBy }, .text("PROBLEM") { $0.problem ?? "" },
  ])

  static func details(_ job: AdminJob) -> DetailTable {
    var table = DetailTable()
    table.append("id", "\(job.id)")
    table.append("kind", job.request.kind.rawValue)
    table.append("state", state(of: job))
    table.append("progress", progress(of: job))
    table.append("began", ShortText.moment(job.startedAt))
    table.append("ended", job.endedAt.map(ShortText.moment))
    table.append("by", job.startedBy)
    for (name, value) in members(of: job.result) { table.append(name, value) }
    table.append("problem", job.problem)
    return table
  }

  /// Returns a bar of a job's progress.
  static func bar(_ job: AdminJob) -> ProgressBar {
    let progress = job.progress
    let part = progress.total > 0 ? Double(progress.done) / Double(progress.total) : nil
    return ProgressBar(
      "\(job.request.kind.rawValue): \(progress.step.printable)", part: part, remark: amounts(progress))
  }

  /// Returns the lines about a job that has ended: its outcome and duration, its problem, its result and its finding.
  static func end(_ job: AdminJob) -> String {
    let duration = job.endedAt.map { ended in
      let milliseconds = max(0, ended.milliseconds - job.startedAt.milliseconds)
      return " after \(ShortText.duration(.milliseconds(milliseconds)))"
    }
    let head = "Job \(job.id) (\(job.request.kind.rawValue)) \(sentence(job))\(duration ?? "").\n"
    let problem = job.problem.map { "\($0.printable)\n" } ?? ""
    let result = members(of: job.result).map { "  \($0.name): \($0.value.printable)\n" }.joined()
    let finding = JobFinding.sentence(on: job).map { "\($0)\n" } ?? ""
    return head + problem + result + finding
  }

  /// Returns the state of a job in words: those of its finding if it found something wrong, or else the state's name.
  static func state(of job: AdminJob) -> String {
    JobFinding.finding(of: job).map(JobFinding.words) ?? job.state.rawValue
  }

  private static func sentence(_ job: AdminJob) -> String {
    if let finding = JobFinding.finding(of: job) { return "has ended: \(JobFinding.words(finding))," }
    return switch job.state {
    case .running: "goes on"
    case .stopping: "is being stopped"
    case .done: "is done"
    case .failed: "has failed"
    case .cancelled: "was stopped"
    }
  }

  private static func progress(of job: AdminJob) -> String {
    job.state.isFinal ? "" : "\(job.progress.step) \(amounts(job.progress))"
  }

  private static func amounts(_ progress: AdminJob.Progress) -> String {
    guard progress.done > 0 || progress.total > 0 else { return "" }
    func text(_ count: Int64) -> String {
      progress.unit == .bytes ? ShortText.bytes(count) : ShortText.count(count)
    }
    let unit = progress.unit == .bytes ? "" : " \(progress.unit.rawValue)"
    return (progress.total > 0 ? "\(text(progress.done)) of \(text(progress.total))" : text(progress.done)) + unit
  }

  /// The members of a job's result in the order of their names.
  private static func members(of result: JSONValue?) -> [(name: String, value: String)] {
    guard case .object(let members) = result else { return [] }
    return members.sorted { $0.key < $1.key }.map { ($0.key, ShortText.value($0.value)) }
  }
}
