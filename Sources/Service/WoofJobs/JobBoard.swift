// SPDX-License-Identifier: Apache-2.0

internal import WoofAdministration
internal import WoofModel

/// The jobs there are, and how they stand.
struct JobBoard {
  /// The number of jobs that are remembered; those that run are never forgotten, and those that the service starts by itself are
  /// the first to be.
  static let capacity = 100

  /// The jobs, in the order in which they began.
  private(set) var jobs: [AdminJob] = []
  private var lastID = 0

  /// A job; `nil` where none of this number is remembered.
  subscript(id: Int) -> AdminJob? { jobs.first { $0.id == id } }

  /// Notes that a job begins.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `conflict` where one of its kind runs.
  mutating func begin(_ request: AdminJobRequest, by who: String, at time: Timestamp) throws(WoofError) -> AdminJob {
    if let running = jobs.first(where: { !$0.state.isFinal && $0.request.kind == request.kind }) {
      throw WoofError(
        .conflict, "Job \(running.id) does this already; wait for its end, or stop it.",
        details: ["job": .integer(Int64(running.id))])
    }
    lastID += 1
    let job = AdminJob(
      id: lastID, request: request, startedBy: who, state: .running, progress: AdminJob.Progress(step: "starting"),
      startedAt: time)
    jobs.append(job)
    if jobs.count > Self.capacity, let oldest = firstEnded(\.startsByItself) ?? firstEnded({ _ in true }) {
      jobs.remove(at: oldest)
    }
    return job
  }

  /// Notes how far a job has come; `nil` where it has ended.
  mutating func report(_ progress: AdminJob.Progress, of id: Int) -> AdminJob? {
    change(id) { $0.progress = progress }
  }

  /// Notes that a job was asked to stop; `nil` where it has ended.
  mutating func stop(_ id: Int) -> AdminJob? {
    change(id) { $0.state = .stopping }
  }

  /// Notes that a job has ended; `nil` where it had before.
  mutating func end(_ id: Int, _ outcome: JobOutcome, at time: Timestamp) -> AdminJob? {
    change(id) { job in
      job.endedAt = time
      switch outcome {
      case .done(let result):
        job.state = .done
        job.result = result
        job.finding = AdminJob.Finding(in: result)
      case .failed(let problem):
        job.state = .failed
        job.problem = problem
      case .cancelled: job.state = .cancelled
      }
    }
  }

  /// The jobs before one, the newest first: at most so many, and one more where there are more.
  func page(before id: Int?, limit: Int) -> (jobs: [AdminJob], hasMore: Bool) {
    let rest = jobs.reversed().filter { job in id.map { job.id < $0 } ?? true }
    return (Array(rest.prefix(limit)), rest.count > limit)
  }

  private func firstEnded(_ isOf: (AdminJobRequest.Kind) -> Bool) -> Int? {
    jobs.firstIndex { $0.state.isFinal && isOf($0.request.kind) }
  }

  private mutating func change(_ id: Int, _ body: (inout AdminJob) -> Void) -> AdminJob? {
    guard let index = jobs.firstIndex(where: { $0.id == id && !$0.state.isFinal }) else { return nil }
    body(&jobs[index])
    return jobs[index]
  }
}

/// The end that a job has come to.
enum JobOutcome: Sendable {
  /// It did what it was asked for.
  case done(JSONValue)
  /// It could not, for a reason fit for whoever asked.
  case failed(String)
  /// It was stopped.
  case cancelled
}
