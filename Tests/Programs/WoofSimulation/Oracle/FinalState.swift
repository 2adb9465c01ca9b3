// SPDX-License-Identifier: Apache-2.0

import WoofModel

/// Compares the photos that the service has in the end with what apps were promised.
struct FinalState {
  let ledger: EditLedger
  /// The photos that each account sees in the end.
  let rows: [String: [PhotoID: PhotoMetadata]]

  /// What is wrong.
  var problems: [String] { ledger.pictures.flatMap { problems(of: $0) } + counts() }

  private func problems(of picture: EditLedger.Picture) -> [String] {
    guard let seen = rows[picture.owner] else { return [] }
    let edits = ledger.edits.filter { $0.picture == picture }
    let live = seen.values.filter { $0.owner == picture.owner && $0.digest == picture.digest }
    var problems = existence(of: picture, edits, live)
    guard let photo = live.first else { return problems }
    problems += caption(of: photo, edits)
    problems += visibility(of: photo, edits)
    for (account, rows) in rows.sorted(by: { $0.key < $1.key }) {
      if let row = rows[photo.id] { problems += favourite(of: account, row, edits) }
    }
    return problems
  }

  // MARK: Uploads and deletions

  private func existence(
    of picture: EditLedger.Picture, _ edits: [EditLedger.Edit], _ live: [PhotoMetadata]
  ) -> [String] {
    let name = "the picture \(picture.digest.prefix) of \(picture.owner)"
    var problems: [String] = []
    if live.count > 1 { problems.append("\(name) is there \(live.count) times") }
    let uploads = edits.filter { $0.wish == .upload }
    let deletions = edits.filter { $0.wish == .deletion && $0.mayCount }
    let ids = ledger.ids[picture, default: []]
    if ids.count > uploads.count, !ledger.hasRestored {
      problems.append("\(name) was uploaded \(uploads.count) times and became \(ids.count) photos")
    }
    if live.isEmpty, deletions.isEmpty, uploads.contains(where: \.isAcknowledged) {
      problems.append("\(name) was acknowledged and is not there" + Self.list(edits) { _ in true })
    }
    for photo in live where deletions.contains(where: { $0.photo == photo.id && $0.isAcknowledged }) {
      problems.append("\(name) is there as \(photo.id), whose deletion was acknowledged")
    }
    return problems
  }

  // MARK: Captions and visibility

  private func caption(of photo: PhotoMetadata, _ edits: [EditLedger.Edit]) -> [String] {
    var (candidates, excluded) = (Set<String>(), Set<String>())
    for edit in edits {
      guard case .caption(let text) = edit.wish else { continue }
      if edit.mayCount { candidates.insert(text) }
      // It was made in their place, and the service has had it, or something that was newer than they were. After a restore
      // that may be what the backup had.
      if ledger.hasRestored ? edit.hasTakenEffect : edit.isAcknowledged { excluded.formUnion(edit.over) }
    }
    guard !candidates.subtracting(excluded).contains(photo.caption) else { return [] }
    return [
      "\(photo.id) has the caption \(photo.caption), and not one of \(candidates.subtracting(excluded).sorted())"
        + Self.list(edits) { if case .caption = $0 { true } else { false } }
    ]
  }

  private func visibility(of photo: PhotoMetadata, _ edits: [EditLedger.Edit]) -> [String] {
    let changes = edits.filter { if case .visibility = $0.wish { $0.mayCount } else { false } }
    let installations = Set(changes.map(\.installation))
    // After a restore, what the service had acknowledged of one field of an edit before may be gone with it.
    guard let last = changes.last, ledger.hasRestored ? last.hasTakenEffect : last.isAcknowledged,
      installations.count == 1,
      edits.count(where: { $0.wish == .upload }) == 1
    else { return [] }
    return last.wish == .visibility(photo.visibility)
      ? []
      : [
        "\(photo.id) is \(photo.visibility.rawValue), which is not what was acknowledged last"
          + Self.list(edits) { if case .favourite = $0 { false } else { true } }
      ]
  }

  // MARK: Favourites

  private func favourite(of account: String, _ row: PhotoMetadata, _ edits: [EditLedger.Edit]) -> [String] {
    let likes = edits.filter { edit in
      if case .favourite = edit.wish { edit.account == account && edit.mayCount } else { false }
    }
    guard let isFavourite = row.isFavourite, !isUncertain(row, likes, edits) else { return [] }
    var candidates = likes.filter { like in !likes.contains { $0.comesCertainlyAfter(like) } }.map(\.isLike)
    if !likes.contains(where: \.isAcknowledged) { candidates.append(false) }
    return candidates.contains(isFavourite)
      ? []
      : [
        "\(account) has \(row.id) as a favourite: \(isFavourite), which is not what was acknowledged last"
          + Self.list(likes) { _ in true }
      ]
  }

  private static func list(_ edits: [EditLedger.Edit], _ isWanted: (EditLedger.Edit.Wish) -> Bool) -> String {
    edits.filter { isWanted($0.wish) }.map { "\n      \($0)" }.joined()
  }

  /// A like of a photo that was hidden meanwhile, or that is another photo with the same bytes, may have come to nothing.
  private func isUncertain(
    _ row: PhotoMetadata, _ likes: [EditLedger.Edit], _ edits: [EditLedger.Edit]
  ) -> Bool {
    let wasHidden = edits.contains { if case .visibility = $0.wish { true } else { false } }
    let uploads = edits.filter { $0.wish == .upload }
    // What was liked may have been lost with a restore, and have been uploaded again.
    let isAnother =
      ledger.hasRestored
      && likes.contains { like in
        like.photo != row.id && !uploads.contains { $0.photo == like.photo }
      }
    return wasHidden && row.owner != likes.first?.account || uploads.count > 1 || isAnother
  }

  /// The counts of photos that everybody has always seen.
  private func counts() -> [String] {
    var likes: [PhotoID: (count: Int, told: Int)] = [:]
    for rows in rows.values {
      for row in rows.values where row.visibility == .public {
        let count = likes[row.id]?.count ?? 0
        likes[row.id] = (count + (row.isFavourite == true ? 1 : 0), row.favouriteCount)
      }
    }
    return likes.sorted { $0.key < $1.key }.filter { $0.value.count != $0.value.told }
      .map { "\($0.key) has \($0.value.count) likes, and tells of \($0.value.told)" }
  }
}

extension EditLedger.Edit {
  /// `true` if the service was seen with the caption or the visibility that was wished.
  fileprivate var hasTakenEffect: Bool {
    guard case .acknowledged(_, let photo?) = end else { return false }
    switch wish {
    case .caption(let text): return photo.caption == text
    case .visibility(let visibility): return photo.visibility == visibility
    default: return false
    }
  }

  fileprivate var isLike: Bool { wish == .favourite(true) }

  /// `true` if the service had this one certainly after another one.
  fileprivate func comesCertainlyAfter(_ other: EditLedger.Edit) -> Bool {
    guard isAcknowledged else { return false }
    if installation == other.installation {
      // An app that was told nothing of an edit knows no number of it.
      return other.number > 0 ? number > other.number : madeAt > other.madeAt
    }
    if case .acknowledged(let by, _) = other.end { return madeAt > by }
    return false
  }
}

extension Digest {
  fileprivate var prefix: Substring { "\(self)".prefix(16) }
}
