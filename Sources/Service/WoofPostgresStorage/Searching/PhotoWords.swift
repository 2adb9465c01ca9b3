// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The words by which a photo is found, as the columns of `photo_words` have them.
struct PhotoWords: Hashable, Sendable {
  /// The words of the caption.
  let caption: WordVector
  /// The other words for everybody who finds the photo: the owner's name, the format, the day, and the month in English and
  /// German.
  let facts: WordVector

  /// The words that a photo has.
  init(of record: PhotoRecord) {
    self.init(
      caption: record.caption, owner: record.ownerName, original: record.original, createdAt: record.createdAt)
  }

  /// The words that a photo will have.
  init(of draft: PhotoDraft) {
    self.init(caption: draft.caption, owner: draft.owner.name, original: draft.original, createdAt: draft.createdAt)
  }

  private init(caption: String, owner: AccountName, original: PhotoRecord.Original, createdAt: Timestamp) {
    self.caption = WordVector([caption])
    let format = original.type.rawValue.split(separator: "/").last.map { String($0) } ?? ""
    facts = WordVector([owner.text, format] + Self.words(of: original.takenAt ?? createdAt))
  }

  /// The words that only the owner may read. Of the annotations these are neither the place, nor serial numbers, nor what plugins
  /// say, as nobody knows what that is.
  static func own(fileName: String?, annotations: PhotoAnnotations?) -> WordVector {
    let camera = annotations?.camera
    let texts = [
      fileName, camera?.make, camera?.model, camera?.lens, annotations?.title, annotations?.summary,
      annotations?.creator, annotations?.copyright,
    ]
    return WordVector(texts.compactMap { $0 } + (annotations?.keywords ?? []))
  }

  private static func words(of moment: Timestamp) -> [String] {
    let month = CivilMonth(of: moment)
    guard (0...9999).contains(month.year), monthNames.indices.contains(month.month - 1) else { return [] }
    let day = 1 + (moment.milliseconds - month.moments.lowerBound.milliseconds) / 86_400_000
    return ["\(month)-\(day < 10 ? "0" : "")\(day)", monthNames[month.month - 1]]
  }

  private static let monthNames = [
    "January Januar", "February Februar", "March März", "April", "May Mai", "June Juni", "July Juli", "August",
    "September", "October Oktober", "November", "December Dezember",
  ]
}
