// SPDX-License-Identifier: Apache-2.0

import MemoryDisks

/// The disks from which histories begin, made once: what every history would do again takes most of a short one's time.
struct HistoryImages: Sendable {
  /// The disk of an empty service with accounts.
  let service: MemoryDisk
  /// The disk of a device whose app died when it had made the tables of its replica, and nothing else.
  let device: MemoryDisk
}
