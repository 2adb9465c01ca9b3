// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

extension Database {
  /// Lets statements call a function of a number and a text (sqlite.org/appfunc.html), though not views and triggers. It is
  /// `NULL` where the text is.
  ///
  /// - Parameter body: Gives the same text for the same arguments, always.
  package func addFunction(_ name: String, _ body: @escaping (Int64, String) -> String) throws(SQLiteError) {
    // SQLite lets go of the function when the connection is closed, and where this call fails.
    let function = Unmanaged.passRetained(TextFunction(body)).toOpaque()
    let result = sqlite3_create_function_v2(
      handle, name, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, function, TextFunction.call, nil, nil
    ) { function in
      if let function { Unmanaged<TextFunction>.fromOpaque(function).release() }
    }
    guard result == SQLITE_OK else { throw SQLiteError(result, on: handle) }
  }
}

/// A function that statements call.
private final class TextFunction {
  private let body: (Int64, String) -> String

  init(_ body: @escaping (Int64, String) -> String) { self.body = body }

  static let call: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
    context, count, values in
    guard let context, let values, count == 2, let function = sqlite3_user_data(context),
      let bytes = sqlite3_value_text(values[1])
    else { return }
    let text = String(
      decoding: UnsafeBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(values[1]))), as: UTF8.self)
    // SQLite keeps the function for as long as a statement may call it.
    var result = Unmanaged<TextFunction>.fromOpaque(function).takeUnretainedValue().body(
      sqlite3_value_int64(values[0]), text)
    result.withUTF8 { bytes in
      guard let count = Int32(exactly: bytes.count) else { return sqlite3_result_error_toobig(context) }
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // A null pointer would give NULL.
        if let start = characters.baseAddress {
          woof_sqlite3_result_text_transient(context, start, count)
        } else {
          woof_sqlite3_result_text_transient(context, "", 0)
        }
      }
    }
  }
}
