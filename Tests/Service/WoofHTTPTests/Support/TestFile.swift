// SPDX-License-Identifier: Apache-2.0

import Glibc

@testable import TestKit
@testable import WoofHTTP

/// A file of known bytes that lives as long as this object.
final class TestFile: Sendable {
  let descriptor: Int32
  let bytes: [UInt8]

  init(count: Int) throws {
    bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ ($0 >> 8)) }
    var path = Array("/tmp/woof-test-XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw RawClient.Failure(reason: "mkstemp: \(errno)") }
    unlink(path)
    var written = 0
    while written < count {
      written += bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }
  }

  deinit { close(descriptor) }

  var region: HTTPFileRegion {
    HTTPFileRegion(owner: self, descriptor: descriptor, offset: 0, count: Int64(bytes.count))
  }

  func region(_ range: Range<Int>) -> HTTPFileRegion {
    HTTPFileRegion(owner: self, descriptor: descriptor, offset: Int64(range.lowerBound), count: Int64(range.count))
  }
}
