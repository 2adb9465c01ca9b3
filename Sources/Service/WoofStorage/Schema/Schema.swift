// SPDX-License-Identifier: Apache-2.0

/// The schema of `woof.db`.
///
/// Rows refer to photos and accounts by *numbers*, which are small and never leave the store.
enum Schema {
  /// All migrations, oldest first.
  static let migrations = [
    Migration(version: 1, script: version1), Migration(version: 2, script: version2),
    Migration(version: 3, script: version3), Migration(version: 4, script: version4),
    Migration(version: 5, script: version5), Migration(version: 6, script: version6),
    Migration(version: 7, script: version7), Migration(version: 8, script: version8),
    Migration(version: 9, script: version9), Migration(version: 10, script: version10),
  ]
}
