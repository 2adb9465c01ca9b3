// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient

/// Looks at what is there when all has been done.
struct ChaosJudge: Sendable {
  private let plan: ChaosPlan
  private let folder: ScratchFolder
  private let clients: [WoofClient]
  private let names: [String]

  init(_ plan: ChaosPlan, _ folder: ScratchFolder, clients: [WoofClient], names: [String]) {
    self.plan = plan
    self.folder = folder
    self.clients = clients
    self.names = names
  }

  /// Which accounts like a photo: every second one, beginning with another one each time.
  static func likes(of number: Int, accounts: Int) -> [Int] {
    (0..<accounts).filter { ($0 + number) % 2 == 0 }
  }

  /// Waits until the watcher has the counts that must be, for half a minute.
  func awaitCounts(of watch: EventWatch) async -> [String] {
    var complaints: [String] = []
    for _ in 0..<150 {
      if let failure = watch.failure { return ["the watcher failed: \(failure)"] }
      do {
        complaints = try await wrongCounts(watch.counts)
        if complaints.isEmpty { return [] }
      } catch {
        complaints = ["the list could not be read: \(error)"]
      }
      try? await Task.sleep(for: .milliseconds(200))
    }
    return complaints
  }

  private func wrongCounts(_ counts: [PhotoID: Int]) async throws -> [String] {
    var complaints: [String] = []
    var seen: Set<PhotoID> = []
    for try await photo in clients[0].photos(pageSize: 500) {
      seen.insert(photo.id)
      guard let number = Int(photo.caption) else { continue }
      let right = Self.likes(of: number, accounts: clients.count).count
      if counts[photo.id] != right {
        complaints.append("the watcher has \(counts[photo.id] ?? -1) favourites of photo \(number), not \(right)")
      }
    }
    let others = Set(counts.keys).subtracting(seen)
    return others.isEmpty ? complaints : complaints + ["the watcher has \(others.count) photos that are not there"]
  }

  /// Whether every photo is there once, with all its favourites.
  func photos() async -> [String] {
    do {
      return try await duplicates() + wrongFavourites()
    } catch {
      return ["what is there could not be read: \(error)"]
    }
  }

  private func duplicates() async throws -> [String] {
    var complaints: [String] = []
    var owners: [Int: [String]] = [:]
    for (index, client) in clients.enumerated() {
      for try await photo in client.ownPhotos(pageSize: 500) {
        guard let number = Int(photo.caption) else { continue }
        owners[number, default: []].append(names[index])
      }
    }
    for number in 0..<plan.photoCount {
      let right = [names[number % names.count]]
      let found = owners[number] ?? []
      if found != right { complaints.append("photo \(number) is there \(found.count) times, of \(found)") }
    }
    return complaints
  }

  private func wrongFavourites() async throws -> [String] {
    var complaints: [String] = []
    for (index, client) in clients.enumerated() {
      var liked: [Int] = []
      for try await photo in client.favourites(pageSize: 500) {
        if let number = Int(photo.caption) { liked.append(number) }
      }
      let right = (0..<plan.photoCount).filter { Self.likes(of: $0, accounts: clients.count).contains(index) }
      if liked.sorted() != right {
        complaints.append("\(names[index]) has \(liked.count) favourites, of which \(right.count) are right")
      }
    }
    for try await photo in clients[0].photos(pageSize: 500) {
      guard let number = Int(photo.caption) else { continue }
      let right = Self.likes(of: number, accounts: clients.count).count
      if photo.favouriteCount != right {
        complaints.append("photo \(number) has \(photo.favouriteCount) favourites, not \(right)")
      }
    }
    return complaints
  }

  /// What is left that should not be, once the service has stopped.
  func leftovers(_ service: KilledService) throws -> [String] {
    var complaints: [String] = []
    for name in ["client", "sent", "received", "data/spool", "data/uploads"] {
      let files = folder.files(below: name)
      if !files.isEmpty { complaints.append("\(files.count) files are left in \(name), as \(files[0])") }
    }
    let blobs = folder.files(below: "data/blobs").count
    if blobs != plan.photoCount { complaints.append("there are \(blobs) blobs for \(plan.photoCount) photos") }
    if let finding = try service.check() { complaints.append(finding) }
    return complaints
  }
}
