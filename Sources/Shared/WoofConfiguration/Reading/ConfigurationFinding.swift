// SPDX-License-Identifier: Apache-2.0

/// A problem that a reader has found, before its place in the text is determined.
struct ConfigurationFinding {
  var code: ConfigurationProblem.Code
  var key: [String]
  var origin: ConfigurationOrigin?
  var message: String

  init(_ code: ConfigurationProblem.Code, key: [String], origin: ConfigurationOrigin?, message: String) {
    self.code = code
    self.key = key
    self.origin = origin
    self.message = message
  }

  static func mismatch(_ mismatch: ConfigurationMismatch, key: [String], kind: String, allowed: String?) -> Self {
    let range = allowed.map { " (\($0))" } ?? ""
    let advice = mismatch.suggestion.map { "; did you mean \(JSON5Grammar.literal($0))?" } ?? ""
    let article = kind.first.map { "aeiou".contains($0) } ?? false ? "an" : "a"
    return Self(
      mismatch.code, key: key, origin: mismatch.found.origin,
      message: "expected \(article) \(kind)\(range), found \(mismatch.found.found)\(advice)")
  }

  static func unknown(_ member: ConfigurationTable.Member, in path: [String], nearest: String?) -> Self {
    let section = path.isEmpty ? "the configuration" : "the section \(path.joined(separator: "."))"
    let advice = nearest.map { "; did you mean \($0)?" } ?? ""
    return Self(
      .unknownKey, key: path + [member.name], origin: member.origin, message: "\(section) has no such key\(advice)")
  }
}
