// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine
import WoofModel
import WoofSync
import WoofTerminal

/// A sync on the terminal: how far it is, and what came of it.
struct SyncRun: Sendable {
  let replica: PhotoReplica
  /// The folder with originals; `nil` where none is wanted.
  let mirror: OriginalsMirror?
  let account: String
  let lines: LiveLines
  let printsJSON: Bool

  /// Brings everything in step once, and goes on after that where it is to be watched.
  func run(verifies: Bool, watches: Bool) async throws -> ExitCode {
    var summary = try await once(verifies: verifies)
    StandardStream.output.write(printsJSON ? try JSONLine.text(summary) : summary.text)
    if try await !fetchPinned() { summary.hasFailed = true }
    if let mirror, try await !mirror.update(from: replica, lines, printsJSON: printsJSON) { summary.hasFailed = true }
    if watches { try await watch() }
    return summary.isInStep ? .done : .failed
  }

  private func once(verifies: Bool) async throws -> SyncSummary {
    let before = try replica.pendingEdits()
    let showing = Task {
      var display = SyncDisplay(replica, sending: before, on: lines)
      await display.run()
    }
    defer {
      showing.cancel()
      lines.clear()
    }
    let comparison = try await verifies ? replica.verify() : nil
    if comparison == nil { try await replica.sync() }
    try Task.checkCancellation()
    let after = try replica.pendingEdits()
    let left = Set(after.map(\.number))
    var list = replica.photos().makeAsyncIterator()
    return SyncSummary(
      account: account, photos: try await list.next()?.snapshot.count ?? 0,
      sent: before.count { !left.contains($0.number) },
      pending: after.count, problems: after.count { $0.problem != nil }, comparison: comparison)
  }
}

extension SyncRun {
  /// The number of originals of pinned photos under way at a time.
  private static let pinLimit = 4

  /// Fetches the originals of pinned photos that are not here.
  ///
  /// - Returns: `true` if all of them are here.
  private func fetchPinned() async throws -> Bool {
    let photos = try await replica.missingPinnedPhotos.compactMap { try replica.photo($0) }.filter { !$0.isUploading }
    guard !photos.isEmpty else { return true }
    let items = photos.map { photo in
      let result = TransferResult(id: photo.id, digest: photo.metadata.digest, status: .done)
      return TransferRun.Item(
        name: photo.metadata.caption.isEmpty ? photo.id.description : photo.metadata.caption,
        byteCount: photo.metadata.byteCount, failed: result
      ) { _ in
        _ = try await replica.image(photo.id)
        return result
      }
    }
    let run = TransferRun(done: "fetched", limit: Self.pinLimit, printsJSON: printsJSON, lines: lines)
    return try await run.run(items) == .done
  }
}

/// The result of a sync: photos, edits that were sent and that wait, and problems.
struct SyncSummary: Encodable, Hashable, Sendable {
  private enum CodingKeys: String, CodingKey { case account, photos, sent, pending, problems, comparison }

  var account: String
  var photos: Int
  /// The number of edits that the service has now.
  var sent: Int
  var pending: Int
  var problems: Int
  /// The result of the comparison; `nil` where that was not asked for.
  var comparison: ReplicaComparison?
  /// `true` if something went wrong with the originals.
  var hasFailed = false

  /// `true` if everything that was asked for has been done.
  var isInStep: Bool { problems == 0 && (comparison ?? .same) == .same && !hasFailed }

  /// In words, as lines.
  var text: String {
    let counts = "\(some(photos, "photo")), \(some(sent, "edit")) sent, \(some(problems, "problem"))"
    let advice = problems > 0 ? "; see: dogs pending" : ""
    let comparison =
      switch comparison {
      case nil: ""
      case .same?: "The replica is as the service says.\n"
      case .different?:
        "The replica differs from the service, and will be compared anew; try again: dogs sync --verify\n"
      case .unknown?: "The service does not tell what the account sees; a newer one does.\n"
      }
    let state = problems > 0 || self.comparison == .different ? "Not in step" : "In step"
    return "\(state) as \(account.printable): \(counts)\(advice)\n\(comparison)"
  }

  private func some(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

// MARK: Watching

extension SyncRun {
  private enum Event: Sendable {
    case status(SyncStatus)
    case ended
  }

  /// Keeps the replica in step, and prints what becomes of it, until the user ends it.
  private func watch() async throws {
    let keys = StandardStream.output.isTerminal ? TerminalKeys() : nil
    defer { keys?.stop() }
    await replica.start()
    let (events, continuation) = AsyncThrowingStream.makeStream(of: Event.self)
    let listening = Task {
      for await status in replica.statusUpdates { continuation.yield(.status(status)) }
      continuation.finish()
    }
    let mirroring = Task {
      do {
        try await updateMirror()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    let typing = keys.map { keys in
      Task { for await key in keys.pressed where key | 0x20 == UInt8(ascii: "q") { continuation.yield(.ended) } }
    }
    defer {
      listening.cancel()
      mirroring.cancel()
      typing?.cancel()
    }
    var last = ""
    for try await event in events {
      guard case .status(let status) = event, StandardStream.takesOutput else { break }
      if status.word != last { StandardStream.output.write(printsJSON ? status.json : "\(status.text)\n") }
      last = status.word
    }
    try Task.checkCancellation()
  }

  /// Keeps the folder of originals as one's own photos are, those that change while it is being written included.
  private func updateMirror() async throws {
    guard let mirror else { return }
    for try await _ in replica.photos(.own) {
      _ = try await mirror.update(from: replica, lines, printsJSON: printsJSON)
    }
  }
}

extension SyncStatus {
  /// The kind, as JSON has it.
  fileprivate var word: String {
    switch self {
    case .stopped: "stopped"
    case .idle: "idle"
    case .pulling: "pulling"
    case .sending: "sending"
    case .waiting: "waiting"
    case .offline: "offline"
    case .signedOut: "signed-out"
    case .failed: "failed"
    }
  }

  private var problem: SyncProblem? {
    switch self {
    case .waiting(_, let problem), .signedOut(let problem), .failed(let problem): problem
    case .stopped, .idle, .pulling, .sending, .offline: nil
    }
  }

  /// In words, as a line without its end.
  var text: String {
    switch self {
    case .stopped: "beginning"
    case .idle: "in step"
    case .pulling(0, nil): "pulling"
    case .pulling(let count, let total): "pulling \(count)\(total.map { " of \($0)" } ?? "")"
    case .sending(let count): "sending \(count)"
    case .waiting(let until, let problem): "waiting until \(until): \(problem.message.printable)"
    case .offline: "there is no network"
    case .signedOut(let problem), .failed(let problem): problem.message.printable
    }
  }

  /// As a line of JSON.
  fileprivate var json: String {
    JSONLine.object { writer in
      writer.name("event")
      writer.value("status")
      writer.name("status")
      writer.value(word)
      if case .waiting(let until, _) = self {
        writer.name("until")
        writer.value(until)
      }
      guard let problem else { return }
      writer.name("error")
      writer.beginObject()
      writer.name("code")
      writer.value(problem.name)
      writer.name("message")
      writer.value(problem.message)
      writer.endObject()
    }
  }
}
