import Foundation
import WoofClient
import WoofCommandLine
import WoofModel

/// The folder that photos are downloaded into: gives each a name of its own.
struct DownloadFolder: Sendable {
  /// Where a photo goes.
  struct Place: Hashable, Sendable {
    /// The path, as the folder's was given.
    var path: String
    /// Whether the photo is there already.
    var isPresent: Bool
  }

  private let folder: String

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

  /// Finds a place for a photo.
  ///
  /// - Throws: `CommandFailure` where all its names are taken by other bytes.
  func place(for photo: PhotoMetadata) async throws -> Place {
    let names = [photo.fileName, "\(photo.id)-original.\(photo.contentType.fileExtension)"]
    for name in names {
      let path = folder == "." ? name : folder.hasSuffix("/") ? "\(folder)\(name)" : "\(folder)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0 else { return Place(path: path, isPresent: false) }
      if status.st_mode & S_IFMT == S_IFREG, Int64(status.st_size) == photo.byteCount,
        try await Digest(ofFile: URL(fileURLWithPath: path)) == photo.digest
      {
        return Place(path: path, isPresent: true)
      }
    }
    throw CommandFailure(
      "\(names.joined(separator: " and ")) are there with other content; move them away, or choose another folder")
  }
}
