// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import WoofModel

@testable import woof_bench

struct PhotoReplicaTests {
  private let id = PhotoID(high: 1, low: 1)

  @Test func `a replica that has read every change equals a snapshot`() {
    var (replica, snapshot) = (PhotoReplica(), PhotoReplica())
    replica.apply(page([photo(version: 1)]))
    replica.apply(page([photo(version: 2)]))
    snapshot.apply(page([photo(version: 2)]))
    #expect(replica.differences(from: snapshot) == [])
  }

  @Test func `a change that is missing in the log is found`() {
    var (replica, snapshot) = (PhotoReplica(), PhotoReplica())
    replica.apply(page([photo(version: 1)]))
    snapshot.apply(page([photo(version: 2)]))
    #expect(replica.differences(from: snapshot).count == 1)
  }

  @Test func `a deletion that is missing in the log is found`() {
    var (replica, deleted) = (PhotoReplica(), PhotoReplica())
    replica.apply(page([photo(version: 1)]))
    deleted.apply(page([photo(version: 1)]))
    deleted.apply(PhotoReplica.Page(changes: [.init(id: id, version: 2, photo: nil)], next: "t", more: false))
    #expect(replica.differences(from: deleted).count == 1)
    #expect(deleted.photos.isEmpty)
  }

  @Test func `a change with only its name and deleted is read`() throws {
    let json =
      #"{"changes":[{"change":"t","kind":"deleted","id":"\#(id)","version":4,"deleted":true}],"next":"t","more":false}"#
    let page = try JSONDecoder().decode(PhotoReplica.Page.self, from: Data(json.utf8))
    #expect(page.changes.map(\.version) == [4])
    #expect(page.changes.allSatisfy { $0.photo == nil })
  }

  private func page(_ photos: [PhotoMetadata]) -> PhotoReplica.Page {
    let changes = photos.map { PhotoReplica.Change(id: $0.id, version: $0.version, photo: $0) }
    return PhotoReplica.Page(changes: changes, next: "t", more: false)
  }

  private func photo(version: Int64) -> PhotoMetadata {
    PhotoMetadata(
      id: id, owner: "ada", contentType: .png, byteCount: 600, digest: Digest(of: [1]), width: 1, height: 1,
      createdAt: Timestamp(milliseconds: 0), version: version)
  }
}
