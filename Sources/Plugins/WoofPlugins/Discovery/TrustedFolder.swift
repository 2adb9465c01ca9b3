// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// A folder that only root and the service's user could have put plugins into, held open.
final class TrustedFolder: Sendable {
  /// The path of the folder, without symbolic links.
  let path: String
  private let descriptor: Int32
  private let trust: FileTrust

  deinit { close(descriptor) }

  /// Opens a folder and checks it and every folder above it.
  ///
  /// - Throws: ``PluginError`` with the codes `notFound` and `untrusted`.
  init(at path: String) throws(PluginError) {
    guard let resolved = realpath(path, nil) else {
      throw PluginError(.notFound, "the folder \(path) cannot be found")
    }
    defer { free(resolved) }
    let path = String(cString: resolved)
    let descriptor = woof_open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw PluginError(.notFound, "the folder \(path) cannot be opened") }
    self.path = path
    self.descriptor = descriptor
    trust = FileTrust(user: geteuid())
    try trust.check(Self.facts(of: descriptor, at: path), at: path)
    try Self.checkAncestors(of: path, trust)
  }

  /// The names of the files in it that end like this, in order.
  func names(endingWith suffix: String) -> [String] {
    guard let stream = opendir("/proc/self/fd/\(descriptor)") else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { name in
        // The system ends the name with a zero byte within the array.
        name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) {
          String(cString: $0)
        }
      }
      if name.hasSuffix(suffix), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// Opens a file of the folder for reading, which is as trustworthy as the folder.
  ///
  /// - Throws: ``PluginError`` with the codes `notFound` and `untrusted`.
  func open(_ name: String) throws(PluginError) -> TrustedFile {
    let path = "\(self.path)/\(name)"
    let file = woof_openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0)
    guard file >= 0 else {
      let reason = errno == ELOOP ? "is a link; put the file itself there" : "cannot be opened"
      throw PluginError(.notFound, "\(path) \(reason)")
    }
    let opened = TrustedFile(descriptor: file, path: path)
    let facts = try Self.facts(of: file, at: path)
    guard facts.kind == .file else { throw PluginError(.notFound, "\(path) is not a file") }
    try trust.check(facts, at: path)
    return opened
  }

  private static func checkAncestors(of path: String, _ trust: FileTrust) throws(PluginError) {
    var ancestor = path[...]
    while let slash = ancestor.lastIndex(of: "/"), ancestor != "/" {
      ancestor = slash == ancestor.startIndex ? "/" : ancestor[..<slash]
      var status = stat()
      guard stat(String(ancestor), &status) == 0 else {
        throw PluginError(.untrusted, "\(ancestor) cannot be looked at")
      }
      try trust.checkAncestor(FileFacts(status), at: String(ancestor))
    }
  }

  private static func facts(of descriptor: Int32, at path: String) throws(PluginError) -> FileFacts {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw PluginError(.untrusted, "\(path) cannot be looked at") }
    return FileFacts(status)
  }
}

extension FileFacts {
  init(_ status: stat) {
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    self.init(kind: kind, owner: status.st_uid, permissions: status.st_mode & 0o7777)
  }
}
