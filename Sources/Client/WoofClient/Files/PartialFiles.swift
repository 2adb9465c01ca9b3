// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The files that this process is writing, which a program that ends at once takes away: nobody else would.
package enum PartialFiles {
  private static let paths = Mutex<Set<String>>([])

  static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

  static func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  /// Removes all of them from the disk; whoever writes one fails then.
  package static func removeAll() {
    for path in paths.withLock({ Array($0) }) { unlink(path) }
  }
}
