// SPDX-License-Identifier: Apache-2.0

internal import CPostgreSQL

/// The parameters of a statement as libpq takes them, all in binary. Valid within the call that lends them.
struct PostgreSQLParameters {
  let count: Int32
  let types: [Oid]
  let values: [UnsafePointer<CChar>?]
  let lengths: [Int32]
  let formats: [Int32]
}

extension PostgreSQLStatement {
  /// Lends the parameters of the statement.
  func withParameters<Result>(_ body: (PostgreSQLParameters) -> Result) -> Result {
    var bytes: [UInt8] = []
    var starts: [Int] = []
    var lengths: [Int32] = []
    for parameter in parameters {
      let start = bytes.count
      let isPresent = parameter.append(to: &bytes)
      starts.append(isPresent ? start : -1)
      lengths.append(Int32(truncatingIfNeeded: bytes.count - start))
    }
    // A value of no bytes needs a pointer, too.
    bytes.append(0)
    return bytes.withUnsafeBytes { bytes in
      let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return body(
        PostgreSQLParameters(
          count: Int32(parameters.count), types: parameters.map { Oid($0.type.rawValue) },
          values: starts.map { start in start < 0 ? nil : base.map { base in base + start } }, lengths: lengths,
          formats: [Int32](repeating: 1, count: parameters.count)))
    }
  }
}
