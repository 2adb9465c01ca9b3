// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Synchronization
import WoofModel

/// The checks after a crash, once the service has come back.
struct CrashInspection {
  let accounts: [BenchAccount]
  let ledger: CrashLedger

  /// Makes all checks: of the lists, the uploads in doubt, the originals, the deletions and the change log.
  ///
  /// - Parameter replica: A replica from before the crash, which reads on.
  /// - Throws: ``HTTPResponseFault`` if something cannot be read, which is a fault as well.
  func run(over connection: HTTPConnection, replica: inout PhotoReplica) throws {
    let deleted = ledger.journal.withLock { $0.photos.filter { $0.value.isDeleted.pending != nil }.map(\.key) }
    let state = try ObservedState(of: accounts, over: connection)
    for fault in ledger.journal.withLock({ $0.reconcile(with: state) }) { ledger.note(fault) }
    try retryUploads(over: connection)
    try downloadOriginals(over: connection)
    try checkDeletions(of: deleted, over: connection)
    try replica.catchUp(over: connection)
    var snapshot = PhotoReplica()
    try snapshot.catchUp(over: connection)
    for fault in replica.differences(from: snapshot) { ledger.note(fault) }
  }

  /// Repeats the uploads in doubt under their keys; each has to be one photo, whether the first attempt had succeeded
  /// or not.
  private func retryUploads(over connection: HTTPConnection) throws {
    for upload in ledger.journal.withLock({ $0.openUploads }) {
      let request = CrashOperation.upload(upload).request(as: accounts[upload.owner])
      let response = try connection.send(request)
      let metadata = try? JSONDecoder().decode(PhotoMetadata.self, from: Data(response.body))
      ledger.journal.withLock { journal in
        let existing = journal.photos.first { $0.value.upload == upload }?.key
        if let metadata, response.status == 201, existing == nil || existing == metadata.id {
          if existing == nil { journal.add(upload, metadata) }
        } else {
          ledger.note("the upload \(upload.key), repeated, was answered \(response.status): \(response.text)")
        }
        journal.close(upload)
      }
    }
  }

  private func downloadOriginals(over connection: HTTPConnection) throws {
    let photos = ledger.journal.withLock { journal in
      journal.live.compactMap { id in journal.photos[id].map { (id, $0) } }
    }
    for (id, photo) in photos {
      let response = try connection.send(HTTPClientRequest("GET", "/v1/photos/\(id)/original"))
      if response.status != 200 || Digest(of: response.body) != photo.upload.digest {
        ledger.note("the original of \(id) came with \(response.status) and other bytes than were uploaded")
      }
    }
  }

  /// Checks that photos whose deletion was in doubt are there, or gone, as their lists tell.
  private func checkDeletions(of photos: [PhotoID], over connection: HTTPConnection) throws {
    for id in photos {
      guard let photo = ledger.journal.withLock({ $0.photos[id] }) else { continue }
      let request = HTTPClientRequest("GET", "/v1/photos/\(id)", account: accounts[photo.upload.owner])
      let status = try connection.send(request).status
      if status != (photo.isDeleted.known ? 410 : 200) {
        ledger.note("the photo \(id), deleted or not: \(photo.isDeleted.known), was answered \(status)")
      }
    }
  }
}
