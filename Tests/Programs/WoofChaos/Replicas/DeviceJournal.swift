// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A line of a device's journal, which it writes before and after each edit.
struct JournalLine: Codable, Sendable {
  enum Mark: String, Codable, Sendable {
    /// The device is about to make the edit.
    case begun
    /// The replica has said that the edit is durable.
    case kept
    /// The edit before, which is durable, has set this as well.
    case implied
    /// The replica did not take the edit.
    case refused
    /// The device has opened its replica.
    case opened
  }

  /// What an edit sets.
  enum Field: String, Codable, Sendable {
    case favourite, caption, visibility, presence
    /// A caption that other devices change as well, or must not.
    case contested
  }

  var mark: Mark
  var field: Field?
  /// The photo: its id, or of what the device uploads the digest.
  var photo: String?
  var value: String?
}

/// Writes the journal of a device. A line is there when the call returns, unless the whole machine fails.
final class DeviceJournal: Sendable {
  private let descriptor: Int32

  init(_ file: URL) throws {
    descriptor = open(file.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw KilledService.Failure(description: "\(file.path) cannot be written") }
  }

  deinit { close(descriptor) }

  func write(_ line: JournalLine) throws {
    let bytes = try JSONEncoder().encode(line) + Data("\n".utf8)
    let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
    guard count == bytes.count else { throw KilledService.Failure(description: "the journal cannot be written") }
  }

  /// All lines of a journal; none where there is no file.
  static func lines(in file: URL) throws -> [JournalLine] {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return try text.split(separator: "\n").map { try JSONDecoder().decode(JournalLine.self, from: Data($0.utf8)) }
  }
}

/// What the edits of a device allow the service to have at the end.
///
/// Only the device sets these fields of these photos, one edit after the other. An edit that was begun when the device was
/// killed may be there or not.
struct ExpectedEdits: Sendable {
  /// The values that a field may have; `nil` stands for what it was before the device came.
  private var values: [String: [JournalLine.Field: [String?]]] = [:]
  /// The number of edits that are durable, by what they set.
  private(set) var counts: [JournalLine.Field: Int] = [:]
  private(set) var openCount = 0

  init(_ lines: [JournalLine]) {
    for line in lines {
      guard line.mark != .opened else {
        openCount += 1
        continue
      }
      guard let field = line.field, let photo = line.photo else { continue }
      if line.mark == .kept { counts[field, default: 0] += 1 }
      guard field != .contested else { continue }
      var possible = values[photo]?[field] ?? [nil]
      switch line.mark {
      case .begun: possible.append(line.value)
      case .kept, .implied: possible = [line.value]
      case .refused: possible.removeLast()
      case .opened: break
      }
      values[photo, default: [:]][field] = possible
    }
  }

  /// The photos whose field the device has set.
  func photos(with field: JournalLine.Field) -> [String] { values.keys.filter { values[$0]?[field] != nil }.sorted() }

  /// The values that a field may have; `nil` among them where it may be as it was.
  func possible(_ field: JournalLine.Field, of photo: String) -> [String?] { values[photo]?[field] ?? [nil] }

  /// Returns `true` if a field may have a value.
  func allows(_ value: String, for field: JournalLine.Field, of photo: String) -> Bool {
    let possible = possible(field, of: photo)
    return possible.contains(nil) || possible.contains(value)
  }
}
