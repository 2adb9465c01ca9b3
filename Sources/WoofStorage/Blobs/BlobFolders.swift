internal import Synchronization
internal import WoofModel

/// Makes the folders that blobs lie in, and makes sure that a power cut does not take them back.
final class BlobFolders: Sendable {
  private let layout: BlobLayout
  private let files: any FileSystem
  /// The folders whose entry in the folder above is known to be on the disk.
  private let durable = Mutex<Set<String>>([])

  init(layout: BlobLayout, files: any FileSystem) {
    self.layout = layout
    self.files = files
  }

  /// Makes the folder of a blob, where there is none, and gives its path.
  func makeFolder(of digest: Digest) throws(FileSystemError) -> String {
    let folder = layout.folder(of: digest)
    try makeDurable(folder.folderPath)
    try makeDurable(folder)
    return folder
  }

  /// A folder that is there may have been made by a process that died before it was safe, so the first use of each is
  /// waited for.
  private func makeDurable(_ folder: String) throws(FileSystemError) {
    guard !durable.withLock({ $0.contains(folder) }) else { return }
    _ = try files.makeFolder(at: folder)
    try files.synchronizeFolder(at: folder.folderPath)
    _ = durable.withLock { $0.insert(folder) }
  }
}
