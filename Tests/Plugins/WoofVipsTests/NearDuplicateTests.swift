// SPDX-License-Identifier: Apache-2.0

import Foundation
import PluginTesting
import Testing
import WoofImages
import WoofModel

@testable import TestKit
@testable import WoofVips

/// Finds photos again after they were altered, and writes how many were found.
///
/// The photos are those below the folder that `WOOF_PHOTOS` names; `script/near-duplicates` runs it.
struct NearDuplicateTests {
  private struct Item {
    let photo: Int
    /// The number of the alteration; `nil` of the original and of pieces.
    let alteration: Int?
    let isPiece: Bool
    let hash: WoofModel.PerceptualHash
    let parts: PartHashes
  }

  private static let environment = ProcessInfo.processInfo.environment
  /// The greatest distance of hashes of whole pictures that look alike, as the service has it.
  private static let greatestDistance = 8

  @Test(.enabled(if: environment["WOOF_WRITE_NEAR_DUPLICATES"] != nil && environment["WOOF_PHOTOS"] != nil))
  func `the documentation's table is written`() throws {
    let photos = try Self.photos()
    let folder = try TemporaryFolder()
    let names = try Program.output(
      of: "/usr/bin/python3", [ScenePictures.script("alterations.py"), folder.path] + photos
    ).split(separator: "\n")
    let items = try Self.items(in: folder, photoCount: photos.count)
    let scenes = photos.map(Self.scene)
    var (whole, parts) = (PerceptualHashIndex<Int>(), PartHashIndex<Int>())
    for (number, item) in items.enumerated() {
      whole.insert(item.hash, for: number)
      parts.insert(item.parts, for: number)
    }
    func found(like number: Int) -> (whole: Set<Int>, all: Set<Int>) {
      let item = items[number]
      let byWhole = Set(whole.neighbours(of: item.hash, within: Self.greatestDistance).map(\.identifier))
      let byParts = parts.candidates(like: item.parts, limit: 200).filter {
        item.parts.distance(to: items[$0].parts) != nil
      }
      return (byWhole, byWhole.union(byParts))
    }
    var table = Table(names: names.map(String.init), photoCount: photos.count)
    for (number, item) in items.enumerated() where !item.isPiece {
      let found = found(like: number)
      let others = items.indices.filter { scenes[items[$0].photo] != scenes[item.photo] }
      let falseHits = found.all.filter { scenes[items[$0].photo] != scenes[item.photo] }.count
      table.countOthers(others.count, falseHits: falseHits)
      for (target, other) in items.enumerated() where other.photo == item.photo && !other.isPiece {
        if item.alteration == nil, let alteration = other.alteration {
          table.count(alteration, forth: found.all.contains(target), whole: found.whole.contains(target))
        } else if other.alteration == nil, let alteration = item.alteration {
          table.countBack(alteration, found.all.contains(target))
        }
      }
    }
    try table.write()
    #expect(table.falseHitCount == 0)
    #expect(table.rows.allSatisfy { $0.forth == photos.count && $0.back + 1 >= photos.count })
  }

  /// The photos, each once: of those that differ in their orientation only, the upright one.
  private static func photos() throws -> [String] {
    let root = URL(filePath: environment["WOOF_PHOTOS"] ?? "")
    let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    let kept = paths.filter { path in
      let isTurned = (2...8).contains { path.hasSuffix("_\($0).jpg") } && path.contains("orientation")
      return !isTurned && (path.hasSuffix(".jpg") || path.hasSuffix(".HEIC"))
    }
    return kept.sorted().map { root.appending(path: $0).path }
  }

  /// Photos that were taken of one thing, one right after the other, are named alike up to `_hdr`.
  private static func scene(_ path: String) -> String {
    let name = URL(filePath: path).lastPathComponent
    return name.range(of: "_hdr_").map { String(name[..<$0.lowerBound]) } ?? name
  }

  private static func items(in folder: TemporaryFolder, photoCount: Int) throws -> [Item] {
    let host = try VipsPlugin.host()
    return try (0..<photoCount).flatMap { photo in
      let place = String(format: "%03d", photo)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(place)).sorted()
      return try names.map { name in
        let bytes = try [UInt8](contentsOfFile: folder.path("\(place)/\(name)"))
        let outcome = host.process(bytes, as: "image/jpeg", wantsAnnotations: true)
        let hash = try hashes(outcome.annotations["perceptualHash"]).first
        let parts = PartHashes(try hashes(outcome.annotations["partHashes"]))
        return Item(
          photo: photo, alteration: name.hasPrefix("altered-") ? Int(name.dropFirst(8).prefix(2)) : nil,
          isPiece: name.hasPrefix("piece-"), hash: WoofModel.PerceptualHash(rawValue: try #require(hash)),
          parts: try #require(parts))
      }
    }
  }

  private static func hashes(_ text: String?) throws -> [UInt64] {
    let digits = Array(try #require(text).utf8.filter { $0 != UInt8(ascii: "\"") })
    return stride(from: 0, to: digits.count, by: 16).compactMap {
      UInt64(String(decoding: digits[$0..<min(digits.count, $0 + 16)], as: UTF8.self), radix: 16)
    }
  }
}

/// The table of the documentation.
private struct Table {
  struct Row {
    let name: String
    var forth = 0
    var back = 0
    var whole = 0
  }

  private(set) var rows: [Row]
  private(set) var falseHitCount = 0
  private var fewestOthers = Int.max
  private var questionCount = 0
  private let photoCount: Int

  init(names: [String], photoCount: Int) {
    rows = names.map { Row(name: $0) }
    self.photoCount = photoCount
  }

  mutating func count(_ alteration: Int, forth: Bool, whole: Bool) {
    rows[alteration].forth += forth ? 1 : 0
    rows[alteration].whole += whole ? 1 : 0
  }

  mutating func countBack(_ alteration: Int, _ isFound: Bool) { rows[alteration].back += isFound ? 1 : 0 }

  mutating func countOthers(_ count: Int, falseHits: Int) {
    fewestOthers = min(fewestOthers, count)
    falseHitCount += falseHits
    questionCount += 1
  }

  /// Writes the table between its marks.
  func write() throws {
    let file = PackageFolder.url.appending(path: "Documentation/near-duplicates.md")
    var text = try String(contentsOf: file, encoding: .utf8)
    let (begin, end) = ("<!-- table -->\n", "<!-- end of the table -->")
    guard let start = text.range(of: begin)?.upperBound, let stop = text.range(of: end)?.lowerBound else {
      throw TestFailure("near-duplicates.md has no marks for the table")
    }
    let hitCount = rows.reduce(0) { $0 + $1.forth + $1.back }
    let precision = 100 * Double(hitCount) / Double(max(1, hitCount + falseHitCount))
    let recall = 100 * Double(hitCount) / Double(max(1, 2 * photoCount * rows.count))
    let lines = rows.map { row in
      "| \(row.name) | \(row.whole) of \(photoCount) | \(row.forth) of \(photoCount) | \(row.back) of \(photoCount) |"
    }
    let summary = """
      \(questionCount) questions, each among \(fewestOthers) or more pictures that show something else: \(falseHitCount) \
      false hits. Recall \(String(format: "%.1f", recall)) %, precision \(String(format: "%.1f", precision)) %.
      """
    let head = [
      "| alteration | whole picture alone | found by the original | finds the original |", "|---|---|---|---|",
    ]
    text.replaceSubrange(start..<stop, with: (head + lines + ["", summary, ""]).joined(separator: "\n"))
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}
