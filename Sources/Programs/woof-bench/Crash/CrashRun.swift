// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import WoofCommandLine
import WoofModel
import WoofStorage
import WoofSystem

/// A service that is killed again and again, and the record of its state.
struct CrashRun {
  let service: MeasuredService
  /// The number of times that the service was killed.
  private(set) var killCount = 0
  /// The times that the service took to start again, in milliseconds.
  private(set) var startTimes = Samples()

  private let accounts = BenchAccount.several(3)
  private let connectionCount: Int
  private let isHTTP2: Bool
  private let ledger: CrashLedger
  private var generator: SeededGenerator
  private var replica = PhotoReplica()
  /// The replica at the position of the change log before the first photo.
  private let firstReplica: PhotoReplica

  /// Starts an empty service.
  ///
  /// - Throws: `CommandFailure` where it does not start.
  init(_ options: BenchOptions, connectionCount: Int, isHTTP2: Bool, seed: UInt64) throws {
    (self.connectionCount, self.isHTTP2) = (connectionCount, isHTTP2)
    generator = SeededGenerator(seed: seed)
    ledger = CrashLedger(accountCount: accounts.count)
    service = try MeasuredService(options)
    try service.add(accounts)
    try service.start()
    try service.verify(accounts)
    try replica.catchUp(over: try service.connect())
    firstReplica = replica
  }

  /// The numbers of operations that were acknowledged, and that were in doubt when the service was killed.
  var counts: (acknowledged: Int, inDoubt: Int) {
    ledger.journal.withLock { ($0.acknowledgedCount, $0.doubtCount) }
  }

  /// The progress of the run, in a few words.
  var progress: String {
    ledger.journal.withLock {
      "\($0.acknowledgedCount) operations acknowledged, \($0.doubtCount) in doubt, \($0.live.count) photos"
    }
  }

  /// Loads the service, kills it, starts it again and checks it.
  ///
  /// - Returns: The faults that were found.
  mutating func round() throws -> [String] {
    let threads = try startWorkers()
    usleep(UInt32.random(in: 20_000...500_000, using: &generator))
    service.kill()
    killCount += 1
    for thread in threads { thread.join() }
    noteErrors()
    if Int.random(in: 0..<4, using: &generator) == 0 { try killWhileStarting() }
    do {
      startTimes.append(try service.start() * 1e3)
      try CrashInspection(accounts: accounts, ledger: ledger).run(over: try service.connect(), replica: &replica)
    } catch {
      ledger.note("\(error)")
    }
    return ledger.takeFaults()
  }

  /// Makes all checks once more after an orderly stop, follows the change log from its beginning, and checks the stores
  /// from within.
  ///
  /// - Returns: The faults that were found.
  mutating func finish() throws -> [String] {
    service.stop()
    noteErrors()
    try service.start()
    let connection = try service.connect()
    try CrashInspection(accounts: accounts, ledger: ledger).run(over: connection, replica: &replica)
    var slowest = firstReplica
    try slowest.catchUp(over: connection)
    for fault in slowest.differences(from: replica) { ledger.note("from the first token: \(fault)") }
    service.stop()
    noteErrors()
    try checkStores()
    return ledger.takeFaults()
  }

  /// Checks the files and tables of the service, which must not run.
  private func checkStores() throws {
    let folder = try DataFolder.open(at: service.dataFolder, for: .service)
    for finding in try StoreCheck(of: folder).run(.bytes) { ledger.note("the stores: \(finding)") }
  }

  private mutating func startWorkers() throws -> [SystemThread] {
    let seeds = (0..<connectionCount).map { _ in generator.next() }
    let workers = (0..<connectionCount).map { index in
      let account = index % accounts.count
      return CrashWorker(
        account: accounts[account], accountIndex: account, port: service.port, isHTTP2: isHTTP2,
        ledger: ledger)
    }
    return try zip(workers, seeds).map { worker, seed in
      try SystemThread(named: "uploads") { worker.run(seed: seed) }
    }
  }

  private mutating func killWhileStarting() throws {
    try service.launch()
    usleep(UInt32.random(in: 0...60_000, using: &generator))
    service.kill()
    killCount += 1
    noteErrors()
  }

  /// Notes the errors in the service's own log as faults.
  private func noteErrors() {
    for line in service.errors { ledger.note("the service's log: \(line)") }
  }
}

/// The journal and the faults that the connections of a crash test share.
final class CrashLedger: Sendable {
  let journal: Mutex<CrashJournal>
  private let faults = Mutex<[String]>([])

  init(accountCount: Int) { journal = Mutex(CrashJournal(accountCount: accountCount)) }

  func note(_ fault: String) { faults.withLock { $0.append(fault) } }

  /// Returns the faults since the last call.
  func takeFaults() -> [String] {
    faults.withLock { faults in
      defer { faults = [] }
      return faults
    }
  }
}

/// A connection that sends operations until the service is gone: one after the other, or over HTTP/2 several at once.
struct CrashWorker: Sendable {
  /// The operations that are on their way at once over HTTP/2.
  private static let streamCount = 4

  let account: BenchAccount
  let accountIndex: Int
  let port: UInt16
  let isHTTP2: Bool
  let ledger: CrashLedger

  /// Works until the connection ends.
  func run(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    if isHTTP2 {
      guard let streams = try? HTTP2Streams(port: port) else { return }
      while perform(Self.streamCount, &generator, sending: streams.send) {}
    } else {
      guard let connection = try? HTTPConnection(port: port) else { return }
      while perform(1, &generator, sending: connection.send) {}
    }
  }

  /// Sends so many operations together; returns `false` where the connection ended before all were answered.
  private func perform(
    _ count: Int, _ generator: inout SeededGenerator,
    sending send: ([HTTPClientRequest], (Int, HTTPClientResponse) -> Void) throws(HTTPResponseFault) -> Void
  ) -> Bool {
    let operations = (0..<count).map { _ in
      ledger.journal.withLock { $0.beginOperation(of: accountIndex, &generator) }
    }
    var unanswered = Set(operations.indices)
    do {
      try send(operations.map { $0.request(as: account) }) { index, response in
        unanswered.remove(index)
        if let fault = ledger.journal.withLock({ $0.take(response, to: operations[index]) }) { ledger.note(fault) }
      }
      return true
    } catch {
      for index in unanswered { ledger.journal.withLock { $0.lose(operations[index]) } }
      return false
    }
  }
}
