// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
package import WoofModel
internal import WoofSystem

/// Makes change tokens and reads them: signed, bound to one log and to one principal, opaque to everybody else.
package struct ChangeTokenCoder: Sendable {
  private static let formatVersion: UInt8 = 1
  /// The format of tokens for other things than photos alone, which names these.
  private static let subjectFormatVersion: UInt8 = 2
  private static let tagByteCount = 16

  private let authenticator: MessageAuthenticator
  private let epoch: UInt64

  /// Makes a coder for the log of one epoch.
  ///
  /// - Parameter key: The key that signs tokens; whoever has it can make tokens.
  package init(key: [UInt8], epoch: UInt64) {
    authenticator = MessageAuthenticator(key: key)
    self.epoch = epoch
  }

  /// The token of a position, for one reader who is told of changes of `subjects`.
  package func token(
    for position: ChangePosition, reader: ChangeReader, of subjects: ChangeSubjects = .photos
  ) -> ChangeToken {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(66)
    if subjects == .photos {
      bytes.append(Self.formatVersion)
    } else {
      bytes += [Self.subjectFormatVersion, UInt8(truncatingIfNeeded: subjects.rawValue), position.stage]
    }
    Self.append(epoch, to: &bytes)
    Self.append(reader.word, to: &bytes)
    switch position {
    case .sequence(let sequence):
      Self.append(UInt64(bitPattern: sequence), to: &bytes)
    case .snapshot(let startedAt, let id), .sharingSnapshot(let startedAt, _, let id):
      Self.append(UInt64(bitPattern: startedAt), to: &bytes)
      Self.append(id.high, to: &bytes)
      Self.append(id.low, to: &bytes)
    }
    bytes.append(contentsOf: authenticator.tag(for: bytes).prefix(Self.tagByteCount))
    return ChangeToken(rawValue: Base64.encode(bytes, as: .url))
  }

  /// Returns the position that a reader's token stands for.
  ///
  /// Whoever knows of the changes of some things up to a position may go on with fewer of them. Who asks for more has to
  /// start again: what those were before the position is in no change after it.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `change-token-invalid` for a broken or foreign token, and
  ///   `change-token-expired` for one from before a restore, and for one that was not given for all of `subjects`.
  package func position(
    of token: ChangeToken, reader: ChangeReader, of subjects: ChangeSubjects = .photos
  ) throws(WoofError) -> ChangePosition {
    guard let bytes = Base64.decode(token.rawValue.utf8, as: .url), let head = Head(bytes),
      authenticator.isValid(Array(bytes.suffix(Self.tagByteCount)), for: Array(bytes.dropLast(Self.tagByteCount)))
    else { throw WoofError(.changeTokenInvalid, "This is no change token of this service.") }
    let words = stride(from: head.byteCount, to: bytes.count - Self.tagByteCount, by: 8).map { start in
      bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    guard words[1] == reader.word else {
      throw WoofError(.changeTokenInvalid, "This change token was given to another account.")
    }
    guard words[0] == epoch else { throw Self.expired }
    let sequence = Int64(bitPattern: words[2])
    guard head.subjects.isSuperset(of: subjects) else { throw Self.narrower(head.subjects) }
    guard words.count == 5 else { return .sequence(sequence) }
    let id = PhotoID(high: words[3], low: words[4])
    guard let subject = head.subjectOfSnapshot, subject != .photos else {
      return .snapshot(startedAt: sequence, after: id)
    }
    return .sharingSnapshot(startedAt: sequence, of: subject, after: id)
  }

  /// The bytes before the words of a token.
  private struct Head {
    let byteCount: Int
    let subjects: ChangeSubjects
    /// The things that the snapshot has come to; `nil` behind it, and where there are photos alone.
    let subjectOfSnapshot: ChangeSubjects?

    /// Reads the head; `nil` where the token is of no known format or length.
    init?(_ bytes: [UInt8]) {
      switch bytes.first {
      case formatVersion?:
        (byteCount, subjects, subjectOfSnapshot) = (1, .photos, nil)
        guard bytes.count == 41 || bytes.count == 57 else { return nil }
      case subjectFormatVersion?:
        guard bytes.count == 43 || bytes.count == 59 else { return nil }
        byteCount = 3
        subjects = ChangeSubjects(rawValue: Int(bytes[1]))
        subjectOfSnapshot = bytes[2] == 0 ? nil : ChangeSubjects(rawValue: Int(bytes[2]))
        guard (subjectOfSnapshot == nil) == (bytes.count == 43) else { return nil }
      default: return nil
      }
    }
  }

  /// Says that a token does not do for what is asked for.
  private static func narrower(_ subjects: ChangeSubjects) -> WoofError {
    let names = subjects.names.joined(separator: ", ")
    return WoofError(
      .changeTokenExpired,
      """
      This token was given for changes of \(names), and knows nothing of other things; start again with a snapshot, at \
      \(snapshotPath) without a token.
      """,
      details: ["restart": .string(snapshotPath)])
  }

  /// Says that the log no longer reaches back to a token.
  package static var expired: WoofError {
    WoofError(
      .changeTokenExpired,
      "The change log does not reach back to this token; start again with a snapshot, at \(snapshotPath) without a token.",
      details: ["restart": .string(snapshotPath)])
  }

  /// The path at which readers whose token has expired start again.
  private static let snapshotPath = "/v1/changes"

  private static func append(_ word: UInt64, to bytes: inout [UInt8]) {
    for shift in stride(from: UInt64(56), through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
  }
}

extension ChangeReader {
  /// The number of the reader in a token; accounts are numbered from 1.
  fileprivate var word: UInt64 {
    switch self {
    case .everybody: 0
    case .account(let account): UInt64(bitPattern: account.rawValue)
    case .administrator: .max
    }
  }
}

/// A place in the change log, or in the snapshot that comes before it: what a change token means.
package enum ChangePosition: Hashable, Sendable {
  /// All changes up to and with this number are known.
  case sequence(Int64)
  /// In the middle of a snapshot: photos up to and with `id` are known as of some moment at or after `startedAt`, and
  /// when the snapshot is through, reading goes on from there.
  case snapshot(startedAt: Int64, after: PhotoID)
  /// In the middle of a snapshot, behind all photos that are part of it: albums or links down to the one of this UUID are known.
  case sharingSnapshot(startedAt: Int64, of: ChangeSubjects, after: PhotoID)

  /// The byte that says where a position is: the things that its snapshot has come to, and 0 behind it.
  fileprivate var stage: UInt8 {
    switch self {
    case .sequence: 0
    case .snapshot: UInt8(ChangeSubjects.photos.rawValue)
    case .sharingSnapshot(_, let subject, _): UInt8(truncatingIfNeeded: subject.rawValue)
    }
  }
}
