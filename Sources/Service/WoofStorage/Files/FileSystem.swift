// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofModel

/// The file operations that the stores use. Tests wrap the real file system in one that fails on purpose.
///
/// All calls block. Paths are absolute.
package protocol FileSystem: Sendable {
  /// `true` if no other process can reach the files, so that they need no locks; `false` by default.
  var isPrivate: Bool { get }

  /// Opens a file that must not be there yet, for reading and writing by the owner only.
  func createFile(at path: String) throws(FileSystemError) -> Int32

  /// Opens a file for reading; `nil` where there is none.
  func openFile(at path: String) throws(FileSystemError) -> Int32?

  /// Opens a file for reading and for writing at its end; `nil` where there is none.
  func openFileForAppending(at path: String) throws(FileSystemError) -> Int32?

  /// Writes bytes at the end of what has been written; gives how many, which may be less than were given.
  func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(FileSystemError) -> Int

  /// Takes room on the disk for the first bytes of a file, which are zero then.
  func allocate(_ descriptor: Int32, byteCount: Int64) throws(FileSystemError)

  /// Begins to write a part of a file to the disk, without waiting for it: what is synchronized later has less to do
  /// then. A hint, that may do nothing.
  func beginWritingOut(_ descriptor: Int32, from offset: Int64, count: Int64)

  /// Waits until the bytes of a file are on the disk.
  func synchronizeFile(_ descriptor: Int32) throws(FileSystemError)

  /// Waits until the entries of a folder are on the disk.
  func synchronizeFolder(at path: String) throws(FileSystemError)

  /// Waits until everything that was written below a folder, and all else on its file system, is on the disk. Where
  /// there is much of it, this takes far less time than waiting for each file.
  func synchronizeAll(below path: String) throws(FileSystemError)

  /// Closes a descriptor.
  func close(_ descriptor: Int32)

  /// The length of an open file in bytes.
  func byteCount(of descriptor: Int32) throws(FileSystemError) -> Int64

  /// The length of a file in bytes; `nil` where there is none.
  func byteCount(at path: String) throws(FileSystemError) -> Int64?

  /// Renames a file, in place of one that has the name already.
  ///
  /// - Returns: `true` if there was a file to rename.
  func rename(_ path: String, to newPath: String) throws(FileSystemError) -> Bool

  /// Gives a file another name beside the one that it has.
  ///
  /// - Returns: `true` if it has it now; `false` where there is no such file, and where the two names would lie on
  ///   different file systems, or the file system has no such links.
  func link(_ path: String, to newPath: String) throws(FileSystemError) -> Bool

  /// Takes all bytes but the first out of a file, for those too that have it open.
  func cut(_ path: String, to byteCount: Int64) throws(FileSystemError)

  /// Removes a file, where there is one.
  func remove(_ path: String) throws(FileSystemError)

  /// Makes a folder for the owner only.
  ///
  /// - Returns: `true` if there was none.
  func makeFolder(at path: String) throws(FileSystemError) -> Bool

  /// Removes a folder that holds nothing, where there is one.
  func removeFolder(at path: String) throws(FileSystemError)

  /// The names in a folder, in no order; none where there is no such folder.
  func names(in path: String) throws(FileSystemError) -> [String]
}

extension FileSystem {
  /// `false`: whoever may can reach the files.
  package var isPrivate: Bool { false }

  /// Writes all bytes, in as many steps as it takes.
  func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(FileSystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = try write(rest, to: descriptor)
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
  }

  /// Writes all bytes, in as many steps as it takes.
  func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(FileSystemError) {
    try bytes.span.bytes.withUnsafeBytes { (bytes) throws(FileSystemError) in try writeAll(bytes, to: descriptor) }
  }

  /// Makes a folder and those above it, where they are missing, and waits until they are on the disk.
  func makeDurableFolder(at path: String) throws(FileSystemError) {
    guard try byteCount(at: path) == nil else { return }
    let parent = path.folderPath
    if parent != path { try makeDurableFolder(at: parent) }
    if try makeFolder(at: path) { try synchronizeFolder(at: parent) }
  }
}

extension String {
  /// The path of the folder that this path lies in.
  var folderPath: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}

/// A call on files that failed.
package struct FileSystemError: Error, Hashable, Sendable {
  /// The name of the system call that failed.
  package let call: String
  /// The path of the file or folder; `nil` if the call takes none.
  package let path: String?
  /// The system's number for the failure.
  package let number: Int32

  /// Makes an error.
  package init(_ call: String, path: String? = nil, number: Int32) {
    self.call = call
    self.path = path
    self.number = number
  }

  /// `true` if the disk or the owner's share of it is full.
  var isOutOfSpace: Bool { number == ENOSPC || number == EDQUOT }

  /// `true` if a folder lies where a file was expected.
  var isFolder: Bool { number == EISDIR }
}

extension FileSystemError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The failed call and the system's message, without the path; fit for a client.
  package var description: String { "\(call): \(String(cString: strerror(number)))" }

  /// The failed call, the system's message and the path; for logs, not for clients.
  package var debugDescription: String { "\(description)\(path.map { ": \($0)" } ?? "")" }
}

extension WoofError {
  /// The error that a client sees for a call on files that failed.
  init(_ error: FileSystemError, fileID: String = #fileID, line: Int = #line) {
    if error.isOutOfSpace {
      self.init(
        .insufficientStorage, "The service has no room left; try again later.", cause: error, fileID: fileID, line: line
      )
    } else {
      self.init(.internal, "The service could not use its disk.", cause: error, fileID: fileID, line: line)
    }
  }
}

/// A folder with all that lies below it.
struct FolderTree {
  let path: String
  let files: any FileSystem

  /// Removes everything in the folder, but what has one of the given names there.
  func removeContents(keeping kept: Set<String> = []) throws(FileSystemError) {
    for name in try files.names(in: path) where !kept.contains(name) {
      try Self.remove("\(path)/\(name)", in: files)
    }
  }

  /// Removes the folder with everything in it, where there is one.
  func remove() throws(FileSystemError) {
    try removeContents()
    try files.removeFolder(at: path)
  }

  private static func remove(_ path: String, in files: any FileSystem) throws(FileSystemError) {
    do throws(FileSystemError) {
      try files.remove(path)
    } catch  where error.isFolder {
      try FolderTree(path: path, files: files).remove()
    }
  }
}
