// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Lets one thread wait for another; once given it stays.
final class Signal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func give() { semaphore.signal() }

  func wait() {
    semaphore.wait()
    semaphore.signal()
  }
}
