// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel
internal import WoofSystem

/// The bytes of an archive, made while they are sent: headers from memory, photos from their files. Whatever part of it is
/// asked for, no more than that is read, and at most one photo is open.
struct ArchiveBody: Sendable {
  let archive: PhotoArchive
  let library: ArchiveLibrary
  let workers: WorkerPool
  /// The bytes of the photo of an entry, for a reader who still may have them. Runs on the loop of the connection.
  let content: @Sendable (ArchiveEntry) async throws -> HTTPContent

  /// Is called when the last byte of the archive has been sent.
  let sent: @Sendable () -> Void

  /// The number of entries whose check values are looked up at once.
  private static let windowCount = 64
  /// The number of entries of the directory that are made at once.
  private static let directoryWindowCount = 512
  /// The number of bytes of a file that are checked before the work of others has its turn: 8 MiB.
  private static let turnByteCount = 8 << 20

  /// A part of the archive as a body.
  func body(of range: Range<Int64>) -> HTTPResponseBody {
    .stream(
      HTTPStream(count: Int64(range.count)) { writer in
        library.counter.noteDownload(from: range.lowerBound)
        try await sendEntries(in: range, to: writer)
        try await sendDirectory(in: range, to: writer)
        try await send(archive.layout.end, at: archive.layout.endOffset, in: range, to: writer)
        if range.upperBound == archive.layout.byteCount { sent() }
        writer.finish()
      })
  }

  // MARK: Parts

  private func sendEntries(in range: Range<Int64>, to writer: borrowing HTTPStreamWriter) async throws {
    let layout = archive.layout
    guard range.lowerBound < layout.directoryOffset else { return }
    var index = layout.indexOfEntry(at: range.lowerBound)
    while index < archive.entries.count, layout.offsets[index] < range.upperBound {
      let window = index..<min(index + Self.windowCount, archive.entries.count)
      var checks = try await CheckValues(of: archive.entries[window], in: library)
      for index in window where layout.offsets[index] < range.upperBound {
        try await sendEntry(at: index, in: range, &checks, to: writer)
      }
      await checks.keep(in: library)
      index = window.upperBound
    }
  }

  private func sendEntry(
    at index: Int, in range: Range<Int64>, _ checks: inout CheckValues, to writer: borrowing HTTPStreamWriter
  ) async throws {
    let entry = archive.entries[index]
    let content = try await content(entry)
    let check = try await checkValue(of: entry, content, &checks)
    let header = archive.layout.header(at: index, check: check)
    let start = archive.layout.offsets[index]
    try await send(header, at: start, in: range, to: writer)
    let contentStart = start + Int64(header.count)
    let wanted = range.clamped(to: contentStart..<contentStart + entry.byteCount)
    guard !wanted.isEmpty else { return }
    switch content.piece(wanted.lowerBound - contentStart..<wanted.upperBound - contentStart) {
    case .bytes(let bytes): try await writer.write(bytes)
    case .file(let region): try await writer.write(region)
    }
    library.counter.noteSent(wanted.upperBound - wanted.lowerBound)
  }

  private func sendDirectory(in range: Range<Int64>, to writer: borrowing HTTPStreamWriter) async throws {
    let layout = archive.layout
    guard range.upperBound > layout.directoryOffset, range.lowerBound < layout.endOffset else { return }
    var offset = layout.directoryOffset
    for start in stride(from: 0, to: archive.entries.count, by: Self.directoryWindowCount) {
      let window = start..<min(start + Self.directoryWindowCount, archive.entries.count)
      var checks = try await CheckValues(of: archive.entries[window], in: library)
      var bytes: [UInt8] = []
      for index in window {
        let entry = archive.entries[index]
        let check =
          if let known = checks.known(of: entry) {
            known
          } else {
            try await checkValue(of: entry, try await content(entry), &checks)
          }
        bytes += layout.directoryEntry(at: index, check: check)
      }
      await checks.keep(in: library)
      try await send(bytes, at: offset, in: range, to: writer)
      offset += Int64(bytes.count)
    }
  }

  private func send(
    _ bytes: [UInt8], at offset: Int64, in range: Range<Int64>, to writer: borrowing HTTPStreamWriter
  ) async throws {
    let wanted = range.clamped(to: offset..<offset + Int64(bytes.count))
    guard !wanted.isEmpty else { return }
    try await writer.write(
      HTTPBytes(bytes, range: Int(wanted.lowerBound - offset)..<Int(wanted.upperBound - offset)))
    library.counter.noteSent(wanted.upperBound - wanted.lowerBound)
  }

  // MARK: Check values

  private func checkValue(
    of entry: ArchiveEntry, _ content: HTTPContent, _ checks: inout CheckValues
  ) async throws -> UInt32 {
    if let known = checks.known(of: entry) { return known }
    var check = CRC32()
    switch content {
    case .bytes(let bytes): check.update(bytes.storage.span.extracting(bytes.range).bytes)
    case .file(let region):
      for start in stride(from: Int64(0), to: region.count, by: Self.turnByteCount) {
        let part = start..<min(start + Int64(Self.turnByteCount), region.count)
        check = try await workers.run { [check] in
          var check = check
          let bytes = region.offset + part.lowerBound..<region.offset + part.upperBound
          try BlobReader.forEachPart(ofFile: region.descriptor, in: bytes) { check.update($0) }
          return check
        }
      }
    }
    checks.note(check.value, of: entry)
    return check.value
  }
}

/// The check values of some entries: those that are known, and those that have been computed.
private struct CheckValues: Sendable {
  private var known: [Digest: UInt32]
  private var computed: [Digest: UInt32] = [:]

  init(of entries: ArraySlice<ArchiveEntry>, in library: ArchiveLibrary) async throws {
    known = try await library.checkValues(of: entries.map(\.digest))
  }

  func known(of entry: ArchiveEntry) -> UInt32? { known[entry.digest] ?? computed[entry.digest] }

  mutating func note(_ value: UInt32, of entry: ArchiveEntry) { computed[entry.digest] = value }

  /// Keeps what has been computed for the next time.
  func keep(in library: ArchiveLibrary) async {
    if !computed.isEmpty { await library.note(computed) }
  }
}
