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

  /// Makes the folder of a blob, where there is none.
  func makeFolder(of digest: Digest) throws(FileSystemError) {
    for folder in missing(layout.folder(of: digest)).reversed() { _ = try files.makeFolder(at: folder) }
  }

  /// Waits until what was put into the folder of a blob is on the disk, and the folder itself. All is waited for at the
  /// end, where most of it has come to the disk together.
  func synchronizeFolder(of digest: Digest) throws(FileSystemError) {
    let folder = layout.folder(of: digest)
    try files.synchronizeFolder(at: folder)
    let missing = missing(folder)
    for folder in missing { try files.synchronizeFolder(at: folder.folderPath) }
    durable.withLock { $0.formUnion(missing) }
  }

  /// The folder and the one above it, as far as they are not known to be safe. One that is there may have been made by a
  /// process that died before it was, so the first use of each is waited for.
  private func missing(_ folder: String) -> [String] {
    durable.withLock { durable in [folder, folder.folderPath].filter { !durable.contains($0) } }
  }
}
