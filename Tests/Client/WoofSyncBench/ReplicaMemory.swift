// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessKit
import WoofClient
import WoofSync
import WoofTesting

@testable import TestKit

/// Measures the memory of a process that has a replica open and little else.
struct ReplicaMemory {
  /// The argument by which the program is this process.
  static let argument = "--memory"

  private let folder: URL
  private let service: URL

  /// - Parameter arguments: The folder of the replica, and the address of the service.
  init?(_ arguments: some Collection<String>) {
    guard let folder = arguments.first, let service = arguments.dropFirst().first.flatMap({ URL(string: $0) }) else {
      return nil
    }
    self.folder = URL(fileURLWithPath: folder)
    self.service = service
  }

  /// Has another process measure itself, which prints what it finds.
  static func measure(_ folder: URL, _ service: URL) throws {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
    let process = try ChildProcess(
      program, [argument, folder.path, service.absoluteString], output: .inherited, errors: .inherited)
    guard process.wait() == 0 else { throw TestFailure("the memory could not be measured") }
  }

  func run() async throws {
    print("memory of a process: resident, of that its own, and resident once malloc has given back what is free")
    report("before the replica is open")
    let store = MemoryCredentialStore()
    await store.save(Credential(name: "ada", password: HarnessContents.password), for: service)
    let client = WoofClient(baseURL: service, signIn: SignIn(store: store))
    let replica = try await PhotoReplica.open(folder, client: client)
    report("open")
    guard try replica.page(limit: 50).count == 50 else { throw TestFailure("photos are missing") }
    report("50 rows read")
    try await replica.sync()
    report("after a sync with nothing new")
    await replica.start()
    for await status in replica.statusUpdates where status == .idle { break }
    report("following the live stream")
    var few = replica.photos(.own).makeAsyncIterator()
    let own = try await few.next()
    report("live list of \(own?.snapshot.count ?? 0) rows")
    var all = replica.photos(order: .popular).makeAsyncIterator()
    let everything = try await all.next()
    report("live list of \(everything?.snapshot.count ?? 0) rows")
    await replica.close()
  }

  private func report(_ stage: String) {
    let used = Self.kilobytes()
    let trimmed = ResidentMemory.current
    let megabytes = { (kilobytes: Int) in String(format: "%.1f MB", Double(kilobytes) * 1024 / 1e6) }
    print(
      "  \(stage): \(megabytes(used["Rss"] ?? 0)), \(megabytes(used["Private_Dirty"] ?? 0)), \(megabytes(trimmed))")
  }

  /// What the system says of this process, in kilobytes of 1,024 bytes.
  private static func kilobytes() -> [String: Int] {
    var sizes: [String: Int] = [:]
    let text = (try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)) ?? ""
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 3, words[2] == "kB", let size = Int(words[1]) else { continue }
      sizes[String(words[0].dropLast())] = size
    }
    return sizes
  }
}
