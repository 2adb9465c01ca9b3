// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WoofClient

/// Follows the counts of all photos by the live stream alone, and by a snapshot where the stream tells a gap.
final class EventWatch: Sendable {
  private struct State {
    var counts: [PhotoID: (version: Int64, favourites: Int)] = [:]
    var events = 0
    var gaps = 0
    var failure: (any Error)?
  }

  private let state = Mutex(State())

  /// How many events and gaps there were.
  var totals: (events: Int, gaps: Int) { state.withLock { ($0.events, $0.gaps) } }

  /// Why watching has ended, where it has.
  var failure: (any Error)? { state.withLock { $0.failure } }

  /// The counts as they are known.
  var counts: [PhotoID: Int] { state.withLock { $0.counts.mapValues(\.favourites) } }

  /// Watches until the task is cancelled.
  func run(_ client: WoofClient, since token: ChangeToken) async {
    do {
      for try await event in client.events(since: token) {
        switch event {
        case .change(let change):
          state.withLock { $0.events += 1 }
          take(change.photo)
        case .gap:
          state.withLock { $0.gaps += 1 }
          for try await photo in client.photos() { take(photo) }
        }
      }
    } catch is CancellationError {
    } catch {
      state.withLock { $0.failure = error }
    }
  }

  private func take(_ photo: PhotoMetadata) {
    state.withLock { state in
      guard photo.version >= state.counts[photo.id]?.version ?? 0 else { return }
      state.counts[photo.id] = (photo.version, photo.favouriteCount)
    }
  }
}
