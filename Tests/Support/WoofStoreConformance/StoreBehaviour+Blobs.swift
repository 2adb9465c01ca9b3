// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofCore
import WoofCryptography
import WoofModel

extension StoreBehaviour {
  static let blobBehaviours = [
    StoreBehaviour("bytes that were placed can be opened under their digest") { stores in
      let bytes = Array("a dog at the lake".utf8)
      let (digest, hold) = try place(bytes, in: stores.blobs)
      #expect(try read(digest, in: stores.blobs) == bytes)
      withExtendedLifetime(hold) {}
    },
    StoreBehaviour("bytes may come in many runs, and in none") { (stores) throws in
      let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
      #expect(try read(place(bytes, in: stores.blobs, run: 777).0, in: stores.blobs) == bytes)
      #expect(try read(place([], in: stores.blobs).0, in: stores.blobs) == [])
    },
    StoreBehaviour("a digest that was never placed has no blob") { (stores) throws in
      #expect(try stores.blobs.open(Sample.digest(1))?.byteCount == nil)
    },
    StoreBehaviour("the same bytes can be placed again, also while they are read") { (stores) throws in
      let bytes = Array("again".utf8)
      let (digest, _) = try place(bytes, in: stores.blobs)
      let file = try #require(try stores.blobs.open(digest))
      #expect(try place(bytes, in: stores.blobs).0 == digest)
      #expect(try read(file) == bytes)
      #expect(try read(digest, in: stores.blobs) == bytes)
    },
    StoreBehaviour("what was secured can be read and held wherever it is, and nothing else can") { stores in
      let bytes = Array("kept".utf8)
      let (digest, hold) = try place(bytes, in: stores.blobs)
      for _ in 0..<2 { try await hold.secure() }
      var (file, other) = (try stores.blobs.open(digest), try stores.blobs.hold(digest))
      if file == nil { file = try await stores.blobs.fetch(digest) }
      if other == nil { other = try await stores.blobs.holdElsewhere(digest) }
      try await other?.secure()
      #expect(try file.map { try read($0) } == bytes)
      #expect(other != nil)
      let (missing, unheld) = (
        try await stores.blobs.fetch(Sample.digest(1)), try await stores.blobs.holdElsewhere(Sample.digest(1))
      )
      #expect(missing == nil && unheld == nil)
    },
    StoreBehaviour("what is placed is over") { stores in
      let spool = try stores.blobs.makeSpool()
      _ = try spool.place(as: digest(of: []))
      await expectProblem(.internal) { _ = try spool.place(as: digest(of: [])) }
      await expectProblem(.internal) { try spool.append([1].span.bytes) }
    },
  ]

  private static func place(
    _ bytes: [UInt8], in store: any BlobStore, run: Int = .max
  ) throws -> (Digest, any BlobHold) {
    let spool = try store.makeSpool()
    var rest = bytes[...]
    while !rest.isEmpty {
      try spool.append(Array(rest.prefix(run)).span.bytes)
      rest = rest.dropFirst(run)
    }
    let digest = digest(of: bytes)
    return (digest, try spool.place(as: digest))
  }

  private static func digest(of bytes: [UInt8]) -> Digest {
    Digest(SHA256.digest(of: bytes)) ?? Sample.digest(0)
  }

  private static func read(_ digest: Digest, in store: any BlobStore) throws -> [UInt8]? {
    try store.open(digest).map { try read($0) }
  }

  private static func read(_ file: any BlobFile) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(file.byteCount))
    let count = pread(file.descriptor, &bytes, bytes.count, 0)
    guard count == bytes.count else { throw Unexpected("\(count) of \(bytes.count) bytes could be read") }
    return bytes
  }
}
