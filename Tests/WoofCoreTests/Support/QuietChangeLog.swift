// SPDX-License-Identifier: Apache-2.0

import WoofCore
import WoofModel

/// A change log in which nothing ever happens, for libraries whose changes nobody reads.
struct QuietChangeLog: ChangeLog {
  var epoch: UInt64 { 1 }
  var latestSequence: Int64 { 0 }
  var horizon: Int64 { 0 }

  func changes(after sequence: Int64, limit: Int, reader: ChangeReader) async throws -> ChangeLogPage {
    ChangeLogPage(photos: [], through: sequence, hasMore: false)
  }

  func snapshot(after id: PhotoID?, limit: Int, reader: ChangeReader) async throws -> [PhotoRecord] { [] }

  func addObserver(_ observer: any ChangeObserver) {}
}
