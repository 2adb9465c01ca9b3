// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WoofModel

@testable import WoofCore

@Suite struct SecuredWritingTests {
  /// A hold that counts how often it was secured.
  private final class CountingHold: BlobHold {
    private let count = Mutex(0)

    var secureCount: Int { count.withLock(\.self) }

    func secure() async throws { count.withLock { $0 += 1 } }
  }

  @Test func `all blobs are secured before the record is written`() async throws {
    let holds = [CountingHold(), CountingHold()]
    let counts = try await (holds as [any BlobHold]).secured { holds.map(\.secureCount) }
    #expect(counts == [1, 1])
  }

  @Test func `a record whose blobs were collected meanwhile is written when they have been secured again`() async throws
  {
    let hold = CountingHold()
    let count = try await ([hold] as [any BlobHold]).secured {
      guard hold.secureCount == 3 else { throw UnsecuredBlobs() }
      return hold.secureCount
    }
    #expect(count == 3)
  }

  @Test func `blobs that are collected every time are refused for a while`() async throws {
    let hold = CountingHold()
    let error = await #expect(throws: WoofError.self) {
      try await ([hold] as [any BlobHold]).secured { throw UnsecuredBlobs() }
    }
    #expect(error?.code == .unavailable && error?.retryAfter == 1)
    #expect(hold.secureCount > 1)
  }

  @Test func `what is not durable is not written, and no other error is tried again`() async throws {
    let hold = CountingHold()
    let error = await #expect(throws: WoofError.self) {
      try await ([hold] as [any BlobHold]).secured { throw WoofError(.conflict, "There is one.") }
    }
    #expect(error?.code == .conflict && hold.secureCount == 1)
  }
}
