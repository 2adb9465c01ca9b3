// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// The SHA-256 digest of bytes.
enum SHA256Digest {
  static func of(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
    return digest
  }
}
