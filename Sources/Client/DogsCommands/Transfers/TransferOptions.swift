// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine

/// The options that transfers share.
struct TransferOptions: Sendable {
  /// The largest number of photos under way at a time, from 1 to 64; 4 by default.
  let inFlight: Int

  init(from reader: inout ArgumentReader) {
    inFlight = reader.option(
      "--jobs", short: "-j", .integer(in: 1...64), default: 4, "How many photos are under way at a time.")
  }
}
