// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import WoofCore
import WoofModel
import WoofStorage

/// Notes in a file what a process is about to do and what has been acknowledged, a line each, so that another process
/// can tell what must be there after the first was killed.
final class AcknowledgementLog: Sendable {
  private let descriptor: Int32
  private let completed = Atomic(0)
  private let lastAcknowledgement: Int

  /// Opens a log.
  ///
  /// - Parameter lastAcknowledgement: After how many acknowledgements the process kills itself.
  init(at path: String, lastAcknowledgement: Int) throws {
    descriptor = try SystemFileSystem().createFile(at: path)
    self.lastAcknowledgement = lastAcknowledgement
  }

  /// Notes something that is about to be done.
  func begin(_ deed: Deed) { write("begin \(deed)\n") }

  /// Notes something that has been acknowledged.
  func done(_ deed: Deed) {
    write("done \(deed)\n")
    if completed.add(1, ordering: .relaxed).newValue == lastAcknowledgement { kill(getpid(), SIGKILL) }
  }

  private func write(_ line: String) {
    var line = line
    line.withUTF8 { bytes in _ = Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
  }
}

/// Something that is asked of the stores.
enum Deed: Hashable, Sendable, LosslessStringConvertible {
  case add(PhotoID)
  case delete(PhotoID)
  case like(PhotoID, AccountID, Bool)

  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count >= 2, let id = PhotoID(String(words[1])) else { return nil }
    switch (words[0], words.count) {
    case ("add", 2): self = .add(id)
    case ("delete", 2): self = .delete(id)
    case ("like", 4):
      guard let account = Int64(words[2]) else { return nil }
      self = .like(id, AccountID(rawValue: account), words[3] == "true")
    default: return nil
    }
  }

  var description: String {
    switch self {
    case .add(let id): "add \(id)"
    case .delete(let id): "delete \(id)"
    case .like(let id, let account, let isFavourite): "like \(id) \(account.rawValue) \(isFavourite)"
    }
  }
}
