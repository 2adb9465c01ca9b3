// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WoofClient
import WoofCommandLine
import WoofModel

/// The folder that photos are downloaded into: gives each a name of its own.
final class DownloadFolder: Sendable {
  /// The place of a photo in the folder: a new path, or that of a file with the same bytes.
  struct Place: Hashable, Sendable {
    /// The path, as the folder's was given.
    var path: String
    /// `true` if the photo is there already.
    var isPresent: Bool
  }

  private let folder: String
  /// The photo that has taken each name. Names are in lower case, as some file systems do not distinguish case.
  private let taken = Mutex<[String: PhotoID]>([:])

  /// Takes a folder, and makes it where it is missing.
  ///
  /// - Parameter option: The option that names it.
  /// - Throws: `CommandFailure` where it cannot be made or written to.
  init(_ path: String, option: String = "--into") throws {
    folder = path
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure("\(path) cannot be made: name another folder by \(option), or check who may write there")
    }
    guard access(path, W_OK | X_OK) == 0 else {
      throw CommandFailure(
        "\(path) cannot be written to (\(String(cString: strerror(errno)))): name another folder by \(option)")
    }
  }

  /// Finds a place for a photo or a variant of it, which no other gets then.
  ///
  /// - Throws: `CommandFailure` where all its names are taken by other bytes.
  func place(for file: DownloadedFile) async throws -> Place {
    // It may have been given any of its names before, as the others were there or not.
    for name in file.names {
      let path = path(of: name)
      guard try await isFile(path, with: file) else { continue }
      if take(name, for: file.id) { return Place(path: path, isPresent: true) }
    }
    for name in file.names {
      var status = stat()
      if lstat(path(of: name), &status) != 0, take(name, for: file.id) {
        return Place(path: path(of: name), isPresent: false)
      }
    }
    throw CommandFailure(
      "\(file.names.joined(separator: " and ")) are there with other content; move them away, or choose another folder")
  }

  /// Keeps a name for a photo, whose file may be missing now.
  func reserve(_ name: String, for photo: PhotoID) { _ = take(name, for: photo) }

  private func isFile(_ path: String, with file: DownloadedFile) async throws -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      file.byteCount.map({ $0 == Int64(status.st_size) }) ?? true
    else { return false }
    return try await Digest(ofFile: URL(fileURLWithPath: path)) == file.digest
  }

  private func take(_ name: String, for photo: PhotoID) -> Bool {
    taken.withLock { taken in
      let holder = taken[name.lowercased(), default: photo]
      taken[name.lowercased()] = holder
      return holder == photo
    }
  }

  private func path(of name: String) -> String {
    folder == "." ? name : folder.hasSuffix("/") ? "\(folder)\(name)" : "\(folder)/\(name)"
  }
}

/// The file that a photo or a variant of it becomes.
struct DownloadedFile: Hashable, Sendable {
  /// The photo.
  let id: PhotoID
  /// The digest of the bytes.
  let digest: Digest
  /// The number of bytes; `nil` if it is not known.
  let byteCount: Int64?
  /// The names to try, in order: the photo's own file name, that name with the photo's id, and names made of the id
  /// alone. Those of a variant have its name, too.
  let names: [String]

  /// Describes the file with the original of a photo.
  init(_ photo: PhotoMetadata) {
    (id, digest, byteCount) = (photo.id, photo.digest, photo.byteCount)
    let ending = photo.contentType.fileExtension
    let byID = ["\(photo.id).\(ending)", "\(photo.id)-original.\(ending)"]
    guard photo.fileName != byID[0] else {
      names = byID
      return
    }
    let (stem, rest) = Self.parts(of: photo.fileName)
    names = [photo.fileName, "\(stem.prefix(100))-\(photo.id)\(rest.prefix(16))"] + byID
  }

  /// Describes the file with a variant of a photo.
  ///
  /// - Parameter ending: The usual ending of its format, without a point.
  init(_ variant: String, of photo: PhotoMetadata, digest: Digest, ending: String) {
    (id, self.digest, byteCount) = (photo.id, digest, nil)
    let byID = "\(photo.id)-\(variant).\(ending)"
    let stem = Self.parts(of: photo.fileName).stem
    let own = "\(stem.prefix(100))-\(variant).\(ending)"
    names = own == byID ? [byID] : [own, "\(stem.prefix(100))-\(byID)", byID]
  }

  private static func parts(of name: String) -> (stem: Substring, rest: Substring) {
    let point = name.lastIndex(of: ".") ?? name.endIndex
    return (name[..<point], name[point...])
  }
}
