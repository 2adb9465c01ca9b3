// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

extension PictureDerivation {
  /// Takes a photo back that got in without a transformer which refuses it now, or fails at it to the end: its bytes go to
  /// the quarantine, and it is deleted so that administrators only can restore it. It had not come in had the transformer
  /// run. A photo that the transformer has accepted before, as in an earlier version, stays.
  ///
  /// - Returns: `true` if the photo was taken back.
  /// - Throws: Any error of the stores; the photo stays then.
  func withdraw(_ id: PhotoID, refusedBy transformer: String, _ reason: String) async throws -> Bool {
    guard let record = try await parts.records.photo(id), !record.isDeleted, record.gotInWithout(transformer) else {
      return false
    }
    guard let file = try await open(record.original.digest) else { throw WoofError.missingBytes }
    let note = "\(record.createdAt) uploaded by \(record.ownerName.text), unseen: \(reason)"
    let blobs = parts.blobs
    let path = try await parts.workers.run {
      let spool = try blobs.makeSpool()
      try file.forEachPart { try spool.append($0) }
      return try spool.quarantine(as: record.original.digest, by: record.ownerID, note: note)
    }
    do {
      _ = try await parts.records.updatePhoto(id, .deletion, if: .presence)
    } catch let error as WoofError where error.code == .gone {
      // Its owner was faster.
    }
    counter.count(\.quarantinedCount)
    parts.report(.withdrawn(id, digest: record.original.digest, path: path, reason: reason))
    return true
  }
}

extension PhotoRecord {
  /// Returns `true` if the record shows no sign that a transformer, in whichever version, has seen the picture: the
  /// transformer is not among those that made the variants, or nothing at all was derived.
  fileprivate func gotInWithout(_ transformer: String) -> Bool {
    let makers = variants.values.map(\.transformers).filter { !$0.isEmpty }
    guard !makers.isEmpty else { return placeholder == nil }
    return !makers.contains { names in
      names.split(separator: "+").contains { $0.hasPrefix("\(transformer)/") }
    }
  }
}
