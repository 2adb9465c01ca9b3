// SPDX-License-Identifier: Apache-2.0

internal import WoofSQLite

/// What a connection has worked out from the tables, for whoever asks for the same again until anybody writes anything.
final class ReaderMemory {
  private static let valueLimit = 8
  private static let byteLimit = 1 << 20

  /// The values, the latest at the end.
  private var values: [(key: AnyHashable, value: Any, byteCount: Int)] = []
  private var version: Int64 = -1

  /// A value that is remembered, or made.
  ///
  /// - Parameters:
  ///   - database: The connection, in whose transaction the value holds.
  ///   - byteCount: The room that a value takes.
  ///   - make: Makes the value.
  func value<Key: Hashable, Value>(
    for key: Key, in database: Database, byteCount: (Value) -> Int, make: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    let version = try database[.dataVersion].first { (columns) throws(SQLiteError) in try columns.next(Int64.self) }
    if version != self.version { values.removeAll() }
    self.version = version ?? -1
    let key = AnyHashable(key)
    if let known = values.first(where: { $0.key == key })?.value as? Value { return known }
    let value = try make()
    values.append((key, value, byteCount(value)))
    while values.count > Self.valueLimit || values.reduce(0, { $0 + $1.byteCount }) > Self.byteLimit {
      values.removeFirst()
    }
    return value
  }
}

extension SQL {
  /// Grows whenever another connection has written (sqlite.org/pragma.html#pragma_data_version).
  fileprivate static let dataVersion = SQL("PRAGMA data_version")
}
