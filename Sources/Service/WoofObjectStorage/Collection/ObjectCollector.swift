// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofS3

/// Removes what nobody needs any more from a bucket and from this node's cache. Any number of nodes may do it at the same time,
/// each step may be done twice, and a node that dies in the middle leaves nothing that another one does not find.
package struct ObjectCollector: Sendable {
  /// The age from which on an object that nobody knows of is removed, in seconds.
  package static let leastAge: Int64 = 86_400
  private static let pageLength = 500

  /// The numbers of what was found.
  package struct Findings: Hashable, Sendable {
    /// Blobs to which no record referred any more.
    package var collectedCount = 0
    /// Objects that no entry of the ledger named, left by uploads that broke off.
    package var orphanCount = 0
    /// Uploads in parts that nobody had completed.
    package var abandonedUploadCount = 0
    /// Copies in this node's cache of blobs that are no more.
    package var forgottenCopyCount = 0
    /// Objects that the service did not delete; they are tried again the next time.
    package var failureCount = 0
    /// Objects below the prefix that are left alone: they have other names, or are newer than the ledger, as after records were
    /// restored from a backup.
    package var strangerCount = 0

    /// `true` if nothing was found.
    package var isEmpty: Bool { self == Findings() }
  }

  private let store: ObjectBlobStore

  /// Makes a collector of a store.
  package init(of store: ObjectBlobStore) { self.store = store }

  /// Does all of it once.
  ///
  /// - Throws: ``WoofS3/S3Error``, ``WoofModel/WoofError``, `CancellationError`; what was done is done.
  package func run() async throws -> Findings {
    var findings = Findings()
    try await collectGarbage(&findings)
    try await removeOrphans(olderThan: Self.leastAge, &findings)
    findings.abandonedUploadCount = try await store.client.abortUploads(
      olderThan: Self.leastAge, prefix: store.names.beginning)
    try await forgetCopies(&findings)
    return findings
  }

  /// Deletes the objects of blobs that nobody holds and no record refers to.
  func collectGarbage(_ findings: inout Findings) async throws {
    var last: Digest?
    repeat {
      try Task.checkCancellation()
      let page = try await store.ledger.condemn(after: last, limit: Self.pageLength)
      let failureCount = try await store.bury(page.dying)
      findings.failureCount += failureCount
      findings.collectedCount += page.dying.count - failureCount
      last = page.last
    } while last != nil
  }

  /// Deletes objects that no entry names, as they came after their blob had been collected. The entry of one that is put now was
  /// made before it, so that one that is older than an upload takes and has no entry never gets one.
  func removeOrphans(olderThan seconds: Int64, _ findings: inout Findings) async throws {
    var continuation: String?
    repeat {
      try Task.checkCancellation()
      let page = try await store.client.list(prefix: store.names.beginning, continuation: continuation)
      let end = store.client.serviceTime - seconds
      let old = page.entries.filter { $0.modified <= end }.map { store.names.incarnation(of: $0.key) }
      findings.strangerCount += old.count { $0 == nil }
      try await removeOrphans(among: old.compactMap { $0 }, &findings)
      continuation = page.continuation
    } while continuation != nil
  }

  private func removeOrphans(among objects: [BlobIncarnation], _ findings: inout Findings) async throws {
    let entries = try await store.ledger.entries(of: Array(Set(objects.map(\.digest))))
    var orphans: [BlobIncarnation] = []
    for object in objects {
      switch entries[object.digest]?.incarnation.number {
      case nil: orphans.append(object)
      case object.number?: break
      case let number?: number > object.number ? orphans.append(object) : (findings.strangerCount += 1)
      }
    }
    let failures = try await store.client.delete(try orphans.map { try store.names.key(of: $0) })
    findings.failureCount += failures.count
    findings.orphanCount += orphans.count - failures.count
  }

  /// Removes copies from this node's cache of blobs that other nodes have collected.
  func forgetCopies(_ findings: inout Findings) async throws {
    let digests = store.cache.digests.compactMap { Digest($0) }
    for start in stride(from: 0, to: digests.count, by: Self.pageLength) {
      let page = Array(digests[start..<min(digests.count, start + Self.pageLength)])
      let entries = try await store.ledger.entries(of: page)
      for digest in page where entries[digest] == nil || entries[digest]?.state == .dying {
        store.cache.remove([UInt8](digest.bytes))
        findings.forgottenCopyCount += 1
      }
    }
  }
}
