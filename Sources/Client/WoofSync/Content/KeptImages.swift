// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import Synchronization

/// Finds bytes of photos in the replica's folder, and makes sure that they are what they should be.
///
/// A file is compared with its digest when it is read for the first time in a process, and its length each time: what a
/// failing disk has made of it is never given to the app.
final class KeptImages: Sendable {
  private struct State {
    /// The digests whose files have been compared in this process.
    var sound: Set<Digest> = []
    /// The uses that the replica's file does not know of yet.
    var uses: [Digest: Int64] = [:]
    var lastUse: Int64
  }

  /// The most bytes of files that are not pinned.
  let limit: Int64
  private let files: any ReplicaFiles
  private let reader: ReplicaReader
  private let state: Mutex<State>

  /// - Parameter uses: The number of the last use that is noted.
  init(files: any ReplicaFiles, reader: ReplicaReader, limit: Int64, uses: Int64) {
    self.files = files
    self.reader = reader
    self.limit = limit
    state = Mutex(State(lastUse: uses))
  }

  /// The file with an image, where it is here and sound; `nil` where it is not.
  ///
  /// - Throws: `WoofError` where the replica's file cannot be read.
  func find(_ key: ImageKey) throws(WoofError) -> URL? {
    let (photo, kept) = try reader.read { view in (try view.photo(key.photo), try view.kept(key)) }
    guard let photo else { return nil }
    if let staged = photo.stagedFile {
      return key.variant == nil ? checked(staged, photo.metadata.digest, photo.metadata.byteCount) : nil
    }
    guard let kept, kept.isCurrent(key.variant, of: photo.metadata) else { return nil }
    guard let file = checked(KeptFile.name(of: kept.digest), kept.digest, kept.byteCount) else { return nil }
    state.withLock { state in
      state.lastUse += 1
      state.uses[kept.digest] = state.lastUse
    }
    return file
  }

  /// Returns `true` if there is a file of the right length for an image.
  func isHere(_ image: KeptImage) -> Bool {
    (try? files.byteCount(of: KeptFile.name(of: image.digest))) == image.byteCount
  }

  /// The bytes of a file have just come, and were compared with their digest meanwhile.
  func noteSound(_ digest: Digest) { state.withLock { _ = $0.sound.insert(digest) } }

  /// The number of a use that is now.
  func nextUse() -> Int64 {
    state.withLock { state in
      state.lastUse += 1
      return state.lastUse
    }
  }

  /// The uses that are to be noted in the replica's file, which is told of them once.
  func takeUses() -> [Digest: Int64] {
    state.withLock { state in
      defer { state.uses = [:] }
      return state.uses
    }
  }

  private func checked(_ name: String, _ digest: Digest, _ byteCount: Int64) -> URL? {
    guard (try? files.byteCount(of: name)) == byteCount else {
      state.withLock { _ = $0.sound.remove(digest) }
      return nil
    }
    if !state.withLock({ $0.sound.contains(digest) }) {
      guard (try? files.digest(of: name)) == digest else { return nil }
      noteSound(digest)
    }
    return files.url(of: name)
  }
}
