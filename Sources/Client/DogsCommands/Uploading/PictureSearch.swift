// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofCommandLine
import WoofImages

/// Looks for pictures in files and folders.
struct PictureSearch: Sendable {
  /// The pictures, those of a folder in the order of their names.
  private(set) var files: [PictureFile] = []
  /// The failures of paths that were named and are no pictures, or that cannot be read.
  private(set) var failures: [TransferResult] = []
  /// The number of files in folders that are no pictures.
  private(set) var otherCount = 0

  /// Looks at paths; folders are searched with all that is below them, except for what is hidden, and links to folders
  /// are not followed.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  init(_ paths: [String]) throws {
    for path in paths {
      if Self.isFolder(path, followingLinks: true) {
        try searchNamed(path)
      } else {
        add(path, isNamed: true)
      }
    }
  }

  /// Searches a folder that was named. That there is nothing in it to upload is a failure: whoever named it expected
  /// something.
  private mutating func searchNamed(_ folder: String) throws {
    let (fileCount, failureCount, otherCount) = (files.count, failures.count, self.otherCount)
    try search(folder)
    guard files.count == fileCount, failures.count == failureCount else { return }
    let others = self.otherCount - otherCount
    let kinds = others == 0 ? "" : ", but \(others == 1 ? "1 other file" : "\(others) other files")"
    fail(
      folder,
      CodedFailure(
        "no-pictures", "there is no JPEG, PNG, GIF, WebP, HEIF or AVIF picture in it\(kinds); check the folder"))
  }

  private mutating func search(_ folder: String) throws {
    try Task.checkCancellation()
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      fail(folder, CommandFailure("\(folder) cannot be read: check who may read it"))
      return
    }
    for name in names where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? "\(folder)\(name)" : "\(folder)/\(name)"
      if Self.isFolder(path, followingLinks: false) {
        try search(path)
      } else if !Self.isFolder(path, followingLinks: true) {
        add(path, isNamed: false)
      }
    }
  }

  private mutating func add(_ path: String, isNamed: Bool) {
    do {
      if let file = try PictureFile(path: path) {
        files.append(file)
      } else if isNamed {
        fail(path, CommandFailure("\(path) is no JPEG, PNG, GIF, WebP, HEIF or AVIF picture"))
      } else {
        otherCount += 1
      }
    } catch {
      fail(path, error)
    }
  }

  private mutating func fail(_ path: String, _ error: any Error) {
    failures.append(TransferResult(file: path, status: .failed(FailureReport(error))))
  }

  private static func isFolder(_ path: String, followingLinks: Bool) -> Bool {
    var status = stat()
    guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFDIR
  }
}

/// A file on this machine that may be uploaded.
struct PictureFile: Hashable, Sendable {
  /// The path, as it was found.
  var path: String
  var byteCount: Int64

  /// A file that is a picture by its first bytes; `nil` where it is something else.
  ///
  /// - Throws: `CommandFailure` where it cannot be read.
  init?(path: String) throws {
    var status = stat()
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 { close(descriptor) }
      throw CommandFailure("\(path) cannot be read (\(reason)): check its name and who may read it")
    }
    defer { close(descriptor) }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = read(descriptor, &buffer, buffer.count)
    var sniffer = ImageTypeSniffer()
    let head = buffer.span.bytes
    _ = sniffer.consume(head.extracting(0..<max(0, count)))
    guard case .type = sniffer.verdict else { return nil }
    self.path = path
    byteCount = Int64(status.st_size)
  }
}
