// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofCryptography
import WoofS3

@testable import ObjectStoreTestKit

/// Compares what is there with what was acknowledged, when nothing fails any more.
struct TrialJudge: Sendable {
  let clients: [NodeClient]
  let ledger: TrialLedger
  let traveller: ChangeTraveller

  /// Looks whether nothing is lost, double or wrong.
  ///
  /// - Parameter nodes: The numbers of the nodes that serve.
  /// - Returns: What is wrong.
  func complaints(of nodes: Range<Int>) async -> [String] {
    do {
      try await awaitReady(nodes)
      var complaints = try await wrongViews(nodes)
      let listed = try await clients[0].list("/v1/photos")
      complaints += wrongPhotos(listed)
      for client in clients { complaints += try await wrongFavourites(of: client) }
      while try await traveller.read() {}
      complaints += missedChanges(listed)
      return complaints
    } catch {
      return ["what is there cannot be read: \(error)"]
    }
  }

  private func awaitReady(_ nodes: Range<Int>) async throws {
    for node in nodes {
      for attempt in 0... {
        if await clients[0].ask(NodeRequest(target: "/readyz"), node: node)?.status == 200 { break }
        guard attempt < 1_500 else { throw Complaint("node \(node) is not ready for too long") }
        try await Task.sleep(for: .milliseconds(40))
      }
    }
  }

  /// Waits until all nodes agree on what each account sees.
  private func wrongViews(_ nodes: Range<Int>) async throws -> [String] {
    for client in clients {
      for attempt in 0... {
        var views: Set<[String]> = []
        for node in nodes {
          let view = await client.ask(NodeRequest(target: "/v1/me/view"), node: node)?.object ?? [:]
          let names = ["digest", "own", "public", "favourites", "photoCount"]
          views.insert(names.map { "\(view[$0] ?? "nothing of node \(node)")" })
        }
        if views.count == 1 { break }
        guard attempt < 500 else { return ["nodes do not agree on what \(client.name) sees: \(views)"] }
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    return []
  }

  private func wrongPhotos(_ listed: [[String: Any]]) -> [String] {
    var (complaints, rest) = ([String](), ledger.live)
    for photo in listed {
      let id = photo["id"] as? String ?? ""
      guard let right = rest.removeValue(forKey: id) else {
        complaints.append("\(id) is there, and should not be, or is there twice")
        continue
      }
      let found = (photo["owner"] as? String, photo["caption"] as? String, photo["favouriteCount"] as? Int)
      if found != (right.owner, right.caption, right.likers.count) {
        complaints.append("\(id) is \(found), and should be \(right)")
      }
    }
    return complaints + rest.keys.map { "\($0) is lost" }
  }

  private func wrongFavourites(of client: NodeClient) async throws -> [String] {
    let found = try await client.list("/v1/me/favourites").compactMap { $0["id"] as? String }.sorted()
    let right = ledger.live.filter { $0.value.likers.contains(client.name) }.keys.sorted()
    return found == right ? [] : ["\(client.name) has \(found.count) favourites, and should have \(right.count)"]
  }

  private func missedChanges(_ listed: [[String: Any]]) -> [String] {
    let versions = traveller.versions
    return listed.compactMap { photo in
      guard let id = photo["id"] as? String, versions[id] != photo["version"] as? Int else { return nil }
      return "who follows the changes knows version \(versions[id] ?? 0) of \(id), and not \(photo["version"] ?? 0)"
    }
  }

  /// Fetches originals, each of any node, and compares their bytes.
  func wrongOriginals(of photos: [String: TrialLedger.Photo]) async -> [String] {
    var complaints: [String] = []
    for (id, photo) in photos.sorted(by: { $0.key < $1.key }) {
      do {
        let response = try await clients[0].settle(NodeRequest(target: "/v1/photos/\(id)/original"), [200]).response
        if TrialWorker.digest(response.body) != photo.digest { complaints.append("\(id) has other bytes") }
      } catch {
        complaints.append("\(error)")
      }
    }
    return complaints
  }

  /// Compares the blobs of the store with the digests that are their names, and with those of the photos.
  func wrongBlobs(in store: FaultyObjectStore) -> [String] {
    var (complaints, names) = ([String](), Set<String>())
    for key in store.keys where key.hasPrefix("blobs/") {
      let name = key.split(separator: "/").dropFirst().first.map(String.init) ?? ""
      let digest = hexadecimal(SHA256.digest(of: store.object(key) ?? []))
      if name != digest { complaints.append("\(key) has the digest \(digest)") }
      names.insert(name)
    }
    for (id, photo) in ledger.live where !names.contains(photo.digest) { complaints.append("\(id) has no blob") }
    return complaints
  }
}
