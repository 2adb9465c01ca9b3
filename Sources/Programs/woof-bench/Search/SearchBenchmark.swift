// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofModel

/// Searches for words among many photos, and reads pages of an album of all of them, beside the newest page.
struct SearchBenchmark: Benchmark {
  static let name = "search"
  static let summary = "Searches by words among 100,000 photos, and pages of an album that holds them."
  static let discussion = """
    One client sends one request after the other: searches for rare and common words, of nobody, of an account with few \
    photos and of one with most, the best first and by date, with months; then the same while others upload. Pages of an \
    album and of a share link take turns with the newest page of the same reader.
    """

  private static let texts = [
    "unicorn", "zzz", "odd+even", "d", "lake", "hundefotografie", "hundefotograf", "a+dog+lake",
    "a+dog+at+the+lake+img", "%22a+dog+lake%22+third",
  ]

  let options: BenchOptions
  private var rounds = 100
  private var photoCount = 100_000

  init(options: BenchOptions) { self.options = options }

  init(from reader: inout ArgumentReader) {
    options = BenchOptions(from: &reader)
    rounds = reader.option("--rounds", .integer(in: 1...10_000), default: rounds, "How often each is asked for.")
    photoCount = reader.option(
      "--photos", .integer(in: 1...1_000_000), default: photoCount, "How many photos there are.")
  }

  func measure() throws -> Report {
    var library = try FilledLibrary(options)
    try library.add(photoCount) { options.progress("search: \($0) of \(photoCount) photos") }
    options.progress("search: an album")
    try library.makeAlbum()
    var report = Report(Self.name)
    try searchAll(library, "", rounds, into: &report)
    let count = try ContinuousUpload(of: library.uploads, port: library.service.port).run {
      try searchAll(library, ", beside uploads", max(rounds / 5, 1), into: &report)
    }
    report.notes.append("\(count) photos were uploaded meanwhile")
    try readAlbum(library, into: &report)
    return report
  }

  // MARK: Searches

  private func searchAll(
    _ library: FilledLibrary, _ occasion: String, _ rounds: Int, into report: inout Report
  ) throws {
    let kinds = [
      ("the best first", "/v1/photos?q="), ("by date", "/v1/photos?order=taken&q="), ("months", "/v1/timeline?q="),
    ]
    for (kind, path) in kinds {
      for (name, reader) in readers(of: library) {
        options.progress("search: \(kind), \(name)\(occasion)")
        var (medians, longs) = (Samples(), Samples())
        for text in Self.texts {
          let delays = try delays(of: path + text, for: reader, rounds, library)
          medians.append(delays.milliseconds(atQuantile: 0.5))
          longs.append(delays.milliseconds(atQuantile: 0.99))
          report.notes.append(
            "\(kind), \(name), \(text)\(occasion): \(medians.values.last ?? 0), \(longs.values.last ?? 0) ms")
        }
        report.add(Figure("\(kind), \(name)\(occasion): median", "ms", Samples([medians.greatest])))
        report.add(Figure("\(kind), \(name)\(occasion): 99 %", "ms", Samples([longs.greatest]), bar: .atMost(20)))
      }
    }
  }

  private func readers(of library: FilledLibrary) -> [(String, BenchAccount?)] {
    [("nobody", nil), ("an account with few", library.accounts[1]), ("one with most", library.accounts[0])]
  }

  private func delays(
    of target: String, for reader: BenchAccount?, _ count: Int, _ library: FilledLibrary
  ) throws -> DelayHistogram {
    let connection = try library.service.connect()
    var delays = DelayHistogram()
    for _ in 0..<count { delays.record(nanoseconds: try Self.delay(of: target, for: reader, over: connection).delay) }
    return delays
  }

  private static func delay(
    of target: String, for reader: BenchAccount?, over connection: HTTPConnection
  ) throws -> (delay: UInt64, response: HTTPClientResponse) {
    let request = HTTPClientRequest("GET", target, account: reader)
    let start = MonotonicClock.nanoseconds
    let response = try connection.send(request)
    guard response.status == 200 else { throw CommandFailure("\(target) was answered \(response.status)") }
    return (MonotonicClock.nanoseconds - start, response)
  }

  // MARK: Albums

  private func readAlbum(_ library: FilledLibrary, into report: inout Report) throws {
    for (name, reader) in readers(of: library) + [("the holder of a link", nil)] {
      options.progress("search: pages of an album, \(name)")
      let path = name.contains("link") ? library.link : library.album
      let connection = try library.service.connect()
      let deep = try deepPage(of: path, for: reader, over: connection)
      for (place, target) in [("first page", "\(path)/photos"), ("deep page", deep)] {
        var (pages, newest) = (Samples(), Samples())
        for _ in 0..<rounds * 3 {
          pages.append(Double(try Self.delay(of: target, for: reader, over: connection).delay) / 1e6)
          newest.append(Double(try Self.delay(of: "/v1/photos", for: reader, over: connection).delay) / 1e6)
        }
        report.add(
          Figure(
            "\(place) of an album, \(name), beside the newest", "ms", pages, beside: newest, bar: .ratioAtMost(1.2)))
      }
    }
  }

  /// The address of a page behind twenty thousand photos of an album.
  private func deepPage(
    of path: String, for reader: BenchAccount?, over connection: HTTPConnection
  ) throws -> String {
    var cursor = ""
    for _ in 0..<40 {
      let target = "\(path)/photos?limit=500" + (cursor.isEmpty ? "" : "&after=\(cursor)")
      let response = try Self.delay(of: target, for: reader, over: connection).response
      guard let end = String(decoding: response.body.suffix(200), as: UTF8.self).split(separator: "\"next\":\"").last,
        end.hasSuffix("\"}")
      else { break }
      cursor = String(end.dropLast(2))
    }
    return "\(path)/photos" + (cursor.isEmpty ? "" : "?after=\(cursor)")
  }
}
