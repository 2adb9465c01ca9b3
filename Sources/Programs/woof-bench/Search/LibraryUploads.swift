// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofCommandLine
import WoofSystem

/// Uploads of photos with captions, each another one.
struct LibraryUploads: Sendable {
  private let accounts: [BenchAccount]
  private let picture = GeneratedJPEG.bytes(byteCount: GeneratedJPEG.leastByteCount, seed: 1)
  private var random = SeededGenerator(seed: 1)
  private var count: UInt64 = 0

  /// Begins with the first photo.
  ///
  /// - Parameter accounts: Who uploads, the first of them nine of ten photos; two at least.
  init(by accounts: [BenchAccount]) { self.accounts = accounts }

  /// The upload of the next photo.
  mutating func next() -> LoadRequest {
    count += 1
    let account = count % 10 == 0 ? accounts[1 + Int(count / 10) % (accounts.count - 1)] : accounts[0]
    let visibility = account == accounts[0] && count % 3 == 0 ? "private" : "public"
    let target = "/v1/photos?visibility=\(visibility)&caption=\(caption())&fileName=IMG_\(count).jpg"
    return LoadRequest(
      head: HTTPClientRequest.head("POST", target, account: account, fields: [:], contentLength: picture.count)
        + GeneratedJPEG.head(serial: count), tail: picture[GeneratedJPEG.serialByteCount...])
  }

  /// Words that all photos have, some that every second or third has, and some that few have.
  private mutating func caption() -> String {
    var words = ["A", "dog", "at", "the", "lake", "Hundefotografie", count % 2 == 0 ? "even" : "odd"]
    if count % 3 == 0 { words.append("third") }
    if count % 5000 == 0 { words.append("unicorn") }
    for _ in 0..<4 { words.append(rareWord()) }
    return words.joined(separator: "+")
  }

  private mutating func rareWord() -> String {
    let number = random.next() % 5000
    return "w" + String(number &* 2_654_435_761 % 4_294_967_296, radix: 36)
  }
}

/// Uploads one photo after the other over one connection, on a thread of its own, until it is stopped.
final class ContinuousUpload: Sendable {
  private let isOver = Atomic(false)
  private let result = Mutex<Result<Int, any Error>>(.success(0))
  private let port: UInt16
  private let uploads: LibraryUploads

  /// Makes an upload to a service.
  init(of uploads: LibraryUploads, port: UInt16) {
    self.port = port
    self.uploads = uploads
  }

  /// Does something while photos are uploaded.
  ///
  /// - Returns: The number of photos that were uploaded meanwhile.
  /// - Throws: `CommandFailure` where one is not taken; what `body` throws.
  func run(during body: () throws -> Void) throws -> Int {
    let thread = try SystemThread(named: "uploads") { [self] in
      let outcome = Result { try load() }
      result.withLock { $0 = outcome }
    }
    let outcome = Result { try body() }
    isOver.store(true, ordering: .relaxed)
    thread.join()
    try outcome.get()
    return try result.withLock(\.self).get()
  }

  private func load() throws -> Int {
    var (uploads, count) = (uploads, 0)
    let client = try LoadClient(port: port, connectionCount: 1) { _ in uploads.next() }
    while !isOver.load(ordering: .relaxed) {
      let result = client.run(.time(.milliseconds(200)))
      guard result.failures.isEmpty else { throw CommandFailure("uploads were answered \(result.failures)") }
      count += result.completed
    }
    return count
  }
}
