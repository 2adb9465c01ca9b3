// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MemoryDisks
import WoofModel
import WoofStorage
import WoofSync

/// The files of a replica on a simulated disk.
final class DeviceFiles: ReplicaFiles {
  let path: String
  private let files = MemoryFileSystem()

  private static let subfolders = ["staged", "files"]

  /// Makes the folders that are missing.
  ///
  /// - Throws: ``WoofModel/WoofError`` where the disk fails.
  init(at path: String) throws {
    self.path = path
    try Self.writing {
      for folder in [path] + Self.subfolders.map({ "\(path)/\($0)" }) { _ = try files.makeFolder(at: folder) }
      try files.synchronizeAll(below: path)
    }
  }

  func create(_ name: String, _ write: (_ append: (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
    let (target, draft) = ("\(path)/\(name)", "\(path)/\(name).part")
    try Self.writing {
      try files.remove(draft)
      let descriptor = try files.createFile(at: draft)
      do {
        defer { files.close(descriptor) }
        try write { _ = try files.write($0, to: descriptor) }
        try files.synchronizeFile(descriptor)
      } catch {
        try? files.remove(draft)
        throw error
      }
      _ = try files.rename(draft, to: target)
      try files.synchronizeFolder(at: URL(fileURLWithPath: target).deletingLastPathComponent().path)
    }
  }

  func adopt(_ file: URL, as name: String) throws {
    throw WoofError(.fileNotWritable, "No file comes to a simulated device from elsewhere.")
  }

  func read(_ name: String, _ range: Range<Int64>) throws -> Data {
    try Self.reading {
      guard let descriptor = try files.openFile(at: "\(path)/\(name)") else {
        throw WoofError(.fileNotReadable, "There is no \(name).")
      }
      defer { files.close(descriptor) }
      var data = Data(count: Int(range.upperBound - range.lowerBound))
      let count = data.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress, $0.count, off_t(range.lowerBound))
      }
      guard count >= 0 else { throw WoofError(.fileNotReadable, "\(name) cannot be read.") }
      return data.prefix(count)
    }
  }

  func byteCount(of name: String) throws -> Int64? { try Self.reading { try files.byteCount(at: "\(path)/\(name)") } }

  func remove(_ name: String) { try? files.remove("\(path)/\(name)") }

  func names() throws -> [String] {
    try Self.reading {
      try Self.subfolders.flatMap { folder in
        try files.names(in: "\(path)/\(folder)").sorted().map { "\(folder)/\($0)" }
      }
    }
  }

  func url(of name: String) -> URL { URL(fileURLWithPath: "\(path)/\(name)") }

  func release() {}

  private static func writing<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as FileSystemError {
      let isFull = error.number == ENOSPC
      throw WoofError(isFull ? .diskFull : .fileNotWritable, "The disk fails: \(error)", cause: error)
    }
  }

  private static func reading<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as FileSystemError {
      throw WoofError(.fileNotReadable, "The disk fails: \(error)", cause: error)
    }
  }
}
