// SPDX-License-Identifier: Apache-2.0

import Glibc

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
