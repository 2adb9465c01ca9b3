// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL
internal import WoofSystem

/// A salted scrypt hash of a password (RFC 7914), with the cost it was made at.
///
/// Its text form is `$scrypt$ln=15,r=8,p=1$<salt>$<hash>` with salt and hash in lower-case hexadecimal.
package struct PasswordHash: Hashable, Sendable {
  /// The work and memory that a hash takes.
  package struct Cost: Hashable, Sendable {
    /// The base-two logarithm of scrypt's N.
    package var logarithmOfN: Int
    /// The block size, scrypt's r.
    package var blockSize: Int
    /// The parallelism, scrypt's p.
    package var parallelism: Int

    /// Makes a cost. Each hash takes 128 · N · r bytes of memory.
    package init(logarithmOfN: Int, blockSize: Int = 8, parallelism: Int = 1) {
      self.logarithmOfN = logarithmOfN
      self.blockSize = blockSize
      self.parallelism = parallelism
    }

    /// The default cost, N = 2¹⁵, r = 8, p = 3: 32 MiB of memory, and the work that the OWASP password storage cheat
    /// sheet asks for.
    package static let standard = Cost(logarithmOfN: 15, blockSize: 8, parallelism: 3)

    var memoryLimit: UInt64 {
      UInt64(128 * blockSize) * ((1 << UInt64(logarithmOfN)) + UInt64(parallelism) + 2) + 65_536
    }

    var isSupported: Bool {
      (1...20).contains(logarithmOfN) && (1...32).contains(blockSize) && (1...16).contains(parallelism)
    }
  }

  private static let saltByteCount = 16
  private static let hashByteCount = 32

  /// The cost the hash was made at.
  package let cost: Cost
  private let salt: [UInt8]
  private let hash: [UInt8]

  /// Hashes a password with a new salt; takes tens of milliseconds, so never on an event loop.
  ///
  /// - Throws: ``CryptographyError`` where memory for the cost is not to be had.
  package init(
    hashing password: WipedBytes, cost: Cost = .standard, random: some RandomSource = SystemRandomSource()
  ) throws(CryptographyError) {
    let salt = random.bytes(Self.saltByteCount)
    self.init(cost: cost, salt: salt, hash: try Self.derive(password, salt: salt, cost: cost))
  }

  /// Hashes a password with a new salt; the text of the password stays in memory.
  ///
  /// - Throws: ``CryptographyError`` where memory for the cost is not to be had.
  package init(
    hashing password: String, cost: Cost = .standard, random: some RandomSource = SystemRandomSource()
  ) throws(CryptographyError) {
    try self.init(hashing: WipedBytes(password), cost: cost, random: random)
  }

  /// Makes a hash of no password, to be checked for an account that does not exist, so that this takes as long as for
  /// one that does.
  package static func decoy(cost: Cost = .standard, random: some RandomSource = SystemRandomSource()) -> PasswordHash {
    PasswordHash(cost: cost, salt: random.bytes(saltByteCount), hash: random.bytes(hashByteCount))
  }

  private init(cost: Cost, salt: [UInt8], hash: [UInt8]) {
    self.cost = cost
    self.salt = salt
    self.hash = hash
  }

  /// Returns `true` if the hash is of that password; takes as long as making it, whatever the result.
  ///
  /// - Throws: ``CryptographyError`` where memory for the cost is not to be had.
  package func matches(_ password: WipedBytes) throws(CryptographyError) -> Bool {
    ConstantTime.areEqual(try Self.derive(password, salt: salt, cost: cost), hash)
  }

  /// Returns `true` if the hash is of that password, whose text stays in memory.
  ///
  /// - Throws: ``CryptographyError`` where memory for the cost is not to be had.
  package func matches(_ password: String) throws(CryptographyError) -> Bool { try matches(WipedBytes(password)) }

  private static func derive(
    _ password: WipedBytes, salt: [UInt8], cost: Cost
  ) throws(CryptographyError) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: hashByteCount)
    let status = password.withUnsafeBytes { password in
      EVP_PBE_scrypt(
        password.baseAddress?.assumingMemoryBound(to: CChar.self), password.count, salt, salt.count,
        UInt64(1) << UInt64(cost.logarithmOfN), UInt64(cost.blockSize), UInt64(cost.parallelism), cost.memoryLimit,
        &output, output.count)
    }
    guard status == 1 else { throw CryptographyError("EVP_PBE_scrypt") }
    return output
  }
}

extension PasswordHash: LosslessStringConvertible {
  /// Reads the text form; `nil` for anything else, and for a cost beyond N = 2²⁰, r = 32 or p = 16.
  package init?(_ text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt", let cost = Cost(String(parts[2])),
      let salt = Hexadecimal.bytes(of: parts[3].utf8), let hash = Hexadecimal.bytes(of: parts[4].utf8), !salt.isEmpty,
      hash.count == Self.hashByteCount
    else { return nil }
    self.init(cost: cost, salt: salt, hash: hash)
  }

  /// The text form.
  package var description: String { "$scrypt$\(cost)$\(Hexadecimal.text(of: salt))$\(Hexadecimal.text(of: hash))" }
}

extension PasswordHash.Cost: LosslessStringConvertible {
  /// Reads the cost in the text form of a hash, as `ln=15,r=8,p=3`; `nil` for anything else, and for one beyond N =
  /// 2²⁰, r = 32 or p = 16.
  package init?(_ text: String) {
    var numbers: [Substring: Int] = [:]
    for pair in text.split(separator: ",") {
      let sides = pair.split(separator: "=")
      guard sides.count == 2, let number = Int(sides[1]) else { return nil }
      numbers[sides[0]] = number
    }
    guard let logarithm = numbers["ln"], let blockSize = numbers["r"], let parallelism = numbers["p"] else {
      return nil
    }
    self.init(logarithmOfN: logarithm, blockSize: blockSize, parallelism: parallelism)
    guard isSupported else { return nil }
  }

  /// The cost as it stands in the text form of a hash.
  package var description: String { "ln=\(logarithmOfN),r=\(blockSize),p=\(parallelism)" }
}

extension PasswordHash.Cost: Comparable {
  /// Orders costs by N, then by r, then by p.
  package static func < (left: Self, right: Self) -> Bool {
    (left.logarithmOfN, left.blockSize, left.parallelism) < (right.logarithmOfN, right.blockSize, right.parallelism)
  }
}
