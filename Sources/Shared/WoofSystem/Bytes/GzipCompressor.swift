// SPDX-License-Identifier: Apache-2.0

internal import CDeflate
internal import Synchronization

/// Compresses runs of bytes into the format of gzip (RFC 1952). The same bytes always become the same bytes.
///
/// Its memory is kept for the next run: some 650 KB for each run that is under way at the same time, up to a limit.
package final class GzipCompressor: Sendable {
  /// The time that is spent on finding repetitions.
  package enum Effort: Sendable {
    /// About 2 ns a byte, for what is compressed each time it is sent.
    case moderate
    /// About 100 ns a byte and 9 MB of memory meanwhile, for what is compressed once.
    case greatest

    /// The level of libdeflate.
    fileprivate var level: CInt {
      switch self {
      case .moderate: 4
      case .greatest: 12
      }
    }
  }

  private let effort: Effort
  private let idleLimit: Int
  private let idle = Mutex<[Compressor]>([])

  /// Makes a compressor.
  ///
  /// - Parameter idleLimit: The most parts that are kept while nothing is compressed; 0, for none, by default.
  package init(_ effort: Effort, idleLimit: Int = 0) {
    self.effort = effort
    self.idleLimit = idleLimit
  }

  /// Returns the bytes of one member of gzip that holds `bytes`; `nil` where it would have more than `limit` bytes, or where
  /// there is no memory for it. May be called on any thread.
  package func compress(_ bytes: RawSpan, upTo limit: Int) -> [UInt8]? {
    guard limit > 0, let compressor = idle.withLock({ $0.popLast() }) ?? Compressor(effort) else { return nil }
    defer { idle.withLock { if $0.count < idleLimit { $0.append(compressor) } } }
    return compressor.compress(bytes, upTo: limit)
  }
}

/// A compressor of libdeflate.
private final class Compressor: @unchecked Sendable {  // used by whoever took it out of its pool, and by nobody else
  private let pointer: OpaquePointer

  init?(_ effort: GzipCompressor.Effort) {
    guard let pointer = libdeflate_alloc_compressor(effort.level) else { return nil }
    self.pointer = pointer
  }

  deinit { libdeflate_free_compressor(pointer) }

  func compress(_ bytes: RawSpan, upTo limit: Int) -> [UInt8]? {
    withUnsafeTemporaryAllocation(byteCount: limit, alignment: 1) { room in  // written within its bounds only
      let count = bytes.withUnsafeBytes {  // read in their range only
        libdeflate_gzip_compress(pointer, $0.baseAddress, $0.count, room.baseAddress, room.count)
      }
      // Nothing is written where there is too little room.
      return count > 0 ? Array(room[..<count]) : nil
    }
  }
}
