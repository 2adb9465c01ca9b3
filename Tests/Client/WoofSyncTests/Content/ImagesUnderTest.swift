// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofTesting

@testable import TestKit
@testable import WoofSync

/// Runs a harness with three photos, which have variants, for the time of `body`.
func withImages<Result: Sendable>(_ body: (TestService) async throws -> Result) async throws -> Result {
  let folder = try TemporaryFolder()
  let woof = try await WoofHarness.start {
    $0.account("ada")
    $0.account("ben")
    $0.photos(3, by: "ben", caption: "photo #")
    $0.transformer = .drawn
  }
  do {
    let result = try await body(TestService(woof: woof, folder: folder))
    await woof.stop()
    return result
  } catch {
    await woof.stop()
    throw error
  }
}

extension TestService {
  /// The replica of ada's, in step, and its photos.
  func synchronized() async throws -> (replica: PhotoReplica, photos: [ReplicaPhoto]) {
    for photo in Set(woof.changes.map(\.photo)) { try await woof.variants(["thumb"], of: photo) }
    let replica = try await replica()
    try await replica.sync()
    return (replica, try replica.page())
  }

  /// The replica of ada's with another limit of bytes.
  func replica(limit: Int64, scope: ReplicaScope = .everything) async throws -> PhotoReplica {
    try await PhotoReplica.open(
      URL(fileURLWithPath: folder.path("ada-phone")), client: woof.client(as: "ada"), scope: scope,
      options: ReplicaOptions(cacheByteLimit: limit))
  }

  /// The names of the files with bytes.
  var files: [String] { folder.files(below: "ada-phone/files") }

  /// The number of requests for originals so far.
  var originalRequests: Int { woof.journal.exchanges.count { $0.path.hasSuffix("/original") } }
}
