// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import WoofAdministration
internal import WoofCryptography
internal import WoofModel

/// The line of an entry in an audit log.
///
/// Its canonical form is JSON without white space, members that are absent left out, the others ordered by name. The hash
/// is the SHA-256 of that form; the line is the form with the hash as one more member at its end.
enum AuditLine {
  /// The longest line that is read as an entry.
  static let byteLimit = 1_000_000

  private static let hashName = Array(",\"hash\":\"".utf8)
  /// The number of bytes at the end of a line that hold the member with the hash, and the closing brace.
  private static let suffixCount = hashName.count + Digest.zero.description.utf8.count + 2

  /// The line of an entry, without its end, and the hash in it.
  static func make(_ entry: AuditEntry) -> (line: [UInt8], hash: Digest) {
    var line = canonicalForm(of: entry)
    let hash = self.hash(of: line)
    line.removeLast()
    line += hashName
    line += hash.description.utf8
    line += "\"}".utf8
    return (line, hash)
  }

  /// Reads a line; `nil` where it is no entry, or not the one that its hash is of.
  static func read(_ line: [UInt8]) -> AuditEntry? {
    guard line.count > suffixCount, line.count <= byteLimit,
      line[(line.count - suffixCount)...].starts(with: hashName),
      let entry = try? JSONDecoder().decode(AuditEntry.self, from: Data(line)),
      hash(of: line[..<(line.count - suffixCount)] + [UInt8(ascii: "}")]) == entry.hash
    else { return nil }
    return entry
  }

  private static func hash(of bytes: [UInt8]) -> Digest { Digest(SHA256.digest(of: bytes)) ?? .zero }

  private static func hash(of bytes: ArraySlice<UInt8>) -> Digest { hash(of: Array(bytes)) }

  private static func canonicalForm(of entry: AuditEntry) -> [UInt8] {
    var members: [String: JSONValue] = [
      "number": .integer(entry.number), "at": .string(entry.at.description), "who": .string(entry.who),
      "action": .string(entry.action), "subject": .string(entry.subject),
      "previous": .string(entry.previous.description),
    ]
    members["reason"] = entry.reason.map { .string($0) }
    members["details"] = entry.details.map { .object($0) }
    members["outcomeOf"] = entry.outcomeOf.map { .integer($0) }
    members["outcome"] = entry.outcome.map { .string($0) }
    var writer = JSONWriter()
    writer.value(.object(members))
    return writer.bytes
  }
}
