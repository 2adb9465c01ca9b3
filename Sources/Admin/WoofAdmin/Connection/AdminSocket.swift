// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// The socket by which administrators reach a service: `admin.sock` in its data folder.
package struct AdminSocket: Hashable, Sendable {
  /// The folder that holds the service's data.
  package let folder: String

  /// Makes the socket of a data folder.
  package init(folder: String) { self.folder = folder }

  /// The path of the socket.
  package var path: String { "\(folder)/\(Self.name)" }

  /// The folder's path from the root.
  var absoluteFolder: String {
    folder.hasPrefix("/") ? folder : "\(FileManager.default.currentDirectoryPath)/\(folder)"
  }

  static let name = "admin.sock"

  /// Returns the fault of the socket, found out by connecting to it; `nil` if the connection succeeds, or the fault is
  /// none of the known ones.
  func diagnosis() -> AdminConnectionError? {
    let route = SocketPath(self)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard route.text.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      return AdminConnectionError(hasFolder ? .notPermitted : .noFolder, self)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: route.text.utf8) }
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
    }
    guard result != 0 else { return nil }
    switch errno {
    case ENOENT, ENOTDIR: return AdminConnectionError(hasFolder ? .noSocket : .noFolder, self)
    case ECONNREFUSED, EPROTOTYPE, ENOTSOCK: return AdminConnectionError(.stale, self)
    case EACCES, EPERM: return AdminConnectionError(.notPermitted, self)
    default: return nil
    }
  }

  private var hasFolder: Bool {
    var status = stat()
    return stat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The name of the user who owns the socket, or the user's number if there is no name; `nil` if it is unknown or
  /// root.
  var owner: String? {
    var status = stat()
    guard stat(path, &status) == 0 || stat(folder, &status) == 0, status.st_uid != 0 else { return nil }
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?  // points to `entry`, or to nothing
    var buffer = [CChar](repeating: 0, count: 4096)
    guard getpwuid_r(status.st_uid, &entry, &buffer, buffer.count, &found) == 0, found != nil else {
      return "\(status.st_uid)"
    }
    return String(cString: entry.pw_name)
  }
}

/// A path by which a socket is reached while this value lives.
///
/// The address of a socket has room for 107 bytes (unix(7)); a longer path is reached through the descriptor of its
/// folder, as the service does.
final class SocketPath: Sendable {
  /// The path, which fits into an address where the folder is there and may be entered.
  let text: String
  private let folder: Int32

  /// `O_PATH`, which the C library hides behind a feature macro: to enter the folder is enough.
  private static let pathOnly: Int32 = 0o10_000_000

  init(_ socket: AdminSocket) {
    let fits = socket.path.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
    folder = fits ? -1 : open(socket.folder, Self.pathOnly | O_DIRECTORY | O_CLOEXEC)
    text = folder < 0 ? socket.path : "/proc/self/fd/\(folder)/\(AdminSocket.name)"
  }

  deinit { if folder >= 0 { close(folder) } }
}
