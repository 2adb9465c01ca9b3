// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofModel

/// Counts, for those who follow reprocessing, the photos that leave the queue without having been derived anew.
final class GivenUpPhotos: Sendable {
  private struct Watch {
    let selection: ReprocessingSelection
    var count = 0
  }

  private struct State {
    var watches: [UInt64: Watch] = [:]
    var lastKey: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Begins to count, until ``end(_:)``.
  func begin(_ selection: ReprocessingSelection) -> UInt64 {
    state.withLock { state in
      state.lastKey += 1
      state.watches[state.lastKey] = Watch(selection: selection)
      return state.lastKey
    }
  }

  /// Returns the number of photos counted since ``begin(_:)`` returned the key; 0 after ``end(_:)``.
  func count(_ key: UInt64) -> Int { state.withLock { $0.watches[key]?.count ?? 0 } }

  /// Counts no longer.
  func end(_ key: UInt64) { state.withLock { $0.watches[key] = nil } }

  /// Counts a photo.
  func note(_ photo: PhotoID) {
    state.withLock { state in
      for (key, watch) in state.watches where watch.selection.photo.map({ $0 == photo }) ?? true {
        state.watches[key]?.count += 1
      }
    }
  }
}
