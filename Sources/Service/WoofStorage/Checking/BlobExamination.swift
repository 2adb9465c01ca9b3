// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofModel

/// The condition of the bytes of a blob.
package enum BlobCondition: Hashable, Sendable {
  /// The bytes are there, as far as was looked.
  case sound
  /// There are none.
  case missing
  /// There are so many bytes, which is not the length of the blob.
  case length(Int64)
  /// The length is right, but the bytes are others.
  case altered
  /// The disk does not give them; the number is that of the system's error.
  case unreadable(Int32)

  /// `true` if there are bytes that must not be served.
  package var isDamage: Bool {
    switch self {
    case .sound, .missing, .unreadable: false
    case .length, .altered: true
    }
  }

  /// The promise that is broken in this condition.
  package var promise: String {
    switch self {
    case .sound, .missing, .length: "every blob is there in full"
    case .altered: "every blob has the bytes of its digest"
    case .unreadable: "every blob can be read"
    }
  }

  /// Returns a description of the condition of a blob with so many bytes.
  package func description(of byteCount: Int64) -> String {
    switch self {
    case .sound: "is sound"
    case .missing: "is missing"
    case .length(let found): "has \(found) bytes of \(byteCount)"
    case .altered: "has other bytes"
    case .unreadable(let number): "cannot be read (\(String(cString: strerror(number))))"
    }
  }
}

/// Looks at the files of blobs.
struct BlobExamination: Sendable {
  let layout: BlobLayout
  let files: any FileSystem
  /// `true` if the bytes are read and compared with the digest, and not only counted.
  let readsBytes: Bool

  /// Looks at one.
  ///
  /// - Parameter note: Is told how many more bytes are done.
  /// - Throws: ``FileSystemError``, and what `note` throws.
  func condition(
    of blob: NeededBlob, _ reading: inout FileReading, note: (Int) throws -> Void
  ) throws -> BlobCondition {
    // Where nothing is read, it can be stopped too.
    try note(0)
    guard let descriptor = try files.openFile(at: layout.path(of: blob.digest)) else { return .missing }
    defer { files.close(descriptor) }
    let byteCount = try files.byteCount(of: descriptor)
    guard byteCount == blob.byteCount else { return .length(byteCount) }
    guard readsBytes else { return .sound }
    do {
      if try reading.digest(of: descriptor, note: note) == blob.digest { return .sound }
      // Once more, from the disk: what was wrong may have been what was in memory.
      _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
      return try reading.digest(of: descriptor) == blob.digest ? .sound : .altered
    } catch let error as FileSystemError where error.number == EIO {
      return .unreadable(error.number)
    }
  }
}
