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
  /// - Throws: `CommandFailure` where it cannot be made or written to.
  init(_ path: String) throws {
    folder = path
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure("\(path) cannot be made: name another folder by --into, or check who may write there")
    }
    guard access(path, W_OK | X_OK) == 0 else {
      throw CommandFailure(
        "\(path) cannot be written to (\(String(cString: strerror(errno)))): name another folder by --into")
    }
  }

  /// Finds a place for a photo, which no other gets then.
  ///
  /// - Throws: `CommandFailure` where all its names are taken by other bytes.
  func place(for photo: PhotoMetadata) async throws -> Place {
    let names = Self.names(of: photo)
    // It may have been given any of its names before, as the others were there or not.
    for name in names {
      let path = path(of: name)
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int64(status.st_size) == photo.byteCount,
        try await Digest(ofFile: URL(fileURLWithPath: path)) == photo.digest
      else { continue }
      if take(name, for: photo.id) { return Place(path: path, isPresent: true) }
    }
    for name in names {
      var status = stat()
      if lstat(path(of: name), &status) != 0, take(name, for: photo.id) {
        return Place(path: path(of: name), isPresent: false)
      }
    }
    throw CommandFailure(
      "\(names.joined(separator: " and ")) are there with other content; move them away, or choose another folder")
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

  /// Returns the names to try for a photo, in order: its own file name, that name with the photo's id, and names made
  /// of the id alone.
  private static func names(of photo: PhotoMetadata) -> [String] {
    let ending = photo.contentType.fileExtension
    let byID = ["\(photo.id).\(ending)", "\(photo.id)-original.\(ending)"]
    guard photo.fileName != byID[0] else { return byID }
    let point = photo.fileName.lastIndex(of: ".") ?? photo.fileName.endIndex
    let stem = photo.fileName[..<point]
    return [photo.fileName, "\(stem.prefix(100))-\(photo.id)\(photo.fileName[point...].prefix(16))"] + byID
  }
}
