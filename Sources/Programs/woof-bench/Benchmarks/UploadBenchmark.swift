// SPDX-License-Identifier: Apache-2.0

import ProcessKit
import WoofCommandLine
import WoofModel

/// Uploads photos over several connections, beside the least that it could cost.
struct UploadBenchmark: Benchmark {
  static let name = "upload"
  static let summary = "Uploads photos of 2 MB, beside a program that only reads, hashes, writes and syncs."
  static let discussion = """
    Each photo is another one, a sound JPEG. The program beside it checks no picture, knows no accounts and keeps no \
    records; it has a thread for each connection. Both write to the same disk, in turns.
    """

  let options: BenchOptions
  private var rounds = 5
  private var photoCount = 300
  private var connectionCount = 4
  private var byteCount = 2_000_000

  init(options: BenchOptions) { self.options = options }

  init(from reader: inout ArgumentReader) {
    options = BenchOptions(from: &reader)
    rounds = reader.option("--rounds", .integer(in: 1...100), default: rounds, "How often each is loaded.")
    photoCount = reader.option("--photos", .integer(in: 1...100_000), default: photoCount, "How many photos a round.")
    connectionCount = reader.option(
      "--connections", .integer(in: 1...256), default: connectionCount, "How many connections there are.")
    byteCount = reader.option(
      "--bytes", .integer(in: GeneratedJPEG.leastByteCount...50_000_000), default: byteCount,
      "How many bytes a photo has.")
  }

  func measure() throws -> Report {
    let picture = GeneratedJPEG.bytes(byteCount: byteCount, seed: 1)
    var (woof, bare) = ([Sample](), [Sample]())
    // All folders stay until the end: ext4 takes long to make files for some seconds after many were removed.
    var folders: [TemporaryFolder] = []
    for round in 0..<rounds {
      options.progress("upload: round \(round + 1) of \(rounds)")
      if round.isMultiple(of: 2) { woof.append(try loadWoof(picture, &folders)) }
      bare.append(try loadBare(picture, &folders))
      if !round.isMultiple(of: 2) { woof.append(try loadWoof(picture, &folders)) }
    }
    var report = Report(Self.name)
    report.add(figure("throughput", "MB/s", woof, bare, bar: .ratioAtLeast(0.85), \.megabytesPerSecond))
    report.add(figure("processor time", "ms/photo", woof, bare, \.processorMilliseconds))
    report.add(figure("median delay", "ms", woof, bare, \.medianMilliseconds))
    return report
  }

  private struct Sample {
    var megabytesPerSecond: Double
    var processorMilliseconds: Double
    var medianMilliseconds: Double
  }

  private func figure(
    _ name: String, _ unit: String, _ woof: [Sample], _ bare: [Sample], bar: Bar? = nil, _ value: (Sample) -> Double
  ) -> Figure {
    Figure(name, unit, Samples(woof.map(value)), beside: Samples(bare.map(value)), bar: bar)
  }

  private func loadWoof(_ picture: [UInt8], _ folders: inout [TemporaryFolder]) throws -> Sample {
    let account = BenchAccount(name: "ada")
    let service = try MeasuredService(options)
    folders.append(service.folder)
    try service.add([account])
    try service.start()
    try service.verify([account])
    return try load(port: service.port, picture, account) { try service.usage() }
  }

  private func loadBare(_ picture: [UInt8], _ folders: inout [TemporaryFolder]) throws -> Sample {
    let folder = try TemporaryFolder(in: options.folder)
    folders.append(folder)
    guard let port = LoopbackSocket.freePort() else { throw CommandFailure("there is no free port") }
    let process = try ChildProcess(
      BenchOptions.program, ["reference", BareUploadCommand.name, "--port", "\(port)", "--data", folder.path],
      errors: .inherited)
    defer { process.stop() }
    let end = MonotonicClock.seconds + 5
    while (try? HTTPConnection(port: port)) == nil, MonotonicClock.seconds < end {}
    return try load(port: port, picture, BenchAccount(name: "ada")) { try ProcessUsage(of: process.identifier) }
  }

  private func load(
    port: UInt16, _ picture: [UInt8], _ account: BenchAccount, usage: () throws -> ProcessUsage
  ) throws -> Sample {
    let head = HTTPClientRequest.head(
      "POST", "/v1/photos?visibility=public", account: account, fields: ["Content-Type": "image/jpeg"],
      contentLength: picture.count)
    let tail = picture[GeneratedJPEG.serialByteCount...]
    var serial: UInt64 = 0
    let client = try LoadClient(port: port, connectionCount: connectionCount) { _ in
      serial += 1
      return LoadRequest(head: head + GeneratedJPEG.head(serial: serial), tail: tail)
    }
    _ = client.run(.requests(2 * connectionCount))
    let before = try usage()
    let result = client.run(.requests(photoCount))
    let after = try usage()
    guard result.failures.isEmpty else { throw CommandFailure("uploads were answered \(result.failures)") }
    return Sample(
      megabytesPerSecond: result.rate * Double(picture.count) / 1e6,
      processorMilliseconds: (after.processorSeconds - before.processorSeconds) * 1e3 / Double(result.completed),
      medianMilliseconds: result.delays.milliseconds(atQuantile: 0.5))
  }
}
