// SPDX-License-Identifier: Apache-2.0

import TestKit
import Foundation
import Synchronization
import WoofClient

/// Clients that use a service through the SDK while it is killed and their connections are cut.
struct ChaosRun: Sendable {
  private let plan: ChaosPlan
  private let folder: ScratchFolder
  private let service: KilledService
  private let proxy: CuttingProxy
  private let names: [String]
  private let watch = EventWatch()

  init(_ plan: ChaosPlan, in folder: ScratchFolder) throws {
    self.plan = plan
    self.folder = folder
    names = (0..<plan.accountCount).map { "dog\($0)" }
    service = try KilledService(plan.woof, in: folder, isEncrypted: plan.isHTTP2)
    proxy = try CuttingProxy(before: service.place.port, meanCut: plan.meanCut, seed: plan.seed)
  }

  /// Does all of it.
  ///
  /// - Throws: What keeps the run from beginning; what goes wrong later is in the report.
  func run() async throws -> ChaosReport {
    try await service.addAccounts(names)
    try await service.start()
    try await service.place.checkProtocol()
    let clients = try await self.clients()
    let token = try await clients[0].response(to: ChangePageRequest()).next
    let start = ContinuousClock.now
    let watcher = Task { [watch] in await watch.run(clients[0], since: token) }
    let killing = ServiceKiller(
      service: service, interval: plan.interval, leastCount: plan.leastRestarts, seed: plan.seed &+ 99)
    let killer = Task { await killing.run() }
    var report = ChaosReport(plan)
    report.complaints = await transfer(clients)
    killer.cancel()
    report.restartCount = await killer.value
    proxy.relent()
    let judge = ChaosJudge(plan, folder, clients: try await self.clients(), names: names)
    report.complaints += await judge.awaitCounts(of: watch)
    watcher.cancel()
    await watcher.value
    report.seconds = Double((ContinuousClock.now - start).components.seconds)
    report.complaints += await judge.photos()
    service.stop()
    report.complaints += try judge.leftovers(service)
    report.take(proxy.counts, watch)
    return report
  }

  /// A client for each account, which knows the password and is patient.
  private func clients() async throws -> [WoofClient] {
    let place = ServicePlace(port: proxy.port, authority: service.place.authority)
    let patience = RetryPolicy(
      maximumAttempts: 100, firstPause: .milliseconds(50), longestPause: .seconds(1), budget: 1_000_000)
    var clients: [WoofClient] = []
    for name in names {
      clients.append(try await Clients.client(of: name, at: place, width: plan.width, patience: patience))
    }
    return clients
  }

  /// Sends, fetches and likes every photo, some at once.
  ///
  /// - Returns: What went wrong.
  private func transfer(_ clients: [WoofClient]) async -> [String] {
    await withTaskGroup(of: String?.self) { group in
      var complaints: [String] = []
      for number in 0..<plan.photoCount {
        if number >= plan.width, let complaint = await group.next() ?? nil { complaints.append(complaint) }
        group.addTask {
          do {
            try await use(number, clients)
            return nil
          } catch {
            let cause = (error as? WoofError)?.cause.map { ", as \($0)" } ?? ""
            return "photo \(number): \(error)\(cause)"
          }
        }
      }
      for await complaint in group { if let complaint { complaints.append(complaint) } }
      return complaints
    }
  }

  private func use(_ number: Int, _ clients: [WoofClient]) async throws {
    let file = folder.url("sent/\(number).jpg")
    let data = DrawnPhoto.bytes(number: number, byteCount: byteCount(of: number), seed: plan.seed)
    try data.write(to: file)
    let owner = clients[number % clients.count]
    let uploaded = try await owner.upload(fromFile: file, caption: "\(number)", visibility: .public)
    let received = folder.url("received/\(number).jpg")
    let reader = clients[(number + 1) % clients.count]
    try await reader.download(uploaded.photo, to: received)
    guard try Data(contentsOf: received) == data else {
      throw KilledService.Failure(description: "came down as other bytes than went up")
    }
    for like in ChaosJudge.likes(of: number, accounts: clients.count) {
      _ = try await clients[like].setFavourite(true, for: uploaded.photo.id)
    }
    try FileManager.default.removeItem(at: file)
    try FileManager.default.removeItem(at: received)
  }

  /// Short photos are more frequent than long ones.
  private func byteCount(of number: Int) -> Int {
    var random = SeededGenerator(seed: plan.seed &+ UInt64(number) &* 7_919)
    let ratio = Double(plan.longestPhoto) / Double(plan.shortestPhoto)
    return Int(Double(plan.shortestPhoto) * pow(ratio, random.fraction()))
  }
}
