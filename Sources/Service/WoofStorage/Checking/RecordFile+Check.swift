// SPDX-License-Identifier: Apache-2.0

package import WoofSQLite

extension RecordFile {
  /// Lets rows in that refer to rows which are not there, so that a check finds them.
  ///
  /// - Throws: `SQLiteError`.
  package func acceptDanglingReferences() throws(SQLiteError) { try database.execute("PRAGMA foreign_keys = OFF") }

  /// Looks whether records that were copied here from elsewhere keep the promises of all that was copied. What was made anew of it
  /// keeps them anyway.
  ///
  /// - Parameter progress: Is told that it goes on; stops by throwing.
  /// - Throws: `SQLiteError`, and what `progress` throws.
  package func check(_ report: inout StoreReport, _ progress: StorageProgress.Observer) throws {
    for rule in StoreRule.records { try rule.check(database, &report, progress) }
  }
}
