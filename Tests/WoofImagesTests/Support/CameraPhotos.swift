import Foundation

/// Photos from real cameras, which are not part of the project; tests use them where they lie beside it.
enum CameraPhotos {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "../shared/photos")

  /// The paths of all, below the folder.
  static let all: [String] = {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".HEIC") }.sorted()
  }()

  static func bytes(of path: String) throws -> [UInt8] { try Array(Data(contentsOf: folder.appending(path: path))) }
}
