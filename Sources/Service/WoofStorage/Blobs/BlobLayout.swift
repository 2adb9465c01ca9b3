// SPDX-License-Identifier: Apache-2.0

internal import WoofModel
internal import WoofSystem

/// The layout of the files of blobs: `<root>/a/b/<64 hexadecimal digits>`, where `a` and `b` are the first two digits.
///
/// The 256 folders of the second level hold some thousands of blobs each if there are a million, which file systems
/// with indexed folders handle easily; and they are few enough to be made beforehand.
struct BlobLayout: Sendable {
  /// The folder of all blobs.
  let root: String

  /// The path of a blob.
  func path(of digest: Digest) -> String { "\(folder(of: digest))/\(digest.hexadecimal)" }

  /// The path of the folder that a blob lies in.
  func folder(of digest: Digest) -> String {
    let digits = digest.hexadecimal.prefix(2)
    return "\(root)/\(digits.prefix(1))/\(digits.suffix(1))"
  }

  /// The paths of all folders of the first level, each with the names of those in it.
  var folders: [(path: String, names: [String])] {
    let digits = (0..<16).map { String($0, radix: 16) }
    return digits.map { ("\(root)/\($0)", digits) }
  }

  /// The digest that the name of a file means; `nil` for any other name.
  static func digest(of name: String) -> Digest? {
    guard name.utf8.count == 2 * Digest.byteCount else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in name.utf8 {
      guard let value = Hexadecimal.lowerCaseValue(of: digit) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return Digest(bytes)
  }
}

/// Makes the folders that blobs lie in, all at once, so that placing a blob makes none.
enum BlobFolders {
  /// Makes what is missing, and makes sure that a power cut does not take it back.
  static func make(_ layout: BlobLayout, in files: any FileSystem) throws(FileSystemError) {
    try files.makeDurableFolder(at: layout.root)
    for (folder, subfolders) in layout.folders {
      _ = try files.makeFolder(at: folder)
      let names = Set(try files.names(in: folder))
      for name in subfolders where !names.contains(name) { _ = try files.makeFolder(at: "\(folder)/\(name)") }
      // Also where nothing was missing: whoever made them may have died before they were on the disk.
      try files.synchronizeFolder(at: folder)
    }
    try files.synchronizeFolder(at: layout.root)
  }
}
