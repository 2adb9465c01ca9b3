// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofAdministration
package import WoofCore
import WoofModel

/// One thing that every store of an audit log does. A test of a store runs each of them on a new log:
///
/// ```swift
/// @Test(arguments: AuditBehaviour.all)
/// func `the store fulfils the contract`(_ behaviour: AuditBehaviour) async throws {
///   try await behaviour.check { AuditFile(in: folder.path, files: SystemFileSystem()) }
/// }
/// ```
package struct AuditBehaviour: Sendable, CustomStringConvertible {
  /// The behaviour, as a sentence.
  package let description: String
  /// Does it with stores of one log, each as in a process of its own, and records an issue where they behave otherwise.
  package let check: @Sendable (() throws -> any AuditStore) async throws -> Void

  /// All of them.
  package static let all = [
    AuditBehaviour("bytes are read as they were appended, and not behind their end") { makeStore in
      let (store, next) = (try makeStore(), try makeStore())
      let start = try await onBlockingThread {
        (try store.byteCount(), try store.head(), try store.read(from: 0, count: 9))
      }
      #expect(start.0 == 0 && start.1 == nil && start.2 == [])
      try await onBlockingThread { for text in ["one\n", "two\n", "three\n"] { try store.append(Array(text.utf8)) } }
      let end = try await onBlockingThread { (try next.byteCount(), try next.read(from: 0, count: 100)) }
      #expect(end.0 == 14 && end.1 == Array("one\ntwo\nthree\n".utf8))
      let parts = try await onBlockingThread { [try next.read(from: 2, count: 5), try next.read(from: 14, count: 1)] }
      #expect(parts == [Array("e\ntwo".utf8), []])
    },
    AuditBehaviour("what stands behind the first bytes is taken away, also from the middle of an entry") { makeStore in
      let (store, next) = (try makeStore(), try makeStore())
      try await onBlockingThread {
        for text in ["one\n", "two\n", "three\n"] { try store.append(Array(text.utf8)) }
        try store.cut(to: 6)
        try store.append(Array("ice\n".utf8))
      }
      let found = try await onBlockingThread { (try next.byteCount(), try next.read(from: 0, count: 100)) }
      #expect(found.0 == 10 && found.1 == Array("one\ntwice\n".utf8))
      try await onBlockingThread { try next.cut(to: 0) }
      let left = try await onBlockingThread { try store.byteCount() }
      #expect(left == 0)
    },
    AuditBehaviour("the head is replaced as a whole") { makeStore in
      let (store, next) = (try makeStore(), try makeStore())
      try await onBlockingThread { for text in ["a long one", "short"] { try store.setHead(Array(text.utf8)) } }
      let found = try await onBlockingThread { (try next.head(), try next.byteCount()) }
      #expect(found.0 == Array("short".utf8) && found.1 == 0)
    },
    AuditBehaviour("who holds others off sees what it writes itself") { makeStore in
      let (store, next) = (try makeStore(), try makeStore())
      try await onBlockingThread { try store.append(Array("one\ntorn".utf8)) }
      let seen = try await onBlockingThread {
        try store.exclusively {
          try store.cut(to: 4)
          try store.append(Array("two\n".utf8))
          try store.setHead([1])
          let first = (try store.byteCount(), try store.head(), try store.read(from: 2, count: 4))
          try store.cut(to: 5)
          return (first, try store.byteCount(), try store.read(from: 4, count: 9))
        }
      }
      #expect(seen.0.0 == 8 && seen.0.1 == [1] && seen.0.2 == Array("e\ntw".utf8))
      #expect(seen.1 == 5 && seen.2 == Array("t".utf8))
      let found = try await onBlockingThread { (try next.head(), try next.read(from: 0, count: 9)) }
      #expect(found.0 == [1] && found.1 == Array("one\nt".utf8))
    },
    AuditBehaviour("processes that write to one log at once wait for each other") { makeStore in
      let logs = try (0..<4).map { try log(makeStore(), $0) }
      let numbers = try await withThrowingTaskGroup(of: [Int64].self) { group in
        for log in logs {
          group.addTask {
            var numbers: [Int64] = []
            for _ in 0..<5 { numbers.append(try await log.begin(AuditRequest(who: "ada", action: "accounts.edit"))) }
            return numbers
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(numbers.sorted() == Array(1...20))
      let found = try await log(makeStore()).verify()
      #expect(found == AuditVerification(entryCount: 20, isWhole: true))
    },
    AuditBehaviour("the next process removes a torn line") { makeStore in
      for _ in 0..<2 { _ = try await log(makeStore()).begin(AuditRequest(who: "ada", action: "photos.edit")) }
      let store = try makeStore()
      try await onBlockingThread { try store.append(Array("{\"action\":\"photos.de".utf8)) }
      let next = try log(makeStore())
      let finding = try await next.open()
      #expect(finding != nil)
      let found = try await next.verify()
      #expect(found == AuditVerification(entryCount: 3, isWhole: true))
    },
    AuditBehaviour("an end that was taken away is found") { makeStore in
      for _ in 0..<3 { _ = try await log(makeStore()).begin(AuditRequest(who: "ada", action: "photos.edit")) }
      let store = try makeStore()
      try await onBlockingThread { try store.cut(to: try store.byteCount() - 40) }
      let finding = try await log(makeStore()).open()
      #expect(finding?.contains("was cut off") == true)
    },
    AuditBehaviour("entries are read page by page, the newest first") { makeStore in
      let log = try log(makeStore())
      for _ in 0..<7 { _ = try await log.begin(AuditRequest(who: "ada", action: "photos.edit")) }
      let page = try await log.entries(before: nil, limit: 3)
      #expect(page.entries.map(\.number) == [7, 6, 5])
      let next = try await log.entries(before: page.next, limit: 9)
      #expect(next.entries.map(\.number) == [4, 3, 2, 1] && next.next == nil)
    },
  ]

  private init(
    _ description: String, _ check: @escaping @Sendable (() throws -> any AuditStore) async throws -> Void
  ) {
    self.description = description
    self.check = check
  }

  private static func log(_ store: any AuditStore, _ number: Int = 0) -> AuditLog {
    AuditLog(
      store: store, time: SystemTimeSource(), workers: WorkerPool(name: "audit\(number)", threadCount: 1))
  }
}

/// Does something that blocks, on a thread of its own, as an audit log does.
package func onBlockingThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await WorkerPool(name: "audit", threadCount: 1).run(body)
}
