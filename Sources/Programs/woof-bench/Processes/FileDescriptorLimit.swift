// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The limit of the files and sockets that this program may have open.
enum FileDescriptorLimit {
  /// Raises the limit as far as the system allows. Programs that are started later have it too.
  static func raise() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
