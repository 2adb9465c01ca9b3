// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The statement that adds the index of photos by the digest of their original, whoever owns them.
  static let version3 = """
    CREATE INDEX original_bytes ON original (digest);
    """
}
