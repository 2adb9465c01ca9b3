// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProcessKit
import WoofCommandLine
import WoofModel

/// Starts a service that has many photos.
struct StartBenchmark: Benchmark {
  static let name = "start"
  static let summary = "Starts a service with 100,000 photos, up to its first answer, and looks at its memory."
  static let discussion = """
    The store is filled through the API, in memory, and then copied to the disk. The time runs from the start of the \
    process to the end of the first successful answer to GET /v1/photos?limit=1.
    """

  let options: BenchOptions
  private var rounds = 9
  private var photoCount = 100_000

  init(options: BenchOptions) { self.options = options }

  init(from reader: inout ArgumentReader) {
    options = BenchOptions(from: &reader)
    rounds = reader.option("--rounds", .integer(in: 1...100), default: rounds, "How often it is started.")
    photoCount = reader.option(
      "--photos", .integer(in: 1...1_000_000), default: photoCount, "How many photos there are.")
  }

  func measure() throws -> Report {
    let service = try filledService()
    var (times, memory) = (Samples(), Samples())
    for round in 1...rounds {
      options.progress("start: round \(round) of \(rounds)")
      service.stop()
      let start = MonotonicClock.seconds
      try service.launch()
      try service.awaitResponse(path: "/v1/photos?limit=1")
      times.append((MonotonicClock.seconds - start) * 1e3)
      sleep(1)
      memory.append(Double(try service.usage().residentByteCount) / 1e6)
    }
    var report = Report(Self.name)
    report.add(Figure("start to first answer", "ms", times, bar: .atMost(100)))
    report.add(Figure("idle memory", "MB", memory, bar: .atMost(30)))
    report.notes.append("\(photoCount) photos; start \(times.least) to \(times.greatest) ms")
    return report
  }

  /// A service that does not run yet and has photos.
  private func filledService() throws -> MeasuredService {
    let filled = try MeasuredService(options, in: access("/dev/shm", W_OK) == 0 ? "/dev/shm" : nil)
    try fill(filled)
    filled.stop()
    let service = try MeasuredService(options)
    _ = try ChildProcess.output(of: "cp", ["-a", filled.dataFolder, service.dataFolder], in: service.folder)
    return service
  }

  private func fill(_ service: MeasuredService) throws {
    let accounts = BenchAccount.several(8)
    try service.add(accounts)
    try service.start()
    try service.verify(accounts)
    let picture = GeneratedJPEG.bytes(byteCount: GeneratedJPEG.leastByteCount, seed: 1)
    let heads = accounts.map {
      HTTPClientRequest.head(
        "POST", "/v1/photos?visibility=public", account: $0, fields: [:], contentLength: picture.count)
    }
    var serial: UInt64 = 0
    let client = try LoadClient(port: service.port, connectionCount: 64) { connection in
      serial += 1
      return LoadRequest(
        head: heads[connection % heads.count] + GeneratedJPEG.head(serial: serial),
        tail: picture[GeneratedJPEG.serialByteCount...])
    }
    var count = 0
    while count < photoCount {
      options.progress("start: \(count) of \(photoCount) photos")
      let result = client.run(.requests(min(10_000, photoCount - count)))
      guard result.failures.isEmpty, result.completed > 0 else {
        throw CommandFailure("uploads were answered \(result.failures)")
      }
      count += result.completed
    }
  }
}
