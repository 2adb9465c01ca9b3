// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofSync
import WoofTerminal

/// Shows the edits that wait in the replica, has them sent again, and discards them.
struct PendingCommand: Command {
  static let name = "pending"
  static let summary = "Lists the edits that wait for dogs sync, retries and discards them."
  static let discussion = """
    Without words it lists them, the oldest first: number, photo, what is changed, since when, how often the service was \
    asked, how much of an upload has been sent, and the problem of those that are not sent any more. pending retry \
    NUMBER… lets edits with problems be sent again by the next dogs sync, and pending retry all does so with all of them. \
    pending discard NUMBER… takes edits back: the photo is as the service has it; with an upload go the other edits of its \
    photo. pending discard all-problems does so with all that have problems. Nothing is asked of the service.

    With --json, each line of the list is an object with the members number, photo, kind (favourite, metadata, deletion or \
    upload), createdAt, attempts, those of isFavourite, caption, visibility and file that are changed, sentByteCount and \
    byteCount of an upload, and problem (code and message) where there is one. Of pictures that go in one request, nothing \
    counts as sent before all of it is. After retry and discard, each line has status (retried, discarded or, on standard \
    error, failed) and number.
    """

  private enum Request: Sendable {
    case list
    case retry([Int64]?)
    case discard([Int64]?)
  }

  private let service: ServiceOptions
  private let request: Request

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    let words = reader.arguments(
      "WORD", completion: .words(["retry", "discard", "all", "all-problems"]),
      "Nothing, to list them; or retry or discard, and the numbers of edits, or all or all-problems.")
    let request = Self.request(words)
    if request == nil {
      reader.refuse(because: "pending takes nothing, retry NUMBER… or all, or discard NUMBER… or all-problems")
    }
    self.request = request ?? .list
  }

  private static func request(_ words: [String]) -> Request? {
    guard let verb = words.first else { return .list }
    let numbers = words.dropFirst().compactMap { Int64($0) }
    switch (verb, words.dropFirst()) {
    case ("retry", ["all"]): return .retry(nil)
    case ("discard", ["all-problems"]): return .discard(nil)
    case ("retry", let rest) where !rest.isEmpty && numbers.count == rest.count: return .retry(numbers)
    case ("discard", let rest) where !rest.isEmpty && numbers.count == rest.count: return .discard(numbers)
    default: return nil
    }
  }

  func run() async throws -> ExitCode {
    await service.online.perform(Self.name) { session in try await ReplicaSession.run(service, session, answer) }
  }

  private func answer(_ session: ReplicaSession) async throws -> ExitCode {
    let edits = try session.replica.pendingEdits()
    let problems = edits.filter { $0.problem != nil }.map(\.number)
    switch request {
    case .list: return try list(edits, try session.replica.pendingUploads())
    case .retry(let numbers):
      return try await each(numbers ?? problems, "retried") { number in
        guard try await !session.replica.retry(number) else { return }
        throw missing(number, edits, "has no problem, and is sent by the next dogs sync")
      }
    case .discard(let numbers):
      return try await each(numbers ?? problems, "discarded") { number in
        guard try await !session.replica.discard(number) else { return }
        // It has gone with the upload of its photo.
        guard !edits.contains(where: { $0.number == number }) else { return }
        throw missing(number, edits, "cannot be discarded now")
      }
    }
  }

  private func list(_ edits: [PendingEdit], _ uploads: [UploadProgress]) throws -> ExitCode {
    let uploads = Dictionary(uniqueKeysWithValues: uploads.map { ($0.number, $0) })
    let lines = edits.map { PendingLine(edit: $0, upload: uploads[$0.number]) }
    guard !service.printsJSON else {
      for line in lines { StandardStream.output.write(try JSONLine.text(line)) }
      return .done
    }
    guard !edits.isEmpty else {
      StandardStream.error.write("No edits wait.\n")
      return .done
    }
    StandardStream.output.write(PendingLine.table(lines, width: StandardStream.output.width))
    return .done
  }

  private func each(
    _ numbers: [Int64], _ done: String, _ body: (Int64) async throws -> Void
  ) async throws -> ExitCode {
    if numbers.isEmpty, !service.printsJSON { StandardStream.error.write("No edit has a problem.\n") }
    let run = ItemRun<Int64>(status: done, printsJSON: service.printsJSON) { number, writer in
      writer.name("number")
      writer.value(number)
    }
    return try await run.perform(numbers, body)
  }

  private func missing(_ number: Int64, _ edits: [PendingEdit], _ reason: String) -> CodedFailure {
    guard edits.contains(where: { $0.number == number }) else {
      return CodedFailure("not-found", "no edit has this number; see: dogs pending")
    }
    return CodedFailure("not-applied", "it \(reason)")
  }
}
