// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Photos from real cameras, which are not part of the project: those below the folder that `WOOF_PHOTOS` names.
enum CameraPhotos {
  private static let folder = URL(filePath: ProcessInfo.processInfo.environment["WOOF_PHOTOS"] ?? "/nowhere")

  /// The paths of all, below the folder.
  static let all: [String] = {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".HEIC") }.sorted()
  }()

  static func bytes(of path: String) throws -> [UInt8] { try Array(Data(contentsOf: folder.appending(path: path))) }
}
