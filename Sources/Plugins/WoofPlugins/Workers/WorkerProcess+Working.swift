// SPDX-License-Identifier: Apache-2.0

internal import Glibc
import WoofCore
import WoofModel
internal import WoofSystem

extension WorkerProcess {
  /// The time in nanoseconds that a process may take to end after its reply, or after it closed its socket; 10
  /// seconds. It only bounds a hang: on a busy machine the end may be late, and a process whose end is not known counts
  /// as crashed, whatever ended it.
  private static let endingNanoseconds: Int64 = 10_000_000_000

  /// A line that a job wrote.
  enum Line: Sendable {
    case log(String)
    case denied(String)
  }

  /// Does a job, and blocks until it is done, its deadline has passed, or `cancellation` is signalled.
  func attempt(
    _ job: WorkerJob, on picture: Picture, cancellation: FileDescriptor, now: () -> Int64, report: (Line) -> Void
  ) -> Attempt {
    guard let orders = job.bytes else {
      return Attempt(.failure(AttemptFailure(.limitExceeded, "its parameters are too long")), workerIsUsable: true)
    }
    let (ours, theirs): (FileDescriptor, FileDescriptor)
    do {
      (ours, theirs) = try FileDescriptor.socketPair()
    } catch {
      return Attempt(
        .failure(AttemptFailure(.notBegun, SystemError.message(error.number))), workerIsUsable: true)
    }
    var output: JobOutput?
    if job.outputByteCount > 0 {
      output = JobOutput(byteCount: job.outputByteCount)
      guard output != nil else {
        return Attempt(.failure(AttemptFailure(.notBegun, SystemError.message(errno))), workerIsUsable: true)
      }
    }
    let input = picture.file.descriptor
    let deadline = now() + limits.deadline.wholeNanoseconds
    guard control.send(orders, with: [theirs.number, input, output?.memory.number ?? input]) else {
      end()
      return .failed(.notBegun, "the worker had ended")
    }
    theirs.close()  // so that the end of the process is noticed
    return conclude(
      converse(on: WorkerChannel(descriptor: ours), cancellation, until: deadline, now: now, report: report),
      ReplyCheck(plugin: plugin.manifest.name, job: job), output, now)
  }

  /// An outcome of a conversation on a job's socket.
  private enum Conversation {
    case result(WorkerResult)
    case hungUp
    case nonsense
    case late
    case cancelled
    case failed(String)
  }

  private func converse(
    on channel: WorkerChannel, _ cancellation: FileDescriptor, until deadline: Int64, now: () -> Int64,
    report: (Line) -> Void
  ) -> Conversation {
    var lines = 0
    let waited = [channel.descriptor.number, ending.number, cancellation.number]
    while true {
      let waiting = Waiting.readable(waited, until: deadline, now: now)
      if case .failed(let reason) = waiting { return .failed(reason) }
      if waiting.isReady(2) { return .cancelled }
      // What was said before the end is taken first.
      switch waiting == .late ? .nothing : channel.receive() {
      case .message(.result(let result)): return .result(result)
      case .message(.log(_, let line)) where lines < Self.lineLimit: report(.log(line))
      case .message(.denied(_, let call)) where lines < Self.lineLimit: report(.denied(call))
      case .end: return .hungUp
      case .nothing:
        if waiting.isReady(1) { return .hungUp }
        if waiting == .late { return .late }
      default: return .nonsense
      }
      lines += 1
    }
  }

  private static let lineLimit = 28

  private func conclude(
    _ conversation: Conversation, _ check: ReplyCheck, _ output: JobOutput?, _ now: () -> Int64
  ) -> Attempt {
    switch conversation {
    case .late:
      end()
      return .failed(.timedOut, "it took longer than \(limits.deadline)")
    case .cancelled:
      end()
      return .failed(.cancelled, "the job was given up")
    case .nonsense:
      end()
      return .failed(.lied, "it says what cannot be")
    case .failed(let reason):
      end()
      return .failed(.notBegun, "it cannot be waited for: \(reason)")
    case .hungUp: return plugin.manifest.isolation == .perJob ? lostJob(check.job, now) : lostWorker(now)
    case .result(let result): return finished(result, check, output, now)
    }
  }

  private func finished(
    _ result: WorkerResult, _ check: ReplyCheck, _ output: JobOutput?, _ now: () -> Int64
  ) -> Attempt {
    var attempt: Attempt
    do throws(AttemptFailure) {
      let reply = try check.reply(from: result) { offset, count in output?.copy(offset: offset, count: count) }
      attempt = Attempt(.success(reply), workerIsUsable: true)
    } catch {
      // A process that is used again has told a lie, or is in trouble; another one may do better.
      attempt = Attempt(.failure(error), workerIsUsable: plugin.manifest.isolation == .perJob)
    }
    attempt.processorMicroseconds = result.processorMicroseconds
    guard plugin.manifest.isolation == .perJob else {
      attempt.residentByteCount = residentByteCount
      return attempt
    }
    switch waitForEnd(of: check.job.id, now) {
    case .ended(let end):
      attempt.processorMicroseconds = end.processorMicroseconds
      attempt.residentByteCount = end.residentByteCount
    case .missing(let failure):
      end()
      attempt.workerIsUsable = false
      if failure == .lied { attempt.outcome = .failure(AttemptFailure(.lied, "its worker says what cannot be")) }
    }
    return attempt
  }

  /// Returns the attempt of a job whose process is gone without a reply; its worker reports the end.
  private func lostJob(_ job: WorkerJob, _ now: () -> Int64) -> Attempt {
    guard case .ended(let ended) = waitForEnd(of: job.id, now) else {
      let end = end()
      return .failed(.crashed, "its worker is gone, too: \(end.description)")
    }
    if ended.status == -1 {
      return Attempt(
        .failure(AttemptFailure(.notBegun, "no process could be forked for it")), workerIsUsable: false)
    }
    let end = ProcessEnd(
      status: ended.status, processorMicroseconds: ended.processorMicroseconds,
      residentByteCount: ended.residentByteCount)
    var attempt = Attempt(.failure(end.failure(limits: limits)), workerIsUsable: true)
    attempt.processorMicroseconds = ended.processorMicroseconds
    attempt.residentByteCount = ended.residentByteCount
    return attempt
  }

  /// Returns the attempt of a job whose worker, which does the jobs itself, is gone.
  private func lostWorker(_ now: () -> Int64) -> Attempt {
    // A process that ends closes its sockets first.
    let hasEnded = Waiting.readable([ending.number], until: now() + Self.endingNanoseconds, now: now).isReady(0)
    let end = hasEnded ? takeLeave() : end()
    guard hasEnded else { return .failed(.crashed, "it closed its socket without an answer") }
    var attempt = Attempt(.failure(end.failure(limits: limits)), workerIsUsable: false)
    attempt.processorMicroseconds = end.processorMicroseconds
    attempt.residentByteCount = end.residentByteCount
    return attempt
  }

  private enum JobEnd {
    case ended(WorkerEnd)
    case missing(AttemptFailure.Kind)
  }

  private func waitForEnd(of job: UInt64, _ now: () -> Int64) -> JobEnd {
    let deadline = now() + Self.endingNanoseconds
    while true {
      let waiting = Waiting.readable([control.descriptor.number, ending.number], until: deadline, now: now)
      guard case .ready = waiting else { return .missing(.timedOut) }
      switch control.receive() {
      case .message(.ended(let end)) where end.job == job: return .ended(end)
      case .nothing where !waiting.isReady(1): continue
      case .nothing, .end: return .missing(.crashed)
      default: return .missing(.lied)
      }
    }
  }
}
