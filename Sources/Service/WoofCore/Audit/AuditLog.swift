// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import WoofAdministration
internal import WoofModel

/// The audit log: what administrators asked for, written before it is done, and what came of it.
///
/// It is one file of lines, each the JSON of an ``WoofModel/AuditEntry`` whose hash covers the entry before it, and is
/// kept whole for ever. A line is durable before ``begin(_:)`` returns. Everything may be called from any thread, and another
/// process may write to the same log: each goes on where the other has stopped.
package final class AuditLog: Sendable {
  private let store: any AuditStore
  private let time: any TimeSource
  private let workers: WorkerPool
  /// The head, where the log has been opened.
  private let head = Mutex<AuditHead?>(nil)

  /// The maximum number of bytes that are read at once.
  static let partSize = 65_536
  /// The maximum number of bytes that an unfinished write can have left behind the head.
  private static let tailLimit: Int64 = 4_000_000

  /// Makes the log of a store, which is opened when it is first needed.
  ///
  /// - Parameters:
  ///   - store: The store of the log's bytes.
  ///   - time: The clock.
  ///   - workers: Threads for what blocks.
  package init(store: any AuditStore, time: any TimeSource, workers: WorkerPool) {
    self.store = store
    self.time = time
    self.workers = workers
  }

  // MARK: Writing

  /// Opens the log: what a power cut left half written is taken away, which is noted in the log itself.
  ///
  /// - Returns: A sentence on the damage that was found, for the service's own log; `nil` where nothing was.
  /// - Throws: ``WoofModel/WoofError`` where the log cannot be read or written.
  package func open() async throws -> String? {
    try await workers.run { [self] in try withNewestHead { head in try open(&head) } }
  }

  /// Notes that something is asked for, durably.
  ///
  /// - Returns: The number of the entry.
  /// - Throws: ``WoofModel/WoofError`` where that cannot be written; it must not be done then.
  package func begin(_ request: AuditRequest) async throws -> Int64 {
    try await workers.run { [self] in
      try append { number, at, previous in
        AuditEntry(
          number: number, at: at, who: request.who, action: request.action, subject: request.subject,
          reason: request.reason, details: request.details.isEmpty ? nil : request.details, previous: previous,
          hash: previous)
      }
    }
  }

  /// Notes what came of something, durably.
  ///
  /// - Parameters:
  ///   - number: The number of the entry that says what was asked for.
  ///   - request: The request of that entry.
  ///   - outcome: `done`, or the name of the problem.
  /// - Throws: ``WoofModel/WoofError`` where that cannot be written.
  package func end(_ number: Int64, _ request: AuditRequest, outcome: String) async throws {
    _ = try await workers.run { [self] in
      try append { own, at, previous in
        AuditEntry(
          number: own, at: at, who: request.who, action: request.action, subject: request.subject, outcomeOf: number,
          outcome: outcome, previous: previous, hash: previous)
      }
    }
  }

  private func append(_ make: (Int64, Timestamp, Digest) -> AuditEntry) throws -> Int64 {
    try withNewestHead { head in
      _ = try open(&head)
      guard let current = head else { throw CancellationError() }
      // What fails half-way is put right when the log is opened again.
      head = nil
      let next = try write(make(current.number + 1, time.now(), current.hash), after: current)
      head = next
      return next.number
    }
  }

  /// Lends the head, which is forgotten where another process has gone on with the log, and keeps other processes away.
  private func withNewestHead<Result: Sendable>(_ body: (inout AuditHead?) throws -> Result) throws -> Result {
    try head.withLock { head in
      try store.exclusively {
        if head != nil, try store.head().flatMap({ AuditHead($0) }) != head { head = nil }
        return try body(&head)
      }
    }
  }

  private func write(_ entry: AuditEntry, after head: AuditHead) throws -> AuditHead {
    let (line, hash) = AuditLine.make(entry)
    // What could not be read again would end the proof of all that follows.
    guard AuditLine.read(line) != nil else {
      throw WoofError(.invalidRequest, "This is too long, or nested too deeply, for the audit log.")
    }
    try store.append(line + [UInt8(ascii: "\n")])
    let next = AuditHead(number: entry.number, hash: hash, byteCount: head.byteCount + Int64(line.count) + 1)
    try store.setHead(next.bytes)
    return next
  }

  // MARK: Opening

  private func open(_ head: inout AuditHead?) throws -> String? {
    guard head == nil else { return nil }
    let byteCount = try store.byteCount()
    let kept = try store.head().map { AuditHead($0) }
    if byteCount == 0, kept == nil {
      head = .start
      return nil
    }
    var finding: String?
    var current: AuditHead
    if let kept = kept ?? nil {
      (current, finding) = try continuation(of: kept, byteCount: byteCount)
    } else {
      current = try proof(after: .start, upTo: byteCount).head
      finding = "the head of the audit log was missing; it goes on behind entry \(current.number)"
      current.byteCount = try endingLine(byteCount)
    }
    if let finding { current = try write(note(finding, after: current), after: current) }
    head = current
    return finding
  }

  /// Finds the place at which a log with a known head goes on, and any fault behind it; cuts off an unfinished entry.
  private func continuation(of kept: AuditHead, byteCount: Int64) throws -> (AuditHead, String?) {
    var head = kept
    guard byteCount >= kept.byteCount else {
      // What is missing stays provable: the next entry is chained to the one that the head names.
      head.byteCount = try endingLine(byteCount)
      return (head, "the end of the audit log was cut off: it has \(byteCount) bytes of \(kept.byteCount)")
    }
    guard byteCount > kept.byteCount else { return (head, nil) }
    guard byteCount - kept.byteCount <= Self.tailLimit else {
      head.byteCount = try endingLine(byteCount)
      return (head, "behind entry \(kept.number) of the audit log stands something else")
    }
    let proof = try proof(after: kept, upTo: byteCount)
    if proof.problem != nil {
      head = proof.head
      head.byteCount = try endingLine(byteCount)
      return (head, "behind entry \(proof.head.number) of the audit log stands something else")
    }
    if proof.rest.isEmpty {
      try store.setHead(proof.head.bytes)
      return (proof.head, nil)
    }
    try store.cut(to: proof.head.byteCount)
    return (
      proof.head,
      "\(proof.rest.count) bytes of an entry that was not written to its end were taken away behind entry "
        + "\(proof.head.number)"
    )
  }

  private func proof(after head: AuditHead, upTo byteCount: Int64) throws -> AuditProof {
    var proof = AuditProof(after: head)
    var offset = head.byteCount
    while offset < byteCount, proof.problem == nil {
      let bytes = try store.read(from: offset, count: Int(min(Int64(Self.partSize), byteCount - offset)))
      guard !bytes.isEmpty else { break }
      proof.consume(bytes)
      offset += Int64(bytes.count)
    }
    return proof
  }

  /// Ends the line that the log ends in, so that what comes behind is one of its own.
  private func endingLine(_ byteCount: Int64) throws -> Int64 {
    guard byteCount > 0, try store.read(from: byteCount - 1, count: 1) != [UInt8(ascii: "\n")] else { return byteCount }
    try store.append([UInt8(ascii: "\n")])
    return byteCount + 1
  }

  private func note(_ finding: String, after head: AuditHead) -> AuditEntry {
    AuditEntry(
      number: head.number + 1, at: time.now(), who: "woof", action: "audit.repair", subject: "",
      details: ["found": .string(finding)], previous: head.hash, hash: head.hash)
  }

  // MARK: Reading

  /// Proves all entries.
  ///
  /// - Throws: ``WoofModel/WoofError`` where the log cannot be read.
  package func verify() async throws -> AuditVerification {
    try await workers.run { [self] in
      let head = try current()
      return try proof(after: .start, upTo: head.byteCount).end(upTo: head)
    }
  }

  /// A page of entries, newest first.
  ///
  /// - Parameters:
  ///   - end: The byte at which the page ends; `nil` for the end of the log.
  ///   - limit: The most entries of the page.
  /// - Returns: The entries, and the byte at which the next page ends; `nil` on the last one. Lines that are no entries
  ///   are passed over; ``verify()`` names them.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where `end` is not the end of an entry.
  package func entries(before end: Int64?, limit: Int) async throws -> (entries: [AuditEntry], next: Int64?) {
    try await workers.run { [self] in
      let byteCount = try current().byteCount
      let end = end ?? byteCount
      guard (0...byteCount).contains(end),
        try end == 0 || store.read(from: end - 1, count: 1) == [UInt8(ascii: "\n")]
      else {
        throw WoofError(
          .invalidParameter, "This is no cursor of this list; start again without it.", details: ["parameter": "after"])
      }
      var page = AuditPage(end: end, limit: limit)
      while let range = page.wanted {
        page.take(try store.read(from: range.lowerBound, count: range.count))
      }
      return (page.entries, page.next)
    }
  }

  private func current() throws -> AuditHead {
    try withNewestHead { head in
      _ = try open(&head)
      guard let head else { throw CancellationError() }
      return head
    }
  }
}
