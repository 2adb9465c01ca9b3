// SPDX-License-Identifier: Apache-2.0

import WoofModel

extension CrashJournal {
  /// Compares what is there after a crash with what may be there, and from then on knows what is there.
  ///
  /// Nothing may be under way.
  ///
  /// - Returns: The faults that were found.
  mutating func reconcile(with state: ObservedState) -> [String] {
    var faults: [String] = []
    for (owner, photos) in state.photos.enumerated() {
      for metadata in photos { check(metadata, owner: owner, state, &faults) }
    }
    let present = Set(state.photos.joined().map(\.id))
    for (id, photo) in photos where !photo.isDeleted.known && !present.contains(id) {
      if !photo.isDeleted.allows(true) { faults.append("the photo \(id), acknowledged, is lost") }
      adoptDeletion(of: id)
    }
    for (account, favourites) in state.favourites.enumerated() {
      for id in favourites where !present.contains(id) {
        faults.append("account \(account) has a favourite of \(id), which is not there")
      }
      let summary = state.summaries[account]
      if summary.photoCount != state.photos[account].count || summary.favouriteCount != favourites.count {
        faults.append(
          "account \(account) is said to have \(summary.photoCount) photos and \(summary.favouriteCount) favourites, "
            + "and has \(state.photos[account].count) and \(favourites.count)")
      }
    }
    return faults
  }

  private mutating func check(
    _ metadata: PhotoMetadata, owner: Int, _ state: ObservedState, _ faults: inout [String]
  ) {
    let id = metadata.id
    if photos[id] == nil {
      guard let upload = openUploads.first(where: { $0.owner == owner && $0.digest == metadata.digest }) else {
        return faults.append("the photo \(id) is there and was never asked for")
      }
      add(upload, metadata)
    }
    guard let photo = photos[id] else { return }
    let favourites = state.favourites.map { $0.contains(id) }
    func expect(_ condition: Bool, _ fault: String) {
      if !condition { faults.append("the photo \(id) \(fault)") }
    }
    expect(photo.isDeleted.allows(false), "is there though its deletion was acknowledged")
    expect(photo.upload.owner == owner, "belongs to account \(owner) and not to \(photo.upload.owner)")
    expect(photo.upload.digest == metadata.digest, "has another digest")
    expect(photo.upload.content.byteCount == metadata.byteCount, "has another length")
    expect(metadata.contentType == MediaType(photo.upload.content.type), "has another type")
    expect(photo.caption.allows(metadata.caption), "has the caption \(metadata.caption), not \(photo.caption)")
    expect(photo.visibility.allows(metadata.visibility), "is \(metadata.visibility), not \(photo.visibility)")
    expect(metadata.version >= photo.version, "went back to version \(metadata.version) from \(photo.version)")
    let count = favourites.count { $0 }
    expect(metadata.favouriteCount == count, "counts \(metadata.favouriteCount) favourites and has \(count)")
    for (account, isSet) in favourites.enumerated() where !photo.favourites[account].allows(isSet) {
      faults.append("the favourite of \(id) by account \(account) is \(isSet), which was not acknowledged last")
    }
    adopt(metadata, favourites: favourites)
  }
}
