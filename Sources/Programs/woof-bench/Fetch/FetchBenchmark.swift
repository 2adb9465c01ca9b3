// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofModel

/// Fetches cached photos, and a page of them, over connections that are kept, beside nginx.
struct FetchBenchmark: Benchmark {
  static let name = "fetch"
  static let summary = "Fetches cached photos, beside nginx with sendfile and one worker."
  static let discussion = """
    wrk loads the service, which has one event loop, and nginx in turns, each in its own time, and the time on \
    processors that each server took is divided by the requests it answered; over HTTP/2, h2load does. Needs wrk, \
    h2load, nginx and openssl.
    """

  let options: BenchOptions
  private var rounds = 9
  private var duration = Duration.seconds(2)
  private var cases = FetchCase.all
  private var logsRequests = false

  init(options: BenchOptions) { self.options = options }

  init(from reader: inout ArgumentReader) {
    options = BenchOptions(from: &reader)
    rounds = reader.option("--rounds", .integer(in: 1...100), default: rounds, "How often each is loaded.")
    let seconds = reader.option("--seconds", .integer(in: 1...60), default: 2, "How long each time.")
    duration = .seconds(seconds)
    logsRequests = reader.flag(
      "--log", "Has both servers log each request: Woof as it does by default, nginx into a buffer.")
    let names = FetchCase.all.map { "“\($0.name)”" }.joined(separator: ", ")
    let chosen = reader.options("--case", .text("NAME"), "Only this of \(names).")
    if !chosen.isEmpty { cases = cases.filter { chosen.contains($0.name) } }
  }

  func measure() throws -> Report {
    let pair = try FetchPair(options, logsRequests: logsRequests)
    var report = Report(Self.name)
    report.notes.append("requests are \(logsRequests ? "logged" : "not logged")")
    report.notes.append("TLS: \(pair.cipher.version), \(pair.cipher.name)")
    var photoTime: Samples?
    for fetched in cases {
      options.progress("fetch: \(fetched.name)")
      let time = try measure(fetched, pair, photoTime, &report)
      if fetched.name == FetchCase.photo.name { photoTime = time }
    }
    return report
  }

  /// Measures one case.
  ///
  /// - Parameter photoTime: The service's processor time for a plain photo in the same run; `nil` if it was not measured.
  /// - Returns: The service's processor time for a request.
  private func measure(
    _ fetched: FetchCase, _ pair: FetchPair, _ photoTime: Samples?, _ report: inout Report
  ) throws -> Samples {
    var woof: [FetchSample] = []
    var nginx: [FetchSample] = []
    _ = try pair.loadWoof(fetched, for: .seconds(1))
    _ = try pair.loadNginx(fetched, for: .seconds(1))
    for round in 0..<rounds {
      if round.isMultiple(of: 2) { woof.append(try pair.loadWoof(fetched, for: duration)) }
      nginx.append(try pair.loadNginx(fetched, for: duration))
      if !round.isMultiple(of: 2) { woof.append(try pair.loadWoof(fetched, for: duration)) }
    }
    func figure(_ name: String, _ unit: String, bar: Bar? = nil, _ value: (FetchSample) -> Double) -> Figure {
      Figure("\(fetched.name): \(name)", unit, Samples(woof.map(value)), beside: Samples(nginx.map(value)), bar: bar)
    }
    let isTimed = fetched.measure != .throughput
    let time = Samples(woof.map(\.processorMicroseconds))
    let timeBar: Bar? =
      switch fetched.measure {
      case .processorTime: .ratioAtMost(fetched.ratio)
      case .processorTimeOfPhoto: photoTime.map { .atMost($0.median) }
      case .throughput: nil
      }
    report.add(figure("processor time", "µs/request", bar: timeBar, \.processorMicroseconds))
    report.add(figure("requests", "1/s", \.rate))
    report.add(figure("throughput", "MB/s", bar: isTimed ? nil : .ratioAtLeast(fetched.ratio)) { $0.throughput / 1e6 })
    if fetched.streamCount == nil { report.add(figure("delay of 99 %", "ms") { $0.longMilliseconds ?? 0 }) }
    return time
  }
}

/// A photo of one size, or a page of photos, that is fetched over one kind of connection.
struct FetchCase: Sendable {
  /// The measures by which Woof and nginx are compared.
  enum Measure: Sendable {
    /// The processor time for each request.
    case processorTime
    /// The same, which must not be more than that of Woof for ``FetchCase/photo``.
    case processorTimeOfPhoto
    /// The number of bytes a second.
    case throughput
  }

  /// The name of the case in the report.
  var name: String
  /// The number of bytes of the photo; `nil` for a page of 50 photos.
  var byteCount: Int?
  /// The number of connections that fetch at once; 64 by default.
  var connectionCount = 64
  /// `true` if the connections are encrypted; `false` by default.
  var isEncrypted = false
  /// The number of requests that each connection has under way over HTTP/2; `nil`, the default, is HTTP/1.1.
  var streamCount: Int?
  /// `true` if the client has the photo already, and is told that it has not changed; `false` by default.
  var isKnown = false
  var measure = Measure.processorTime
  /// The most that the processor time may be of nginx's, or the least that the throughput may be; 1 by default.
  var ratio = 1.0

  /// The name of the file that nginx has for it.
  var fileName: String { byteCount.map { "\($0).jpg" } ?? PhotoServer.pageName }

  /// A plain photo, of which others may cost no more.
  static let photo = FetchCase(name: "16 KB", byteCount: 16_384)

  static let all = [
    photo,
    FetchCase(name: "16 KB, 304", byteCount: 16_384, isKnown: true, measure: .processorTimeOfPhoto),
    FetchCase(name: "page of 50", measure: .processorTimeOfPhoto),
    FetchCase(name: "200 KB", byteCount: 204_800, ratio: 1.05),
    FetchCase(name: "20 MB", byteCount: 20_000_000, connectionCount: 8, measure: .throughput),
    FetchCase(name: "16 KB, TLS 1.3", byteCount: 16_384, isEncrypted: true, ratio: 0.95),
    FetchCase(
      name: "16 KB, HTTP/2, 10 streams", byteCount: 16_384, connectionCount: 32, isEncrypted: true, streamCount: 10),
  ]
}
