// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import WoofCommandLine
import WoofCryptography
import WoofModel
import WoofSystem

/// Fetches a photo while others are uploaded through a plugin that crashes at every tenth.
struct PluginsBenchmark: Benchmark {
  static let name = "plugins"
  static let summary = "Fetches a photo while a plugin crashes at every tenth upload, beside the same without crashes."
  static let discussion = """
    Each turn has a service of its own, as a plugin that keeps crashing is switched off after a while. wrk fetches a \
    photo of 16 KB over 8 connections, and two more upload photos. Needs wrk, and the hostile plugin of the tests.
    """

  let options: BenchOptions
  private var rounds = 7
  private var duration = Duration.seconds(2)

  init(options: BenchOptions) { self.options = options }

  init(from reader: inout ArgumentReader) {
    options = BenchOptions(from: &reader)
    rounds = reader.option("--rounds", .integer(in: 1...100), default: rounds, "How often each is measured.")
    duration = .seconds(reader.option("--seconds", .integer(in: 1...60), default: 2, "How long each time."))
  }

  /// The result of one turn.
  private struct Sample {
    var fetch: WrkRun
    var uploads: LoadClient.Result
    /// The number of uploads at which the plugin crashes.
    var crashingCount: Int
  }

  func measure() throws -> Report {
    let plugin = try InstalledPlugin()
    var (crashing, calm): ([Sample], [Sample]) = ([], [])
    for round in 0..<rounds {
      options.progress("plugins: round \(round + 1) of \(rounds)")
      if round.isMultiple(of: 2) { crashing.append(try sample(plugin, crashes: true)) }
      calm.append(try sample(plugin, crashes: false))
      if !round.isMultiple(of: 2) { crashing.append(try sample(plugin, crashes: true)) }
    }
    func figure(_ name: String, _ unit: String, bar: Bar? = nil, _ value: (Sample) -> Double) -> Figure {
      Figure(name, unit, Samples(crashing.map(value)), beside: Samples(calm.map(value)), bar: bar)
    }
    var report = Report(Self.name)
    report.add(figure("fetch: median delay", "ms", bar: .ratioAtMost(1.1)) { $0.fetch.medianMilliseconds })
    report.add(figure("fetch: delay of 99 %", "ms") { $0.fetch.longMilliseconds })
    report.add(figure("fetches", "1/s") { $0.fetch.rate })
    report.add(figure("uploads", "1/s") { $0.uploads.rate })
    report.add(Figure("uploads quarantined", "", Samples(crashing.map { Double($0.uploads.failures[422] ?? 0) })))
    let lost = (crashing + calm).map { sample in
      Double(sample.uploads.failures.values.reduce(0, +) - min(sample.uploads.failures[422] ?? 0, sample.crashingCount))
    }
    report.add(Figure("uploads failed that were not of such a job", "", Samples([lost.reduce(0, +)]), bar: .atMost(0)))
    return report
  }

  private func sample(_ plugin: InstalledPlugin, crashes: Bool) throws -> Sample {
    let service = try MeasuredService(options, settings: ServiceSettings(furtherModules: plugin.configuration))
    let account = BenchAccount(name: "ada")
    try service.add([account])
    try service.start()
    let fetched = try service.upload(
      GeneratedJPEG.bytes(byteCount: 16_000, seed: 1), as: account, over: try service.connect())
    let url = service.url("/v1/photos/\(fetched.id)/original")
    let load = UploadLoad(port: service.port, account: account, crashes: crashes, duration: duration)
    let uploading = try SystemThread(named: "uploads") { load.run() }
    let fetch = Result { try WrkRun(url: url, connectionCount: 8, duration: duration, in: service.folder) }
    uploading.join()
    let (uploads, crashingCount) = try load.outcome()
    return Sample(fetch: try fetch.get(), uploads: uploads, crashingCount: crashingCount)
  }
}

/// Uploads over two connections, on a thread of its own.
private final class UploadLoad: Sendable {
  private let port: UInt16
  private let account: BenchAccount
  private let crashes: Bool
  private let duration: Duration
  private let result = Mutex<Result<(LoadClient.Result, Int), any Error>?>(nil)

  init(port: UInt16, account: BenchAccount, crashes: Bool, duration: Duration) {
    self.port = port
    self.account = account
    self.crashes = crashes
    self.duration = duration
  }

  func run() {
    let outcome = Result { try load() }
    result.withLock { $0 = outcome }
  }

  func outcome() throws -> (LoadClient.Result, Int) {
    guard let outcome = result.withLock(\.self) else { throw CommandFailure("nothing was uploaded") }
    return try outcome.get()
  }

  private func load() throws -> (LoadClient.Result, Int) {
    let picture = GeneratedJPEG.bytes(byteCount: 200_000, seed: 2)
    let head = HTTPClientRequest.head(
      "POST", "/v1/photos?visibility=public", account: account, fields: ["Content-Type": "image/jpeg"],
      contentLength: picture.count + 1)
    let body = picture[GeneratedJPEG.serialByteCount...]
    let tails = (calm: body + [UInt8(ascii: "1")], crashing: body + [UInt8(ascii: "0")])
    var (serial, crashingCount): (UInt64, Int) = (0, 0)
    let client = try LoadClient(port: port, connectionCount: 2) { [crashes] _ in
      serial += 1
      let isCrashing = crashes && serial.isMultiple(of: 10)
      if isCrashing { crashingCount += 1 }
      return LoadRequest(
        head: head + GeneratedJPEG.head(serial: serial), tail: isCrashing ? tails.crashing : tails.calm)
    }
    return (client.run(.time(duration)), crashingCount)
  }
}

/// The misbehaving plugin of the tests, installed in a folder that no other user can write.
struct InstalledPlugin: Sendable {
  /// The folder of the plugin's library and manifest.
  let folder: TemporaryFolder

  /// Installs the plugin that was built beside this program.
  ///
  /// - Throws: `CommandFailure` where it was not.
  init() throws {
    let programs = "/" + BenchOptions.program.split(separator: "/").dropLast().joined(separator: "/")
    folder = try TemporaryFolder(in: programs)
    let library = "libHostilePlugin.so"
    guard link("\(programs)/\(library)", folder.path(library)) == 0 else {
      throw CommandFailure(
        "\(programs)/\(library) cannot be linked: \(errno). To make it, run: Tests/Libraries/compile \(programs)")
    }
    let digest = Digest(of: try TextFile.bytes(folder.path(library)))
    try TextFile.write(
      """
      {"name": "hostile", "version": "1.0", "abi": 1, "library": "\(library)", "digest": "\(digest)",
      "accepts": ["image/jpeg"], "emits": [], "isolation": "perJob",
      "parameters": {"type": "object", "properties": {"do": {"type": "string"}}}}
      """, to: folder.path("libHostilePlugin.json"))
  }

  /// The section of a configuration by which the plugin crashes at pictures whose last byte is the digit 0.
  var configuration: String {
    """
    "transformer.plugins": {
      folders: ["\(folder.path)"],
      steps: [{ plugin: "hostile", parameters: "{\\"do\\":\\"crash-every-tenth\\"}" }],
    },
    """
  }
}
