// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import Testing
import WoofCore
import WoofCryptography
import WoofModel

@testable import TestKit
@testable import WoofAPI

@Suite struct BlobVerifierTests {
  /// A copy of a blob, which knows whether it has been let go of.
  private final class Copy: BlobFile {
    let descriptor: Int32
    let byteCount: Int64
    private let discarded = Mutex(false)

    init(_ path: String) {
      descriptor = Glibc.open(path, O_RDONLY)
      byteCount = Int64(lseek(descriptor, 0, SEEK_END))
    }

    deinit { close(descriptor) }

    var isDiscarded: Bool { discarded.withLock(\.self) }

    func discard() { discarded.withLock { $0 = true } }
  }

  @Test(arguments: [0, 100]) func `a copy that turns out to be damaged is let go of, and only that`(_ inlineLimit: Int)
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write("wau", to: "blob")
    let verifier = BlobVerifier(
      workers: WorkerPool(name: "test", threadCount: 1), time: SystemTimeSource(),
      log: try LogSink(path: folder.path("log"), format: .logfmt))
    let digest = try #require(Digest(SHA256.digest(of: Array("wau".utf8))))
    let other = try #require(Digest(SHA256.digest(of: Array("wax".utf8))))
    let copy = Copy(folder.path("blob"))
    _ = try await verifier.content(of: copy, digest: digest, inlineLimit: inlineLimit)
    #expect(!copy.isDiscarded)
    await #expect(throws: WoofError.self) {
      _ = try await verifier.content(of: copy, digest: other, inlineLimit: inlineLimit)
    }
    #expect(copy.isDiscarded)
  }
}
