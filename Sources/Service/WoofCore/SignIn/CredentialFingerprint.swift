// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography

/// Stands for a name and a password while the process runs: a tag of them under a key that only the process knows, so
/// that what is kept in memory shows no password.
struct CredentialFingerprint: Hashable, Sendable {
  private let words: (UInt64, UInt64)

  /// Makes the fingerprint of a credential.
  init(name: String, password: WipedBytes, under key: MessageAuthenticator) {
    let message = WipedBytes(capacity: name.utf8.count + password.count + 8)
    // The length of the name says where it ends, whatever it holds.
    withUnsafeBytes(of: UInt64(name.utf8.count).littleEndian) { _ = message.append(contentsOf: $0) }
    for byte in name.utf8 { message.append(byte) }
    password.withUnsafeBytes { _ = message.append(contentsOf: $0) }
    let tag = key.tag(for: message)
    words = (Self.word(tag[0..<8]), Self.word(tag[8..<16]))
  }

  static func == (left: Self, right: Self) -> Bool { left.words == right.words }

  func hash(into hasher: inout Hasher) { hasher.combine(words.0) }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
