// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine
import WoofModel
import WoofSync
import WoofTerminal

/// A folder with the originals of an account's own photos.
///
/// Nothing in it is replaced or removed that `dogs` did not write, or that has changed since. The index is written after the
/// files: what a crash keeps it from telling of counts as somebody else's from then on, and is never removed.
actor OriginalsMirror {
  /// The number of originals under way at a time.
  private static let transferLimit = 4
  /// The number of files after which the index is written.
  private static let filesPerIndex = 100
  /// The beginning and the end of the names of files that are being written.
  private static let draftName = (prefix: ".dogs-", suffix: ".partial")

  private let folder: String
  private let places: DownloadFolder
  private var index: MirrorIndex
  /// The files that have been named as left alone, so that it is said once.
  private var told: Set<String> = []
  /// The number of files of which the index in the folder does not tell yet.
  private var unwritten = 0

  /// Takes a folder, and makes it where it is missing.
  ///
  /// - Throws: ``CodedFailure`` where the folder is that of another account; `CommandFailure` where it cannot be written.
  init(_ folder: String, service: String, account: String) throws {
    self.folder = folder
    places = try DownloadFolder(folder, option: "--originals")
    index = try MirrorIndex.read(in: folder, service: service, account: account)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where name.hasPrefix(Self.draftName.prefix) && name.hasSuffix(Self.draftName.suffix) {
      unlink("\(folder)/\(name)")
    }
  }

  /// Makes the folder what the replica says, and prints what has been done.
  ///
  /// - Returns: `true` if every original is there.
  func update(from replica: PhotoReplica, _ lines: LiveLines, printsJSON: Bool) async throws -> Bool {
    let photos = try Self.ownPhotos(of: replica)
    try await removeFiles(ofOthersThan: photos, lines, printsJSON)
    let missing = try await missing(photos, lines, printsJSON)
    for entry in index.files { places.reserve(entry.path, for: entry.photo) }
    guard !missing.isEmpty else { return true }
    let items = missing.map { item($0, replica) }
    let run = TransferRun(done: "downloaded", limit: Self.transferLimit, printsJSON: printsJSON, lines: lines)
    do {
      let code = try await run.run(items)
      try writeIndex()
      return code == .done
    } catch {
      try? writeIndex()
      throw error
    }
  }

  private static func ownPhotos(of replica: PhotoReplica) throws -> [PhotoMetadata] {
    var photos: [PhotoMetadata] = []
    var last: ReplicaPhoto?
    repeat {
      let page = try replica.page(of: PhotoListQuery(.own), after: last, limit: 500)
      photos += page.filter { !$0.isUploading }.map(\.metadata)
      last = page.last
    } while last != nil
    return photos
  }

  private func item(_ photo: PhotoMetadata, _ replica: PhotoReplica) -> TransferRun.Item {
    TransferRun.Item(
      name: photo.caption.isEmpty ? photo.id.description : photo.caption, byteCount: photo.byteCount,
      failed: TransferResult(id: photo.id, digest: photo.digest, status: .present)
    ) { _ in
      try await self.put(photo, from: replica)
    }
  }
}

// MARK: What is there

extension OriginalsMirror {
  private func removeFiles(ofOthersThan photos: [PhotoMetadata], _ lines: LiveLines, _ printsJSON: Bool) async throws {
    let there = Set(photos.map(\.id))
    let gone = index.files.filter { !there.contains($0.photo) }
    guard !gone.isEmpty else { return }
    for entry in gone where entry.isWritten {
      try Task.checkCancellation()
      switch await MirrorFileState.read(entry, in: folder, isThorough: true) {
      case .missing: break
      case .unchanged:
        guard unlink("\(folder)/\(entry.path)") == 0 else { throw Self.failure("\(folder)/\(entry.path)", errno) }
        lines.print(line("removed", entry, nil, printsJSON))
      case .changed: leaveAlone(entry, "its photo is gone, and it has changed since dogs wrote it", lines, printsJSON)
      }
    }
    index.files.removeAll { !there.contains($0.photo) }
    try writeIndex()
  }

  /// The photos whose files are to be written.
  private func missing(
    _ photos: [PhotoMetadata], _ lines: LiveLines, _ printsJSON: Bool
  ) async throws -> [PhotoMetadata] {
    let entries = Dictionary(index.files.map { ($0.photo, $0) }) { first, _ in first }
    var missing: [PhotoMetadata] = []
    for photo in photos {
      try Task.checkCancellation()
      guard let entry = entries[photo.id] else {
        missing.append(photo)
        continue
      }
      switch await MirrorFileState.read(entry, in: folder, isThorough: false) {
      case .unchanged: break
      case .changed where entry.isWritten:
        leaveAlone(entry, "it has changed since dogs wrote it", lines, printsJSON)
      case .changed, .missing:
        // Of what somebody else wrote and took away or changed, another file is made.
        if !entry.isWritten { index.files.removeAll { $0.photo == photo.id } }
        missing.append(photo)
      }
    }
    return missing
  }

  private func leaveAlone(_ entry: MirrorIndex.Entry, _ reason: String, _ lines: LiveLines, _ printsJSON: Bool) {
    guard told.insert(entry.path).inserted else { return }
    lines.print(line("left-alone", entry, reason, printsJSON))
  }

  private func line(_ status: String, _ entry: MirrorIndex.Entry, _ reason: String?, _ printsJSON: Bool) -> String {
    let path = "\(folder)/\(entry.path)"
    guard printsJSON else { return "\(status)  \(path.printable)\(reason.map { ": \($0)" } ?? "")\n" }
    return JSONLine.object { writer in
      writer.name("status")
      writer.value(status)
      writer.name("file")
      writer.value(path)
      writer.name("id")
      writer.value(entry.photo)
    }
  }
}

// MARK: Writing

extension OriginalsMirror {
  private func put(_ photo: PhotoMetadata, from replica: PhotoReplica) async throws -> TransferResult {
    let known = index.files.first { $0.photo == photo.id }
    let place =
      if let known { DownloadFolder.Place(path: "\(folder)/\(known.path)", isPresent: false) } else {
        try await places.place(for: DownloadedFile(photo))
      }
    var result = TransferResult(file: place.path, id: photo.id, digest: photo.digest, status: .present)
    if !place.isPresent {
      let draft = try copy(try await replica.image(photo.id))
      defer { unlink(draft) }
      try Self.move(draft, to: place.path)
      result.status = .done
    }
    note(photo, at: place.path, isWritten: !place.isPresent)
    unwritten += 1
    if unwritten >= Self.filesPerIndex { try writeIndex() }
    return result
  }

  private func writeIndex() throws {
    try index.write(in: folder)
    unwritten = 0
  }

  private func note(_ photo: PhotoMetadata, at path: String, isWritten: Bool) {
    var status = stat()
    let time = lstat(path, &status) == 0 ? MirrorFileState.modificationTime(status) : 0
    index.files.removeAll { $0.photo == photo.id }
    index.files.append(
      MirrorIndex.Entry(
        path: URL(fileURLWithPath: path).lastPathComponent, digest: photo.digest, photo: photo.id,
        byteCount: photo.byteCount, modifiedAt: time, isWritten: isWritten))
  }

  /// Copies a file into the folder, durable and under a name of its own.
  private func copy(_ file: URL) throws -> String {
    let draft = "\(folder)/\(Self.draftName.prefix)\(UUID().uuidString)\(Self.draftName.suffix)"
    let source = open(file.path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw Self.failure(file.path, errno) }
    defer { close(source) }
    let target = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard target >= 0 else { throw Self.failure(draft, errno) }
    defer { close(target) }
    while true {
      let count = sendfile(target, source, nil, 1 << 20)
      if count < 0, errno == EINTR { continue }
      guard count > 0 || count == 0 && fsync(target) == 0 else {
        let number = errno
        unlink(draft)
        throw Self.failure(draft, number)
      }
      if count == 0 { return draft }
    }
  }

  /// Gives a file its name, unless something has it.
  private static func move(_ draft: String, to path: String) throws {
    // A link is made where there is no such name, and nowhere else; not every file system has them.
    if link(draft, path) == 0 { return }
    let number = errno
    guard number != EEXIST, access(path, F_OK) != 0 else {
      throw CodedFailure(
        "left-alone", "\(path) has appeared meanwhile, and is not replaced; move it away, and try again")
    }
    guard [EPERM, EOPNOTSUPP, EMLINK].contains(number), rename(draft, path) == 0 else { throw failure(path, number) }
  }

  private static func failure(_ path: String, _ number: Int32) -> WoofError {
    let reason = String(cString: strerror(number))
    return [ENOSPC, EDQUOT].contains(number)
      ? WoofError(.diskFull, "There is no room for \(path): make some, and try again.")
      : WoofError(.fileNotWritable, "\(path) cannot be written (\(reason)): check the folder and its disk.")
  }
}
