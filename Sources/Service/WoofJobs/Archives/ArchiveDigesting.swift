// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofAdministration
package import WoofCore
internal import WoofModel

/// The work of reading archives as a whole, so that clients are told the digests of all their bytes: one after the other, and
/// slowly, on a thread that steps back behind those that serve.
package struct ArchiveDigesting: Sendable {
  /// Does something on a thread on which nobody else waits, which may tell how far it is.
  typealias Reading = (@escaping @Sendable (@escaping StoreUpkeep.Report) throws -> ArchiveOutcome) async throws ->
    ArchiveOutcome

  /// The archives that wait.
  package let queue: ArchiveDigestQueue
  /// Keeps the digests.
  let library: ArchiveLibrary
  private let blobs: any BlobStore
  private let byteRate: Int64
  private let time: any TimeSource
  /// Waits for so many nanoseconds.
  private let pause: @Sendable (Int64) -> Void

  private static let checkValuesAtOnce = 500
  /// In nanoseconds.
  private static let longestPause: Int64 = 50_000_000

  /// Makes the work.
  ///
  /// - Parameters:
  ///   - byteRate: The maximum number of bytes that are read each second.
  ///   - time: The clock.
  ///   - pause: Waits for so many nanoseconds; the calling thread sleeps by default.
  package init(
    library: ArchiveLibrary, blobs: any BlobStore, byteRate: Int64, time: any TimeSource,
    pause: @escaping @Sendable (Int64) -> Void = { _ = usleep(useconds_t($0 / 1000)) }
  ) {
    queue = ArchiveDigestQueue()
    self.library = library
    self.blobs = blobs
    self.byteRate = byteRate
    self.time = time
    self.pause = pause
  }

  /// Reads the archives that wait, and returns when none does. One that cannot be read as it was laid out is left out, as
  /// where a photo was deleted meanwhile. Where the work is stopped, those that wait are forgotten.
  ///
  /// - Parameter reading: Does the reading; telling of it throws where the work is to stop.
  /// - Returns: The numbers of archives that were read and left out.
  /// - Throws: `CancellationError`.
  func run(reading: Reading) async throws -> JSONValue {
    var (readCount, skippedCount) = (0, 0)
    do {
      while let archive = queue.next() {
        try Task.checkCancellation()
        do {
          try await read(archive, reading)
          readCount += 1
        } catch let error where !(error is CancellationError) {
          skippedCount += 1
        }
      }
    } catch {
      queue.clear()
      throw error
    }
    return .object(["archiveCount": .integer(Int64(readCount)), "skippedCount": .integer(Int64(skippedCount))])
  }

  private func read(_ archive: PhotoArchive, _ reading: Reading) async throws {
    guard try await library.digest(of: archive) == nil else { return }
    let known = try await checkValues(of: archive)
    let outcome = try await reading { report in try findings(in: archive, known, report) }
    if !outcome.checkValues.isEmpty { await library.note(outcome.checkValues) }
    try await library.note(outcome.digest, of: archive)
  }

  private func findings(
    in archive: PhotoArchive, _ known: [Digest: UInt32], _ report: @escaping StoreUpkeep.Report
  ) throws -> ArchiveOutcome {
    var pace = ReadingPace(byteRate: byteRate, now: time.monotonicNanoseconds())
    var progress = AdminJob.Progress(
      step: "reading an archive of \(archive.entries.count) photos", total: archive.layout.byteCount, unit: .bytes)
    try report(progress)
    var reading = ArchiveReading(archive, in: blobs, checkValues: known) { byteCount, counts in
      if counts { progress.done += Int64(byteCount) }
      try report(progress)
      // In parts, so that whoever stops the job need not wait for long.
      var rest = pace.rest(after: byteCount, at: time.monotonicNanoseconds())
      while rest > 0 {
        let part = min(rest, Self.longestPause)
        pause(part)
        rest -= part
        try report(progress)
      }
    }
    return ArchiveOutcome(digest: try reading.digest(), checkValues: reading.computed)
  }

  private func checkValues(of archive: PhotoArchive) async throws -> [Digest: UInt32] {
    var values: [Digest: UInt32] = [:]
    for start in stride(from: 0, to: archive.entries.count, by: Self.checkValuesAtOnce) {
      let part = archive.entries[start..<min(start + Self.checkValuesAtOnce, archive.entries.count)]
      values.merge(try await library.checkValues(of: part.map(\.digest))) { _, new in new }
    }
    return values
  }
}

/// The findings of reading an archive.
struct ArchiveOutcome: Sendable {
  /// The digest of all bytes.
  var digest: Digest
  /// The check values of photos that were not known before.
  var checkValues: [Digest: UInt32]
}

/// Decides for how long reading rests, so that it takes no more than so many bytes a second. Time that was not used is not made
/// up for.
struct ReadingPace: Hashable, Sendable {
  private static let limit: Int64 = 60_000_000_000

  private let byteRate: Int64
  /// The time from which the next part may be read, in nanoseconds of the monotonic clock.
  private var nextRead: Int64

  /// - Parameters:
  ///   - byteRate: The maximum number of bytes a second, at least one.
  ///   - now: The time at which reading begins.
  init(byteRate: Int64, now: Int64) {
    self.byteRate = max(1, byteRate)
    nextRead = now
  }

  /// Notes that a part was read.
  ///
  /// - Returns: The nanoseconds until the next part may be read, at most a minute.
  mutating func rest(after byteCount: Int, at now: Int64) -> Int64 {
    let (product, isTooLong) = Int64(byteCount).multipliedReportingOverflow(by: 1_000_000_000)
    let duration = isTooLong ? Self.limit : min(Self.limit, product / byteRate)
    // The time that reading itself took counts, but nothing before it.
    nextRead = max(nextRead, now - duration) + duration
    return min(max(0, nextRead - now), Self.limit)
  }
}
