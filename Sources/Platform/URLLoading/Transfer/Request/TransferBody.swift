// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The content of a request.
enum TransferBody: Sendable {
  case none
  case bytes(Data)
  /// `count` bytes of a file from `offset` on.
  case file(path: String, offset: Int64, count: Int64)
  /// The content that a source gives; `count` is `nil` if its length is not known.
  case pulled(any TransferBodySource, count: Int64?)

  /// The number of bytes to send; `nil` if it is not known.
  var count: Int64? {
    switch self {
    case .none: 0
    case .bytes(let data): Int64(data.count)
    case .file(_, _, let count): count
    case .pulled(_, let count): count
    }
  }
}

/// A source of the content of a request, read piece by piece. Called on the loop's thread.
protocol TransferBodySource: AnyObject, Sendable {
  /// Fills the beginning of `buffer`, which is lent for the call and not empty.
  ///
  /// - Returns: ``TransferBodyRead/wait`` where nothing is there yet; ``Transfer/bodyIsReady()`` is to be called then, as
  ///   soon as something is.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> TransferBodyRead

  /// Goes back to the first byte, because all has to be sent again.
  ///
  /// - Returns: `false` where that cannot be; the transfer fails then.
  func rewind() -> Bool
}

extension TransferBodySource {
  /// `false`: most sources can be read once.
  func rewind() -> Bool { false }
}

/// The outcome of reading from a ``TransferBodySource``.
enum TransferBodyRead {
  /// A number of bytes, at least one.
  case count(Int)
  /// All has been read.
  case end
  /// Nothing at the moment.
  case wait
  /// There is nothing more to be had, and not because all has been read.
  case failed(any Error)
}
