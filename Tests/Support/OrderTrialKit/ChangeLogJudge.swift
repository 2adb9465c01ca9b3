// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel
internal import Synchronization

/// A photo as it stands in the change log.
package struct LoggedPhoto: Hashable, Sendable {
  /// The photo.
  package let id: PhotoID
  /// Its version.
  package let version: Int64
  /// The number of its newest change.
  package let sequence: Int64

  /// Makes one.
  package init(id: PhotoID, version: Int64, sequence: Int64) {
    (self.id, self.version, self.sequence) = (id, version, sequence)
  }
}

/// Judges one reader of the change log: whether it misses a change, is told of one twice, or goes back.
package final class ChangeLogJudge: ChangeObserver {
  /// The state of a reader at one moment.
  package struct View: Sendable {
    fileprivate(set) var versions: [PhotoID: Int64] = [:]
    /// The number up to which the reader has read.
    package fileprivate(set) var position: Int64 = 0
  }

  private struct State {
    var view = View()
    var faults: [String] = []
  }

  private let name: String
  private let state = Mutex(State())

  /// Begins behind what a reader knows.
  ///
  /// - Parameter name: The name of the reader, for what is wrong with it.
  package init(_ name: String, knowing photos: [LoggedPhoto] = []) {
    self.name = name
    state.withLock { state in
      for photo in photos {
        state.view.versions[photo.id] = photo.version
        state.view.position = max(state.view.position, photo.sequence)
      }
    }
  }

  /// The faults that have been found, in words.
  package var faults: [String] { state.withLock(\.faults) }

  /// The state of the reader.
  package var view: View { state.withLock(\.view) }

  /// Takes what the reader is told of.
  ///
  /// - Parameter position: The number up to which it has read then; `nil` where only the photos tell.
  package func take(_ photos: [LoggedPhoto], through position: Int64? = nil) {
    state.withLock { state in
      for photo in photos {
        if let known = state.view.versions[photo.id], known >= photo.version {
          state.faults.append("\(name) is told twice of \(photo.id): version \(photo.version) after \(known)")
        }
        if photo.sequence <= state.view.position {
          state.faults.append("\(name) goes back: number \(photo.sequence) comes after \(state.view.position)")
        }
        state.view.versions[photo.id] = photo.version
        state.view.position = max(state.view.position, photo.sequence)
      }
      guard let position else { return }
      if position < state.view.position {
        state.faults.append("\(name) goes back: it is to go on from \(position), and was at \(state.view.position)")
      }
      // Whoever is sent back goes back.
      state.view.position = position
    }
  }

  /// Compares a state of the reader with what stands in the log later: what stands there at or before its position has been
  /// there when the reader passed, or came behind its back.
  package func compare(_ view: View, with photos: [LoggedPhoto]) {
    var faults: [String] = []
    for photo in photos {
      let known = view.versions[photo.id] ?? 0
      if photo.sequence <= view.position, known < photo.version {
        faults.append(
          "\(name) has missed number \(photo.sequence): it is at \(view.position), knows version \(known) of \(photo.id) "
            + "and not \(photo.version)")
      }
      if known > photo.version {
        faults.append("\(name) knows version \(known) of \(photo.id), which is at \(photo.version)")
      }
    }
    state.withLock { $0.faults += faults }
  }

  /// Takes what an observer is told of.
  package func committed(_ changes: [PhotoRecord]) { take(changes.map { LoggedPhoto($0) }) }
}

extension LoggedPhoto {
  /// Makes one of a record.
  package init(_ record: PhotoRecord) {
    self.init(id: record.id, version: record.version, sequence: record.sequence)
  }
}
