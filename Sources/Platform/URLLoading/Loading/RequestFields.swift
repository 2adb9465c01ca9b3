// SPDX-License-Identifier: Apache-2.0

/// The fields of one request, gathered from those who have a say: the request itself, the configuration, and the
/// defaults. Of two that name the same field, the first one counts.
struct RequestFields {
  private(set) var lines: [(name: String, value: String)] = []
  private var known = KnownFields()

  /// Begins with the fields of the request, but for those that follow from its body.
  init(_ own: [String: String]?, where isSent: (String) -> Bool) {
    guard let own else { return }
    lines.reserveCapacity(own.count + 4)
    for (name, value) in own where !KnownFields.isOfTransfer(name) && isSent(name) {
      known.note(name)
      lines.append((name, value))
    }
  }

  var hasAuthorization: Bool { known.authorization }
  var hasCookie: Bool { known.cookie }

  /// Adds fields of the configuration that are not there yet.
  mutating func add(_ fields: [(name: String, value: String)], where isSent: (String) -> Bool) {
    for field in fields where isSent(field.name) {
      if lines.contains(where: { HTTPFields.namesAreEqual($0.name, field.name) }) { continue }
      known.note(field.name)
      lines.append(field)
    }
  }

  /// Sets a credential in place of the one that is there.
  mutating func setAuthorization(_ value: String) {
    lines.removeAll { HTTPFields.namesAreEqual($0.name, "Authorization") }
    lines.append(("Authorization", value))
  }

  /// Adds what every request has.
  ///
  /// - Parameter isForm: `true` if the content is a form, unless its type is stated.
  mutating func addDefaults(userAgent: String, isForm: Bool) {
    if !known.accept { lines.append(("Accept", "*/*")) }
    if !known.userAgent { lines.append(("User-Agent", userAgent)) }
    if isForm, !known.contentType { lines.append(("Content-Type", "application/x-www-form-urlencoded")) }
  }

  /// Adds a field, whatever is there.
  mutating func append(_ name: String, _ value: String) { lines.append((name, value)) }

  /// Puts fields in place of those of the same names.
  mutating func replace(_ fields: HTTPFields) {
    lines.removeAll { line in fields.lines.contains { HTTPFields.namesAreEqual($0.name, line.name) } }
    lines += fields.lines.map { ($0.name, $0.value) }
  }
}

/// The fields added by default that a request has already.
private struct KnownFields {
  var accept = false
  var userAgent = false
  var contentType = false
  var authorization = false
  var cookie = false

  mutating func note(_ name: String) {
    switch name.utf8.count {
    case 6:
      if HTTPFields.namesAreEqual(name, "Accept") { accept = true }
      if HTTPFields.namesAreEqual(name, "Cookie") { cookie = true }
    case 10: if HTTPFields.namesAreEqual(name, "User-Agent") { userAgent = true }
    case 12: if HTTPFields.namesAreEqual(name, "Content-Type") { contentType = true }
    case 13: if HTTPFields.namesAreEqual(name, "Authorization") { authorization = true }
    default: break
    }
  }

  /// Returns `true` if a field follows from the body, whatever the request says.
  static func isOfTransfer(_ name: String) -> Bool {
    switch name.utf8.count {
    case 14: HTTPFields.namesAreEqual(name, "Content-Length")
    case 17: HTTPFields.namesAreEqual(name, "Transfer-Encoding")
    default: false
    }
  }
}
