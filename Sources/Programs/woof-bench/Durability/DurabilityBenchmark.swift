// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import WoofCommandLine
import WoofModel

/// Shows by strace that each kind of write is on the disk before its response leaves.
struct DurabilityBenchmark: Benchmark {
  static let name = "durability"
  static let summary = "Shows by strace that each kind of write is synced before its answer leaves."
  static let discussion = """
    Requests are made one after the other. When an answer leaves, everything that has been written below the data folder \
    since the answer before must have been synced: files, and folders in which names appeared. Needs strace.
    """

  let options: BenchOptions
  private var repetitions = 5

  init(options: BenchOptions) { self.options = options }

  init(from reader: inout ArgumentReader) {
    options = BenchOptions(from: &reader)
    repetitions = reader.option("--rounds", .integer(in: 1...1000), default: repetitions, "How often each is written.")
  }

  func measure() throws -> Report {
    let account = BenchAccount(name: "ada")
    let service = try MeasuredService(options)
    try service.add([account])
    let output = service.folder.path("trace")
    try service.start(under: [
      "strace", "-D", "-f", "-y", "-s", "32", "-o", output, "-e",
      "trace=fsync,fdatasync,write,writev,pwrite64,pwritev,ftruncate,sendto,sendmsg,/^rename,/^link",
    ])
    try service.verify([account])
    let writes = try perform(service, account)
    service.stop()
    return report(writes, try responses(in: output, folder: service.dataFolder))
  }

  /// Makes the requests and returns their kinds in order.
  private func perform(_ service: MeasuredService, _ account: BenchAccount) throws -> [DurableWrite] {
    let connection = try service.connect()
    var writes: [DurableWrite] = []
    for number in 0..<repetitions {
      var photo = PhotoID(high: 0, low: 0)
      for write in DurableWrite.allCases {
        let response = try connection.send(write.request(number, photo: photo, account: account))
        guard (200..<300).contains(response.status) else {
          throw CommandFailure("\(write.rawValue) was answered \(response.status): \(response.text)")
        }
        if write == .upload { photo = try JSONDecoder().decode(PhotoMetadata.self, from: Data(response.body)).id }
        writes.append(write)
      }
    }
    return writes
  }

  /// Returns the responses in the trace; those to the writes are the last ones.
  private func responses(in file: String, folder: String) throws -> [SyncTrace.Response] {
    let end = MonotonicClock.seconds + 5
    var text = try TextFile.read(file)
    while !text.contains("+++ exited"), MonotonicClock.seconds < end {
      usleep(10_000)
      text = try TextFile.read(file)
    }
    var trace = SyncTrace(folder: folder)
    for line in text.split(separator: "\n") { trace.take(line) }
    return trace.responses
  }

  private func report(_ writes: [DurableWrite], _ responses: [SyncTrace.Response]) -> Report {
    var report = Report(Self.name)
    let responses = responses.suffix(writes.count)
    for write in DurableWrite.allCases {
      let own = zip(writes, responses).filter { $0.0 == write }.map(\.1)
      let late = own.filter { $0.synced.isEmpty || !$0.unsynced.isEmpty }
      report.add(
        Figure("\(write.rawValue): answered before synced", "of \(repetitions)", Double(late.count), bar: .atMost(0)))
      report.add(
        Figure("\(write.rawValue): syncs before the answer", "1", Samples(own.map { Double($0.synced.count) })))
      if let unsynced = late.first?.unsynced.sorted().first { report.notes.append("not synced: \(unsynced)") }
    }
    report.add(
      Figure(
        "answers seen of writes made", "1", [Double(responses.count)], beside: [Double(writes.count)],
        bar: .ratioAtLeast(1)))
    return report
  }
}
