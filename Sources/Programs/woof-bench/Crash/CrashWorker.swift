// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofModel

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

/// A connection that sends one operation after the other until the service is gone.
struct CrashWorker: Sendable {
  let account: BenchAccount
  let accountIndex: Int
  let port: UInt16
  let ledger: CrashLedger

  /// Works until the connection ends.
  func run(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    guard let connection = try? HTTPConnection(port: port) else { return }
    while true {
      let operation = ledger.journal.withLock { $0.beginOperation(of: accountIndex, &generator) }
      do {
        let answer = try connection.send(operation.request(as: account))
        if let fault = ledger.journal.withLock({ $0.take(answer, to: operation) }) { ledger.note(fault) }
      } catch {
        ledger.journal.withLock { $0.lose(operation) }
        return
      }
    }
  }
}
