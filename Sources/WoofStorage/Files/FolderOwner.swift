internal import Glibc

/// The owner of a folder, who has to be able to use what root makes in it.
enum FolderOwner {
  /// Gives a new file to the owner of its folder, where root makes it beside a service that runs as another user.
  static func own(_ descriptor: Int32, in folder: String) throws(FileSystemError) {
    guard geteuid() == 0 else { return }
    var status = stat()
    guard stat(folder, &status) == 0 else { throw FileSystemError("stat", path: folder, number: errno) }
    guard fchown(descriptor, status.st_uid, status.st_gid) == 0 else {
      throw FileSystemError("fchown", path: folder, number: errno)
    }
  }
}
