import Foundation
import WoofClient
import WoofCommandLine
import WoofModel

/// The folder that photos are downloaded into: gives each a name of its own.
actor DownloadFolder {
  /// Where a photo goes.
  struct Place: Hashable, Sendable {
    /// The path, as the folder's was given.
    var path: String
    /// Whether the photo is there already.
    var isPresent: Bool
  }

  private let folder: String
  private var taken: Set<String> = []

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
  /// - Parameter name: The name that the service suggests, which stays in the folder.
  /// - Throws: `CommandFailure` where all its names are taken by other bytes.
  func place(for photo: PhotoMetadata, suggested name: String) async throws -> Place {
    for name in Self.names(for: photo, suggested: name) where !taken.contains(name) {
      let path = folder == "." ? name : folder.hasSuffix("/") ? "\(folder)\(name)" : "\(folder)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0 else {
        taken.insert(name)
        return Place(path: path, isPresent: false)
      }
      // A name whose file is another photo's stays free for that one.
      if status.st_mode & S_IFMT == S_IFREG, Int64(status.st_size) == photo.byteCount,
        try await Digest(ofFile: URL(fileURLWithPath: path)) == photo.digest, taken.insert(name).inserted
      {
        return Place(path: path, isPresent: true)
      }
    }
    throw CommandFailure("files of its names are there with other content; move them away, or choose another folder")
  }

  /// The suggested name, and one with the photo's id in it.
  private static func names(for photo: PhotoMetadata, suggested name: String) -> [String] {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let last = parts[parts.count - 1]
    // What is longer is no ending, and would leave no room for the rest.
    let ending = parts.count > 1 && !name.hasPrefix(".") && last.utf8.count <= 16 ? ".\(last)" : ""
    var stem = String(name.dropLast(ending.count))
    while stem.utf8.count + ending.utf8.count > 200 { stem.removeLast() }
    return [name, "\(stem)-\(photo.id)\(ending)"]
  }
}
