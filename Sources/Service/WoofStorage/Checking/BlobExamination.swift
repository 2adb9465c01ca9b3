internal import Glibc
internal import WoofModel

/// How the file of a blob is.
enum BlobCondition: Hashable {
  case sound
  case missing
  /// It has so many bytes, which are not as many as it should have.
  case length(Int64)
  /// It has other bytes.
  case altered
  /// The disk does not give it; the number of the system's error.
  case unreadable(Int32)

  /// Whether it has bytes that nobody should be served with.
  var isDamage: Bool {
    switch self {
    case .sound, .missing, .unreadable: false
    case .length, .altered: true
    }
  }

  /// The promise that it breaks.
  var promise: String {
    switch self {
    case .sound, .missing, .length: "every blob is there in full"
    case .altered: "every blob has the bytes of its digest"
    case .unreadable: "every blob can be read"
    }
  }

  /// What is so with it, of so many bytes.
  func description(of byteCount: Int64) -> String {
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
  /// Whether their bytes are read.
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
