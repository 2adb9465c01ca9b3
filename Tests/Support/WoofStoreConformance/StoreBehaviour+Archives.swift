// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let archiveBehaviours = [
    StoreBehaviour("a request for an archive is found by the hash of its secret, as it was made, until it expires") {
      stores in
      let ada = try await stores.account("ada")
      let requests = [
        try await stores.request(1, .album(Sample.albumID(1)), by: ada),
        try await stores.request(2, .photos((1...300).map { Sample.photoID($0) }), by: ada),
        try await stores.request(3, .photos([Sample.photoID(1)]), by: nil),
      ]
      for (index, request) in requests.enumerated() {
        #expect(try await stores.requested(index + 1, at: 99) == request)
        #expect(try await stores.requested(index + 1, at: 100) == nil)
      }
      #expect(try await stores.requested(4) == nil)
    },
    StoreBehaviour("the oldest requests of an account make room for new ones, and nobody else's") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      for (number, reader) in [bob, nil].enumerated() {
        _ = try await stores.request(number, .album(Sample.albumID(1)), by: reader, countLimit: 2)
      }
      for number in 10..<14 {
        _ = try await stores.request(
          number, .album(Sample.albumID(1)), by: ada, expiresAt: Int64(number) + 100, countLimit: 2)
      }
      for number in [10, 11] { #expect(try await stores.requested(number) == nil) }
      for number in [0, 1, 12, 13] { #expect(try await stores.requested(number) != nil) }
    },
    StoreBehaviour("a new password, disabling and deletion end an account's requests, and nobody else's") { stores in
      let accounts = try await stores.accounts(4)
      for (number, account) in accounts.enumerated() {
        _ = try await stores.request(number, .album(Sample.albumID(1)), by: account)
      }
      _ = try await stores.request(4, .album(Sample.albumID(1)), by: nil)
      try await stores.credentials.setPasswordHash(try Sample.passwordHash("new"), of: accounts[0].name)
      try await stores.credentials.setDisabled(true, of: accounts[1].name)
      try await stores.administration.deleteAccount(accounts[2].name)
      for number in 0..<3 { #expect(try await stores.requested(number) == nil) }
      for number in 3..<5 { #expect(try await stores.requested(number) != nil) }
      await expectProblem(.forbidden) { _ = try await stores.request(5, .album(Sample.albumID(1)), by: accounts[1]) }
      await expectProblem(.conflict) { _ = try await stores.request(6, .album(Sample.albumID(1)), by: accounts[2]) }
    },
    StoreBehaviour("check values are kept of blobs that are there, whatever their highest bit") { stores in
      let ada = try await stores.account("ada")
      for number in 1...2 { try await stores.add(number, by: ada) }
      let values: [Digest: UInt32] = [Sample.digest(1): .max, Sample.digest(2): 0, Sample.digest(99): 7]
      try await stores.archives.note(values)
      let digests = [1, 2, 3, 99].map { Sample.digest($0) }
      let expected: [Digest: UInt32] = [Sample.digest(1): .max, Sample.digest(2): 0]
      #expect(try await stores.archives.checkValues(of: digests) == expected)
      #expect(try await stores.archives.checkValues(of: []) == [:])
    },
    StoreBehaviour("a photo brings its check value, where it has one") { stores in
      let ada = try await stores.account("ada")
      var draft = Sample.draft(1, by: ada)
      draft.checkValue = 0xFEDC_BA98
      _ = try await stores.records.addPhoto(draft, idempotency: nil)
      try await stores.add(2, by: ada)
      let expected: [Digest: UInt32] = [Sample.digest(1): 0xFEDC_BA98]
      #expect(try await stores.archives.checkValues(of: [Sample.digest(1), Sample.digest(2)]) == expected)
    },
    StoreBehaviour("digests of archives are kept by their tags, and the oldest make room for new ones") { stores in
      for number in 1...4 {
        try await stores.archives.note(
          Sample.digest(number), ofArchiveTagged: "zip-\(number)", at: Sample.time(Int64(number)), countLimit: 3)
      }
      for number in 2...4 {
        #expect(try await stores.archives.digest(ofArchiveTagged: "zip-\(number)") == Sample.digest(number))
      }
      for tag in ["zip-1", "zip-5", ""] { #expect(try await stores.archives.digest(ofArchiveTagged: tag) == nil) }
      try await stores.archives.note(
        Sample.digest(9), ofArchiveTagged: "zip-2", at: Sample.time(9), countLimit: 3)
      #expect(try await stores.archives.digest(ofArchiveTagged: "zip-2") == Sample.digest(9))
      #expect(try await stores.archives.digest(ofArchiveTagged: "zip-4") == Sample.digest(4))
    },
  ]
}

extension StoresUnderTest {
  /// Keeps a request, whose secret is the sample of its number; it expires after 100 milliseconds unless told otherwise.
  fileprivate func request(
    _ number: Int, _ selection: ArchiveRequest.Selection, by reader: Principal?, expiresAt: Int64 = 100,
    countLimit: Int = 10
  ) async throws -> ArchiveRequest {
    let request = ArchiveRequest(reader: reader, selection: selection, expiresAt: Sample.time(expiresAt))
    try await archives.addArchive(request, secretHash: Sample.digest(number), countLimit: countLimit)
    return request
  }

  fileprivate func requested(_ number: Int, at time: Int64 = 0) async throws -> ArchiveRequest? {
    try await archives.archive(ofSecretHash: Sample.digest(number), at: Sample.time(time))
  }
}
