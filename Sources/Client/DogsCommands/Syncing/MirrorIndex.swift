// SPDX-License-Identifier: Apache-2.0

import Foundation
// Which module defines `timespec`, it or that of the C library, depends on the order in which the compiler meets them.
import SwiftOverlayShims
import WoofClient
import WoofModel

/// The list of the files that `dogs` wrote into a folder of originals, which it keeps in that folder.
struct MirrorIndex: Codable, Hashable, Sendable {
  /// The name of the index in its folder.
  static let fileName = ".dogs-originals.json"
  private static let currentVersion = 1

  /// A file of a photo.
  struct Entry: Codable, Hashable, Sendable {
    /// The name of the file in the folder.
    var path: String
    var digest: Digest
    var photo: PhotoID
    var byteCount: Int64
    /// The time of the last change of the file, in nanoseconds, so that the bytes of what nobody touched need not be read.
    var modifiedAt: Int64
    /// `true` if `dogs` wrote the file; `false` if it was there with the same bytes.
    var isWritten: Bool
  }

  var version = Self.currentVersion
  /// The service, of scheme, host and port.
  var service: String
  var account: String
  var files: [Entry] = []

  /// Reads the index of a folder; that of a folder without one is empty.
  ///
  /// - Throws: ``CodedFailure`` where it is damaged, of a newer version, or that of another account.
  static func read(in folder: String, service: String, account: String) throws -> MirrorIndex {
    let path = "\(folder)/\(fileName)"
    guard FileManager.default.fileExists(atPath: path) else { return MirrorIndex(service: service, account: account) }
    let index: MirrorIndex
    do {
      index = try JSONDecoder().decode(MirrorIndex.self, from: try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw CodedFailure(
        "index-damaged",
        "\(path) cannot be read or is damaged; remove it, and dogs finds the files anew and touches none that is there")
    }
    guard index.version <= currentVersion else {
      throw CodedFailure("index-too-new", "\(path) was written by a newer version of dogs; update dogs")
    }
    guard index.service == service, index.account == account else {
      throw CodedFailure(
        "other-account",
        "\(folder) has the originals of \(index.account) at \(index.service); name another folder by --originals")
    }
    guard index.files.allSatisfy({ !$0.path.contains("/") && !["", ".", ".."].contains($0.path) }) else {
      throw CodedFailure("index-damaged", "\(path) names files outside of its folder; remove it")
    }
    return index
  }

  /// Writes the index into a folder, in place of the one that is there.
  ///
  /// - Throws: ``CodedFailure``.
  func write(in folder: String) throws {
    let path = "\(folder)/\(Self.fileName)"
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      try encoder.encode(self).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw CodedFailure(
        "file-not-writable", "\(path) cannot be written (\(error.localizedDescription)); check the folder and its disk")
    }
  }
}

/// The state of a file of the index: missing, as it was written, or changed since.
enum MirrorFileState: Hashable, Sendable {
  case missing, unchanged, changed

  /// Looks at a file.
  ///
  /// - Parameter isThorough: `true` to compare the bytes also where nothing seems to have happened to the file.
  static func read(_ entry: MirrorIndex.Entry, in folder: String, isThorough: Bool) async -> MirrorFileState {
    let path = "\(folder)/\(entry.path)"
    var status = stat()
    guard lstat(path, &status) == 0 else { return .missing }
    guard status.st_mode & S_IFMT == S_IFREG, Int64(status.st_size) == entry.byteCount else { return .changed }
    if !isThorough, modificationTime(status) == entry.modifiedAt { return .unchanged }
    let digest = try? await Digest(ofFile: URL(fileURLWithPath: path))
    return digest == entry.digest ? .unchanged : .changed
  }

  /// The time of the last change, in nanoseconds.
  static func modificationTime(_ status: stat) -> Int64 {
    Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
  }
}
