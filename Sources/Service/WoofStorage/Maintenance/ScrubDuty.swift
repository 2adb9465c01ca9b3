// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofCryptography
internal import WoofModel
internal import WoofSQLite

/// The slow reading of all blobs beside everything else that the maintenance thread does, and confined to it.
final class ScrubDuty {
  private let blobs: FileBlobStore
  private let records: () throws(SQLiteError) -> Database
  private let quarantine: BlobQuarantine
  private let interval: Int64
  private let meter: WriterMeter
  private let report: @Sendable (DamagedBlob) -> Void
  private var pacing: ScrubPacing
  private var scrub: BlobScrub?
  /// The digest behind which the first round begins; `nil` once it has begun.
  private var firstDigest: Digest?
  /// The start of the current round over all blobs; `nil` during the first one, which begins at any blob.
  private var roundStart: Int64?

  /// Starts to read behind some digest, so that a service that is often started anew comes to all of them, in time.
  init(
    blobs: FileBlobStore, records: @escaping () throws(SQLiteError) -> Database, quarantine: BlobQuarantine,
    configuration: EmbeddedStoreConfiguration, meter: WriterMeter, now: Int64,
    random: any RandomSource = SystemRandomSource()
  ) {
    self.blobs = blobs
    self.records = records
    self.quarantine = quarantine
    self.meter = meter
    interval = configuration.scrubInterval.nanoseconds
    report = configuration.reportDamage
    pacing = ScrubPacing(byteRate: configuration.scrubByteRate, now: now)
    firstDigest = Digest(random.bytes(Digest.byteCount))
  }

  /// Returns the milliseconds until the next part may be read, at most about an hour; `nil` if none is ever read.
  func rest(from now: Int64) -> Int? { pacing.milliseconds(from: now) }

  /// Reads the next part, where it is time to.
  ///
  /// - Throws: Any error of reading; the blob is passed over then.
  func runIfDue(at now: Int64) throws {
    guard pacing.byteRate > 0, now >= pacing.nextRead else { return }
    // Also where the step fails, so that one that does is not tried without end.
    pacing.note(byteCount: FileReading.partSize, at: now)
    let scrub = try scrub ?? begin(at: now)
    switch try scrub.step() {
    case .read(let count):
      pacing.note(byteCount: max(count, 4096), at: now)
      meter.noteScrub(byteCount: count)
    case .damaged(let blob): try withdraw(blob)
    case .atEnd:
      self.scrub = nil
      if let roundStart { pacing.rest(for: max(0, interval - (now - roundStart)), from: now) }
    }
  }

  private func begin(at now: Int64) throws -> BlobScrub {
    let scrub = BlobScrub(after: firstDigest, of: blobs, records: try records())
    if firstDigest == nil { roundStart = now }
    firstDigest = nil
    self.scrub = scrub
    return scrub
  }

  private func withdraw(_ blob: NeededBlob) throws {
    let photos = try records().photos(ofBlob: blob.digest)
    // Somebody who is placing these bytes may have found them there already; the next round comes back to it then.
    let isGone = try quarantine.take(blob.digest, of: photos) { withdraw in
      try blobs.pins.removeUnlessPinned(blob.digest, withdraw)
    }
    guard isGone else { return }
    meter.noteDamage()
    report(DamagedBlob(digest: blob.digest, photos: photos, path: quarantine.path(of: blob.digest)))
  }
}

/// Decides when the next part is read, so that reading takes no more than so many bytes a second.
struct ScrubPacing {
  /// The maximum number of bytes read per second; 0 for none at all.
  let byteRate: Int64
  /// The time from which the next part may be read, in nanoseconds.
  private(set) var nextRead: Int64

  init(byteRate: Int64, now: Int64) {
    self.byteRate = byteRate
    nextRead = now
  }

  /// Notes that so many bytes were read at a time. What was not read while there was no time for it is not made up for.
  mutating func note(byteCount: Int, at now: Int64) {
    guard byteRate > 0 else { return }
    let (nanoseconds, isTooLong) = Int64(byteCount).multipliedReportingOverflow(by: 1_000_000_000)
    rest(for: isTooLong ? .max : nanoseconds / byteRate, from: now)
  }

  /// Notes that nothing is to be read for so many nanoseconds.
  mutating func rest(for nanoseconds: Int64, from now: Int64) {
    let (time, isTooLate) = now.addingReportingOverflow(nanoseconds)
    nextRead = isTooLate ? .max : time
  }

  /// Returns the milliseconds until the next part may be read, at most about an hour; `nil` if none is ever read.
  func milliseconds(from now: Int64) -> Int? {
    guard byteRate > 0 else { return nil }
    return Int(min(max(0, nextRead - now), 3_600_000_000_000) / 1_000_000) + (now < nextRead ? 1 : 0)
  }
}
