// SPDX-License-Identifier: Apache-2.0

/// A call on files, as whoever stands in front of them sees it.
package struct FileSystemCall: Hashable, Sendable {
  /// The name of the system call; `create` for an `open` that makes a file, and `fsync folder` for the entries of one.
  package let name: String
  /// The file or folder, where the call has a path.
  package let path: String?

  /// Names a call.
  package init(_ name: String, at path: String? = nil) {
    self.name = name
    self.path = path
  }

  /// The error of the call for a number of the system.
  package func failure(_ number: Int32) -> FileSystemError { FileSystemError(name, path: path, number: number) }
}

/// A file system in front of another one: it sees every call that can fail before it is made, and may fail in its place.
///
/// What is to happen beside is done by implementing a call anew.
package protocol InterceptedFileSystem: FileSystem {
  /// The file system behind it.
  var real: SystemFileSystem { get }

  /// Called before a call is passed on; by default every call is.
  ///
  /// - Throws: The error for the call to throw, which then is not passed on.
  func check(_ call: FileSystemCall) throws(FileSystemError)
}

extension InterceptedFileSystem {
  /// Lets every call pass.
  package func check(_ call: FileSystemCall) throws(FileSystemError) {}

  package func createFile(at path: String) throws(FileSystemError) -> Int32 {
    try check(FileSystemCall("create", at: path))
    return try real.createFile(at: path)
  }

  package func openFile(at path: String) throws(FileSystemError) -> Int32? {
    try check(FileSystemCall("open", at: path))
    return try real.openFile(at: path)
  }

  package func openFileForAppending(at path: String) throws(FileSystemError) -> Int32? {
    try check(FileSystemCall("open", at: path))
    return try real.openFileForAppending(at: path)
  }

  package func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(FileSystemError) -> Int {
    try check(FileSystemCall("write"))
    return try real.write(bytes, to: descriptor)
  }

  package func beginWritingOut(_ descriptor: Int32, from offset: Int64, count: Int64) {
    real.beginWritingOut(descriptor, from: offset, count: count)
  }

  package func synchronizeFile(_ descriptor: Int32) throws(FileSystemError) {
    try check(FileSystemCall("fsync"))
    try real.synchronizeFile(descriptor)
  }

  package func synchronizeFolder(at path: String) throws(FileSystemError) {
    try check(FileSystemCall("fsync folder", at: path))
    try real.synchronizeFolder(at: path)
  }

  package func allocate(_ descriptor: Int32, byteCount: Int64) throws(FileSystemError) {
    try check(FileSystemCall("fallocate"))
    try real.allocate(descriptor, byteCount: byteCount)
  }

  package func synchronizeAll(below path: String) throws(FileSystemError) {
    try check(FileSystemCall("syncfs", at: path))
    try real.synchronizeAll(below: path)
  }

  package func close(_ descriptor: Int32) { real.close(descriptor) }

  package func byteCount(of descriptor: Int32) throws(FileSystemError) -> Int64 {
    try check(FileSystemCall("fstat"))
    return try real.byteCount(of: descriptor)
  }

  package func byteCount(at path: String) throws(FileSystemError) -> Int64? {
    try check(FileSystemCall("stat", at: path))
    return try real.byteCount(at: path)
  }

  package func rename(_ path: String, to newPath: String) throws(FileSystemError) -> Bool {
    try check(FileSystemCall("rename", at: path))
    return try real.rename(path, to: newPath)
  }

  package func link(_ path: String, to newPath: String) throws(FileSystemError) -> Bool {
    try check(FileSystemCall("link", at: path))
    return try real.link(path, to: newPath)
  }

  package func cut(_ path: String, to byteCount: Int64) throws(FileSystemError) {
    try check(FileSystemCall("truncate", at: path))
    try real.cut(path, to: byteCount)
  }

  package func remove(_ path: String) throws(FileSystemError) {
    try check(FileSystemCall("unlink", at: path))
    try real.remove(path)
  }

  package func makeFolder(at path: String) throws(FileSystemError) -> Bool {
    try check(FileSystemCall("mkdir", at: path))
    return try real.makeFolder(at: path)
  }

  package func removeFolder(at path: String) throws(FileSystemError) {
    try check(FileSystemCall("rmdir", at: path))
    try real.removeFolder(at: path)
  }

  package func names(in path: String) throws(FileSystemError) -> [String] {
    try check(FileSystemCall("readdir", at: path))
    return try real.names(in: path)
  }
}
