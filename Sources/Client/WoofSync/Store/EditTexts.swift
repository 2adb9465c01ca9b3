// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The meanings of texts of edits that a replica has read last: most are read several times, and reading one from JSON takes
/// longer than all else. A text means the same for ever, whatever becomes of its edit.
final class EditTexts: Sendable {
  /// The number of texts of which the newest half is kept when it is reached.
  private static let limit = 512

  private struct Meanings<Meaning: Sendable & Decodable>: Sendable {
    private var recent: [String: Meaning] = [:]
    private var older: [String: Meaning] = [:]

    mutating func meaning(of text: String) -> Meaning? {
      if let meaning = recent[text] { return meaning }
      guard let meaning: Meaning = older[text] ?? (try? JSONText.decode(text)) else { return nil }
      if recent.count >= limit / 2 { (older, recent) = (recent, [:]) }
      recent[text] = meaning
      return meaning
    }
  }

  private let changes = Mutex(Meanings<PendingEdit.Change>())
  private let uploads = Mutex(Meanings<UploadState>())

  /// The change that a text tells of; `nil` where it tells of none.
  func change(_ text: String) -> PendingEdit.Change? { changes.withLock { $0.meaning(of: text) } }

  /// The state of an upload that a text tells of; `nil` where it tells of none.
  func upload(_ text: String) -> UploadState? { uploads.withLock { $0.meaning(of: text) } }
}

extension EditTexts {
  /// The meanings of the texts of all edits, however many these are, for whoever reads all of them again and again.
  struct OfAll: Sendable {
    private var changes: [String: PendingEdit.Change] = [:]
    private var uploads: [String: UploadState] = [:]

    /// The change that a text tells of.
    mutating func change(_ text: String, _ before: OfAll, _ texts: EditTexts) -> PendingEdit.Change? {
      let change = before.changes[text] ?? texts.change(text)
      changes[text] = change
      return change
    }

    /// The state of an upload that a text tells of.
    mutating func upload(_ text: String, _ before: OfAll, _ texts: EditTexts) -> UploadState? {
      let upload = before.uploads[text] ?? texts.upload(text)
      uploads[text] = upload
      return upload
    }
  }
}
