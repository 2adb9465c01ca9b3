// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofModel

/// Sets and unsets favourites over many connections, beside bare SQLite.
struct FavouritesBenchmark: Benchmark {
  static let name = "favourites"
  static let summary = "Sets and unsets favourites over 128 connections, beside a bare SQLite program."
  static let discussion = """
    Every request is signed in with Basic credentials and changes something, and is answered when the change is durable. \
    The bare program makes the same changes without network, HTTP or sign-in: 128 of them in each transaction, with a \
    write-ahead log and synchronous=FULL.
    """

  let options: BenchOptions
  private var rounds = 5
  private var seconds = 3
  private var connectionCount = 128

  init(options: BenchOptions) { self.options = options }

  init(from reader: inout ArgumentReader) {
    options = BenchOptions(from: &reader)
    rounds = reader.option("--rounds", .integer(in: 1...100), default: rounds, "How often each is loaded.")
    seconds = reader.option("--seconds", .integer(in: 1...60), default: seconds, "How long each time.")
    connectionCount = reader.option(
      "--connections", .integer(in: 1...4096), default: connectionCount, "How many connections there are.")
  }

  func measure() throws -> Report {
    let accounts = BenchAccount.several(8)
    let service = try MeasuredService(options)
    try service.add(accounts)
    try service.start()
    try service.verify(accounts)
    let connection = try service.connect()
    let photos = try (0..<UInt64(connectionCount + 7) / 8).map { number in
      try service.upload(GeneratedJPEG.bytes(byteCount: 4096, seed: number), as: accounts[0], over: connection).id
    }
    var load = FavouriteLoad(connectionCount: connectionCount, accounts: accounts, photos: photos)
    let client = try LoadClient(port: service.port, connectionCount: connectionCount) { load.next($0) }
    return try measure(service, client)
  }

  private func measure(_ service: MeasuredService, _ client: LoadClient) throws -> Report {
    var (rates, bare, processorTimes, medians, longs) = (Samples(), Samples(), Samples(), Samples(), Samples())
    _ = client.run(.time(.seconds(1)))
    for round in 1...rounds {
      options.progress("favourites: round \(round) of \(rounds)")
      let before = try service.usage()
      let result = client.run(.time(.seconds(seconds)))
      let after = try service.usage()
      guard result.failures.isEmpty else { throw CommandFailure("favourites were answered \(result.failures)") }
      rates.append(result.rate)
      processorTimes.append((after.processorSeconds - before.processorSeconds) * 1e6 / Double(result.completed))
      medians.append(result.delays.milliseconds(atQuantile: 0.5))
      longs.append(result.delays.milliseconds(atQuantile: 0.99))
      bare.append(try BareSQLite(in: options.folder).changesPerSecond(for: .seconds(1)))
    }
    var report = Report(Self.name)
    report.add(Figure("durable changes", "1/s", rates, beside: bare, bar: .atLeast(40_000)))
    report.add(Figure("processor time", "µs/request", processorTimes))
    report.add(Figure("median delay", "ms", medians))
    report.add(Figure("delay of 99 %", "ms", longs))
    return report
  }
}

/// The requests of connections that set and unset favourites, each its own, so that every request changes something.
struct FavouriteLoad {
  /// The requests of one connection, which take turns.
  private let requests: [[LoadRequest]]
  private var turns: [Int]

  /// Gives each connection an account and a photo that no other connection has together.
  init(connectionCount: Int, accounts: [BenchAccount], photos: [PhotoID]) {
    requests = (0..<connectionCount).map { connection in
      let account = accounts[connection % accounts.count]
      let photo = photos[connection / accounts.count % photos.count]
      return ["PUT", "DELETE"].map { method in
        LoadRequest(head: HTTPClientRequest(method, "/v1/photos/\(photo)/favourite", account: account).bytes)
      }
    }
    turns = Array(repeating: 0, count: connectionCount)
  }

  /// The next request of a connection.
  mutating func next(_ connection: Int) -> LoadRequest {
    turns[connection] ^= 1
    return requests[connection][turns[connection] ^ 1]
  }
}
