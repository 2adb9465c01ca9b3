// SPDX-License-Identifier: Apache-2.0

import TestKit

/// The clients of a cluster, who go on from round to round.
struct TrialStage: Sendable {
  let ledger: TrialLedger
  let judge: TrialJudge
  private let workers: [TrialWorker]
  private let traveller: ChangeTraveller
  private let clients: [NodeClient]

  /// - Parameters:
  ///   - names: The accounts.
  ///   - ports: Those of the nodes, some of which may not serve.
  ///   - uploadsMayEnd: `true` where uploads in parts may be gone; by default that is a fault.
  ///   - lapse: Is called when one and the same request has been running for long.
  init(
    _ names: [String], ports: [Int], seed: UInt64, uploadsMayEnd: Bool = false, lapse: @escaping @Sendable () -> Void
  ) {
    let clients = names.enumerated().map { NodeClient($1, ports: ports, seed: seed &+ UInt64($0), lapse: lapse) }
    let book = TrialLedger()
    let traveller = ChangeTraveller(clients[0])
    workers = clients.map { TrialWorker(client: $0, ledger: book, uploadsMayEnd: uploadsMayEnd) }
    judge = TrialJudge(clients: clients, ledger: book, traveller: traveller)
    (ledger, self.traveller, self.clients) = (book, traveller, clients)
  }

  /// Begins to follow the changes. A first list that is read while others write may tell of a photo twice, so nobody does yet.
  ///
  /// - Throws: ``Complaint``.
  func begin() async throws {
    while try await traveller.read() {}
  }

  /// Has all accounts do so many things, while the changes are followed.
  ///
  /// - Returns: What went wrong.
  func work(_ stepCount: Int, round: Int, seed: UInt64) async -> [String] {
    let traveller = traveller
    return await withTaskGroup(of: String?.self) { group in
      for (index, worker) in workers.enumerated() {
        group.addTask {
          do {
            try await worker.work(stepCount, round: round, seed: seed &+ UInt64(index))
            return nil
          } catch {
            return "\(error)"
          }
        }
      }
      group.addTask {
        do {
          for _ in 0..<stepCount { try await traveller.read() }
          return nil
        } catch {
          return "\(error)"
        }
      }
      return await group.reduce(into: []) { if let complaint = $1 { $0.append(complaint) } }
    }
  }

  /// What has been asked and acknowledged so far.
  var figures: TrialFigures {
    let photos = ledger.photos
    return TrialFigures(
      photoCount: photos.count, deletedCount: photos.values.count { $0.isDeleted },
      likeCount: photos.values.reduce(0) { $0 + $1.likers.count },
      statuses: clients.map(\.statuses).reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) },
      lapseCount: clients.reduce(0) { $0 + $1.lapseCount })
  }
}
