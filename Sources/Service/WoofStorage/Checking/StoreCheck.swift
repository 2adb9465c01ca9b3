// SPDX-License-Identifier: Apache-2.0

internal import WoofModel
internal import WoofSQLite

/// Looks whether the embedded stores of a data folder hold what they promise, also while a service runs on it.
///
/// The records are copied, as they are at one moment, and the copy is looked at, so that no writer waits. Meanwhile
/// nothing removes blobs, in whatever process.
package struct StoreCheck {
  /// Something that should not be.
  package struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// The promise that is broken.
    package let rule: String
    /// The thing that breaks the promise, mostly named by an id or a digest, with details.
    package let subject: String

    /// Makes a finding. A subject that begins with the hexadecimal digits of a digest or of a photo's id has these as they are
    /// written everywhere else.
    package init(rule: String, subject: String) {
      self.rule = rule
      self.subject = FindingSubject.readable(subject)
    }

    /// The promise and what breaks it.
    package var description: String { "\(rule): \(subject)" }
  }

  /// The depth of a check; each level includes those before it.
  package enum Depth: String, Sendable {
    /// The database by itself, and its tables against each other.
    case records
    /// The files of the blobs as well: each exists and has the right length.
    case lengths
    /// The content of the blobs as well: all are read, and the bytes of each have its digest.
    case bytes
  }

  /// The maximum number of findings of each rule that are reported.
  package static let findingLimit = 20

  private let folder: DataFolder

  /// Makes a check of a folder.
  ///
  /// - Parameter folder: A folder that is open for upkeep or for serving.
  /// - Throws: ``StorageError`` with the code `no-store` where there is no database, or `inaccessible`.
  package init(of folder: DataFolder) throws(StorageError) {
    self.folder = folder
    do {
      guard try folder.files.byteCount(at: folder.databasePath) != nil else {
        throw StorageError.noStore(in: folder.path)
      }
    } catch {
      throw StorageError("\(folder.path) cannot be checked", error)
    }
  }

  /// Checks the stores. Blocks.
  ///
  /// - Returns: The findings; none in a sound store.
  /// - Throws: ``StorageError`` with the code `damaged` where the database is too damaged to be looked at, `newer-schema`,
  ///   `older-schema`, `no-room` where there is none for a copy of the database, or `inaccessible`.
  package func run(_ depth: Depth) throws(StorageError) -> [Finding] { try report(depth).findings }

  /// Checks the stores. Blocks.
  ///
  /// - Parameters:
  ///   - depth: The depth of the check.
  ///   - quarantinesDamage: `true` to move blobs aside that have other bytes than their digest says, so that nobody is
  ///     served with them; nothing else is changed.
  ///   - progress: Is told how far it has come.
  /// - Throws: As ``run(_:)``, and ``StorageError`` with the code `cancelled` where `progress` stops it.
  package func report(
    _ depth: Depth, quarantinesDamage: Bool = false, progress: @escaping StorageProgress.Observer = { _ in }
  ) throws(StorageError) -> StoreReport {
    do {
      let hold = try folder.removalLock.hold()
      defer { withExtendedLifetime(hold) {} }
      let copy = try folder.temporaryPath(for: "check")
      defer { try? folder.files.remove(copy) }
      let records = try folder.copyRecords(to: copy, progress)
      var report = try recordReport(of: records, depth, progress)
      guard depth != .records else { return report }
      let quarantine = quarantinesDamage ? BlobQuarantine(in: folder) : nil
      try BlobAudit(folder: folder, records: records, depth: depth, quarantine: quarantine).run(&report, progress)
      report.orphanCount = try orphanCount(records)
      return report
    } catch {
      throw StorageError("\(folder.databasePath) cannot be checked", error)
    }
  }

  private func recordReport(
    of records: Database, _ depth: Depth, _ progress: StorageProgress.Observer
  ) throws -> StoreReport {
    var report = StoreReport(depth: depth)
    // The tables are looked at as they will be when what is pending has been folded into them.
    let fold = FavouriteFold(database: records)
    _ = try fold.run(try fold.pendingInJournal())
    try records.addMarkedWords()
    for rule in StoreRule.all { try rule.check(records, &report, progress) }
    for index in try SearchSoundness.damagedIndexes(in: records) {
      report.note(Finding(rule: SearchSoundness.promise, subject: index), limit: Self.findingLimit)
    }
    try checkViews(records, &report, progress)
    return report
  }

  /// The promise that the sums of what accounts see are right.
  private static let viewPromise = "what accounts see is summed up as it is counted"

  private func checkViews(
    _ records: Database, _ report: inout StoreReport, _ progress: StorageProgress.Observer
  ) throws {
    try progress(StorageProgress(.checkingRecords))
    for number in try ViewSums.wrongParts(in: records) {
      let subject = number == 0 ? "public photos" : "own photos of account \(number)"
      report.note(Finding(rule: Self.viewPromise, subject: subject), limit: Self.findingLimit)
    }
  }

  private func orphanCount(_ records: Database) throws -> Int {
    let ledger = BlobLedger(database: records)
    var count = 0
    for (path, names) in BlobLayout(root: folder.blobsPath).folders {
      for name in names {
        let digests = try folder.files.names(in: "\(path)/\(name)").compactMap { BlobLayout.digest(of: $0) }
        count += try digests.filter { try !ledger.isKnown($0) }.count
      }
    }
    return count
  }
}

/// Subjects of findings, as people know them.
enum FindingSubject {
  /// A subject that begins with the digits of a digest or of a photo's id, with these as they are written everywhere else.
  static func readable(_ subject: String) -> String {
    let digits = subject.prefix { $0.isASCII && $0.isHexDigit }
    let rest = subject.dropFirst(digits.count)
    var bytes: [UInt8] = []
    var pairs = digits.utf8[...]
    while let pair = UInt8(Substring(pairs.prefix(2)), radix: 16), pairs.count >= 2 {
      bytes.append(pair)
      pairs = pairs.dropFirst(2)
    }
    guard pairs.isEmpty else { return subject }
    switch bytes.count {
    case 32: return Digest(bytes).map { "\($0)\(rest)" } ?? subject
    case 16:
      let words = [bytes.prefix(8), bytes.suffix(8)].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
      return "\(PhotoID(high: words[0], low: words[1]))\(rest)"
    default: return subject
    }
  }
}
