// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofSync

/// Brings the replicas of all devices in step, and compares them with the service and with what the devices did.
struct ReplicaJudge: Sendable {
  /// How often a replica is synchronized before it counts as one that never will be in step.
  private static let attemptLimit = 60

  let places: [DevicePlace]
  let names: [String]
  let service: ServicePlace

  /// Judges, and adds what is found to a report.
  func judge(into report: inout ReplicaReport) async {
    do {
      var replicas: [PhotoReplica] = []
      for place in places { replicas.append(try await place.open()) }
      for (place, replica) in zip(places, replicas) { try await drain(replica, of: place, into: &report) }
      let clients = try await Clients.clients(of: names, at: service, patience: RetryPolicy())
      for (place, replica) in zip(places, replicas) {
        report.complaints += try await differences(of: replica, of: place, clients)
        await replica.close()
      }
      report.complaints += try await wrongEdits(clients, into: &report)
      report.complaints += try await wrongCounts(clients, into: &report)
    } catch {
      report.complaints.append("what is there could not be read: \(error)")
    }
  }
}

// MARK: Draining

extension ReplicaJudge {
  /// Sends what waits, and looks at what the service refuses.
  private func drain(_ replica: PhotoReplica, of place: DevicePlace, into report: inout ReplicaReport) async throws {
    report.waitingCount += try replica.pendingEdits().count { $0.problem == nil }
    var failure: (any Error)?
    for _ in 0..<Self.attemptLimit {
      do {
        try await replica.sync()
        failure = nil
      } catch {
        failure = error
      }
      if failure == nil, try replica.pendingEdits().allSatisfy({ $0.problem != nil }) { break }
      try await Task.sleep(for: .milliseconds(500))
    }
    if let failure { report.complaints.append("device \(place.number) is not in step: \(failure)") }
    let park = try JSONDecoder().decode([ParkPhoto].self, from: Data(contentsOf: place.park))
    let others = Set(park.filter { $0.owner != place.account }.map(\.id))
    for edit in try replica.pendingEdits() {
      guard edit.problem?.name == WoofError.Code.forbidden.name, others.contains(edit.photo) else {
        let state = edit.problem.map { "has the problem \($0.name): \($0.message)" } ?? "was not sent"
        report.complaints.append("device \(place.number): edit \(edit.number), \(edit.change), \(state)")
        continue
      }
      report.refusedCount += 1
      try await replica.discard(edit.number)
    }
  }
}

// MARK: Comparing replicas

extension ReplicaJudge {
  /// What of a photo the replica and the service must agree on.
  private struct Row: Hashable {
    let id: PhotoID
    let version: Int64
    let caption: String
    let visibility: Visibility
    let favouriteCount: Int
    let isFavourite: Bool

    init(_ photo: PhotoMetadata) {
      (id, version, caption, visibility) = (photo.id, photo.version, photo.caption, photo.visibility)
      (favouriteCount, isFavourite) = (photo.favouriteCount, photo.isFavourite ?? false)
    }
  }

  private func differences(
    of replica: PhotoReplica, of place: DevicePlace, _ clients: [String: WoofClient]
  ) async throws -> [String] {
    guard let client = clients[place.account] else { return ["\(place.account) has no client"] }
    var complaints: [String] = []
    let comparison = try await replica.verify()
    if comparison != .same { complaints.append("device \(place.number): verify says \(comparison)") }
    if await !replica.isInSync { complaints.append("device \(place.number) is not in sync") }
    var here: Set<Row> = []
    var last: ReplicaPhoto?
    repeat {
      let page = try replica.page(after: last, limit: 500)
      here.formUnion(page.map { Row($0.metadata) })
      last = page.last
    } while last != nil
    var there: Set<Row> = []
    for try await page in client.changes(pageSize: 500) {
      there.formUnion(page.changes.filter { !$0.photo.deleted }.map { Row($0.photo) })
    }
    let (missing, surplus) = (there.subtracting(here), here.subtracting(there))
    if let row = missing.first { complaints.append("device \(place.number) lacks \(missing.count) rows, as \(row)") }
    if let row = surplus.first { complaints.append("device \(place.number) has \(surplus.count) others, as \(row)") }
    return complaints
  }
}

// MARK: Comparing edits

extension ReplicaJudge {
  private func wrongEdits(_ clients: [String: WoofClient], into report: inout ReplicaReport) async throws -> [String] {
    var complaints: [String] = []
    for place in places {
      guard let client = clients[place.account] else { continue }
      let expected = ExpectedEdits(try DeviceJournal.lines(in: place.journal))
      report.take(expected)
      var photos: [String: [PhotoMetadata]] = [:]
      for try await photo in client.ownPhotos(pageSize: 500) { photos["\(photo.digest)", default: []].append(photo) }
      for digest in expected.photos(with: .presence) {
        complaints += wrongUpload(digest, photos[digest] ?? [], expected).map { "device \(place.number): \($0)" }
      }
      var favourites: Set<String> = []
      for try await photo in client.favourites(pageSize: 500) { favourites.insert("\(photo.id)") }
      for photo in expected.photos(with: .favourite)
      where !expected.allows("\(favourites.contains(photo))", for: .favourite, of: photo) {
        complaints.append("device \(place.number): the last favourite of \(photo) is not there")
      }
    }
    return complaints
  }

  private func wrongUpload(_ digest: String, _ found: [PhotoMetadata], _ expected: ExpectedEdits) -> [String] {
    guard found.count <= 1 else { return ["\(digest) is there \(found.count) times"] }
    guard expected.allows("\(found.count == 1)", for: .presence, of: digest) else {
      return [found.isEmpty ? "\(digest) is not there" : "\(digest) is there though it was deleted"]
    }
    guard let photo = found.first else { return [] }
    let values = [(JournalLine.Field.caption, photo.caption), (.visibility, photo.visibility.rawValue)]
    return values.filter { !expected.allows($1, for: $0, of: digest) }.map { field, value in
      "the \(field) of \(digest) is \(value), not \(expected.possible(field, of: digest))"
    }
  }

  /// Whether each favourite of a public photo counts once.
  private func wrongCounts(_ clients: [String: WoofClient], into report: inout ReplicaReport) async throws -> [String] {
    var likes: [PhotoID: Int] = [:]
    var counts: [PhotoID: Int] = [:]
    for client in clients.values {
      for try await photo in client.favourites(pageSize: 500) { likes[photo.id, default: 0] += 1 }
      for try await photo in client.ownPhotos(pageSize: 500) {
        report.photoCount += 1
        if photo.visibility == .public { counts[photo.id] = photo.favouriteCount }
      }
    }
    return counts.filter { likes[$0.key, default: 0] != $0.value }.map { photo, count in
      "\(photo) has \(count) favourites, of \(likes[photo, default: 0]) accounts"
    }
  }
}
