// SPDX-License-Identifier: Apache-2.0

import WoofCryptography
import WoofModel
import WoofSystem

/// A name and a password.
struct Credential: Sendable {
  let name: String
  let password: String

  init(_ name: String, _ password: String = Credential.standardPassword) {
    self.name = name
    self.password = password
  }

  /// The value of `Authorization` (RFC 7617).
  var authorization: String { "Basic \(Base64.encode(Array("\(name):\(password)".utf8), as: .standard))" }

  /// The password of accounts that do not say otherwise.
  static let standardPassword = "tail wagging"

  /// A hash of the standard password that costs next to nothing.
  static let standardHash: PasswordHash = {
    do {
      return try PasswordHash(hashing: standardPassword, cost: cheapCost)
    } catch {
      preconditionFailure("no hash: \(error)")
    }
  }()

  static let cheapCost = PasswordHash.Cost(logarithmOfN: 1, blockSize: 1, parallelism: 1)
}
