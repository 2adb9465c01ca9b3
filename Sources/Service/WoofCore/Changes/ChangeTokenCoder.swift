// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
package import WoofModel
internal import WoofSystem

/// Makes change tokens and reads them: signed, bound to one log and to one principal, opaque to everybody else.
package struct ChangeTokenCoder: Sendable {
  private static let formatVersion: UInt8 = 1
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

  /// The token of a position, for one reader.
  package func token(for position: ChangePosition, reader: ChangeReader) -> ChangeToken {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(64)
    bytes.append(Self.formatVersion)
    Self.append(epoch, to: &bytes)
    Self.append(reader.word, to: &bytes)
    switch position {
    case .sequence(let sequence):
      Self.append(UInt64(bitPattern: sequence), to: &bytes)
    case .snapshot(let startedAt, let id):
      Self.append(UInt64(bitPattern: startedAt), to: &bytes)
      Self.append(id.high, to: &bytes)
      Self.append(id.low, to: &bytes)
    }
    bytes.append(contentsOf: authenticator.tag(for: bytes).prefix(Self.tagByteCount))
    return ChangeToken(rawValue: Base64.encode(bytes, as: .url))
  }

  /// Returns the position that a reader's token stands for.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `change-token-invalid` for a broken or foreign token, and
  ///   `change-token-expired` for one from before a restore.
  package func position(of token: ChangeToken, reader: ChangeReader) throws(WoofError) -> ChangePosition {
    guard let bytes = Base64.decode(token.rawValue.utf8, as: .url), bytes.count == 41 || bytes.count == 57,
      bytes[0] == Self.formatVersion,
      authenticator.isValid(Array(bytes.suffix(Self.tagByteCount)), for: Array(bytes.dropLast(Self.tagByteCount)))
    else { throw WoofError(.changeTokenInvalid, "This is no change token of this service.") }
    let words = stride(from: 1, to: bytes.count - Self.tagByteCount, by: 8).map { start in
      bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    guard words[1] == reader.word else {
      throw WoofError(.changeTokenInvalid, "This change token was given to another account.")
    }
    guard words[0] == epoch else { throw Self.expired }
    let sequence = Int64(bitPattern: words[2])
    guard words.count == 5 else { return .sequence(sequence) }
    return .snapshot(startedAt: sequence, after: PhotoID(high: words[3], low: words[4]))
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
}
