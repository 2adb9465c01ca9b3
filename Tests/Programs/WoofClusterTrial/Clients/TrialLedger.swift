// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What clients have been told is done.
final class TrialLedger: Sendable {
  /// A photo that a node has acknowledged.
  struct Photo: Sendable {
    let owner: String
    let digest: String
    var caption: String
    /// `true` from when its owner asks for its deletion.
    var isDeleted = false
    /// The accounts that like it.
    var likers: Set<String> = []
  }

  private let state = Mutex<[String: Photo]>([:])

  /// All photos by their ids.
  var photos: [String: Photo] { state.withLock { $0 } }

  /// Those that have not been deleted.
  var live: [String: Photo] { photos.filter { !$0.value.isDeleted } }

  /// Adds a photo.
  ///
  /// - Returns: `false` where another has the id.
  func add(_ id: String, _ photo: Photo) -> Bool {
    state.withLock { photos in
      guard photos[id] == nil else { return false }
      photos[id] = photo
      return true
    }
  }

  /// Changes what is known of a photo.
  func change(_ id: String, _ body: (inout Photo) -> Void) {
    state.withLock { photos in
      guard var photo = photos[id] else { return }
      body(&photo)
      photos[id] = photo
    }
  }

  /// `true` if a photo is deleted, or about to be.
  func isDeleted(_ id: String) -> Bool { state.withLock { $0[id]?.isDeleted ?? true } }
}
