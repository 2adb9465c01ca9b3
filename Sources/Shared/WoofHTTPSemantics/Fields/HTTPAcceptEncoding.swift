// SPDX-License-Identifier: Apache-2.0

/// The content codings that a client takes, as far as they concern gzip (RFC 9110 §12.5.3). It takes a few numbers, whatever
/// the fields hold.
package struct HTTPAcceptEncoding: Hashable, Sendable {
  /// The weights in thousandths; `nil` for what is not named.
  private var gzip: Int?
  private var alias: Int?
  private var identity: Int?
  private var any: Int?

  /// Makes what a request without an `Accept-Encoding` field has: nothing is asked for.
  package init() {}

  /// Reads the value of one more field. Elements that cannot be read are left out; of several weights of one coding, the
  /// greatest counts.
  package mutating func add(_ value: ArraySlice<UInt8>) {
    var start = value.startIndex
    while start <= value.endIndex {
      let end = value[start...].firstIndex(of: UInt8(ascii: ",")) ?? value.endIndex
      addElement(value[start..<end])
      start = end + 1
    }
  }

  /// `true` if gzip is taken, and no less gladly than bytes as they are.
  ///
  /// `gzip` and its old name `x-gzip` mean the same; where both are named, the first counts. `*` stands for what is not
  /// named. A client that names nothing is sent bytes as they are: it may be one that decodes nothing.
  package var prefersGzip: Bool {
    let weight = gzip ?? alias ?? any ?? 0
    return weight > 0 && weight >= identity ?? 0
  }

  private mutating func addElement(_ element: ArraySlice<UInt8>) {
    var scanner = FieldValueScanner(element)
    scanner.skipWhitespace()
    guard let coding = scanner.takeToken(), let weight = scanner.takeWeight() else { return }
    if coding.matches("gzip") {
      gzip = max(gzip ?? 0, weight)
    } else if coding.matches("x-gzip") {
      alias = max(alias ?? 0, weight)
    } else if coding.matches("identity") {
      identity = max(identity ?? 0, weight)
    } else if coding.matches("*") {
      any = max(any ?? 0, weight)
    }
  }
}
