// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// `PUT` and `DELETE /v1/photos/{id}/favourite`.
@Suite(.overEachProtocol, .overEachWorld) struct FavouriteTests {
  @Test func `setting and unsetting return the metadata after it`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let set = try ada.setFavourite(id)
      #expect(set.status == 200)
      #expect(try set.member("isFavourite") == true)
      #expect(try set.member("favouriteCount") == 1)
      #expect(try ada.get("/v1/photos/\(id)").body == set.body)
      #expect(try ada.get("/v1/photos/\(id)")["ETag"] == set["ETag"])
      let unset = try ada.unsetFavourite(id)
      #expect(try unset.member("isFavourite") == false)
      #expect(try unset.member("favouriteCount") == 0)
      #expect(try ada.get("/v1/photos/\(id)").body == unset.body)
    }
  }

  @Test func `repeated setting and unsetting change nothing`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      #expect(try ada.unsetFavourite(id).member("version") == 1)
      let first = try ada.setFavourite(id)
      let again = try ada.setFavourite(id)
      #expect(again.body == first.body)
      #expect(again["ETag"] == first["ETag"])
    }
  }

  @Test(.embeddedOnly("its figures are the embedded store's"))
  func `an edit that comes late is answered with the favourite as it is`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let path = "/v1/photos/\(id)/favourite"
      let newer = try ada.put(path, ["Woof-Edit": "\"0193a8f2\";n=2"])
      let late = try ada.delete(path, ["Woof-Edit": "\"0193a8f2\";n=1"])
      #expect(late.status == 200)
      #expect(late.body == newer.body)
      #expect(late["ETag"] == newer["ETag"])
      #expect(try late.member("isFavourite") == true)
      #expect(try ada.delete(path, ["Woof-Edit": "\"0193a8f2\"; n=3"]).member("isFavourite") == false)
      #expect(try service.metrics().contains("woof_store_late_edits_total 1"))
    }
  }

  @Test(arguments: [
    "", "phone;n=1", "\"phone\"", "\"phone\";n", "\"phone\";n=\"1\"", "\"phone\";n=1.0", "\"phone\";n=0",
    "\"phone\";n=-1",
    "\"phone\";n=1000000000000000", "\"\";n=1", "\"a b\";n=1", "\"phone\";n=1, \"phone\";n=2", "\"phone\";N=1", "7;n=1",
    "\"\(String(repeating: "x", count: 65))\";n=1",
  ])
  func `a malformed number of an edit is refused`(value: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let response = try ada.put("/v1/photos/\(id)/favourite", ["Woof-Edit": value])
      #expect(response.status == 400)
      #expect(response.problem == "invalid-request")
      #expect(try ada.get("/v1/photos/\(id)").member("favouriteCount") == 0)
    }
  }

  @Test func `a number of an edit that stands twice is refused`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let fields = [("Woof-Edit", "\"phone\";n=1"), ("Woof-Edit", "\"phone\";n=2")]
      #expect(try ada.send("PUT", "/v1/photos/\(id)/favourite", extra: fields).problem == "invalid-request")
    }
  }

  @Test func `a favourite is set or unset only if the request's precondition holds`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let path = "/v1/photos/\(id)/favourite"
      let first = try #require(try ada.get("/v1/photos/\(id)")["ETag"])
      let refused = try ada.put(path, ["If-Match": "\"x\""])
      #expect(refused.problem == "precondition-failed")
      #expect(try refused.member("photo") == ada.get("/v1/photos/\(id)").json())
      #expect(try ada.delete(path, ["If-Match": "\"x\""]).problem == "precondition-failed")
      #expect(try ada.get("/v1/photos/\(id)").member("favouriteCount") == 0)
      let second = try #require(try ada.put(path, ["If-Match": first])["ETag"])
      #expect(try ada.delete(path, ["If-Match": first]).problem == "precondition-failed")
      #expect(try ada.get("/v1/photos/\(id)").member("favouriteCount") == 1)
      #expect(try ada.put(path, ["If-None-Match": second]).status == 412)
      #expect(try ada.delete(path, ["If-Match": second]).member("favouriteCount") == 0)
      #expect(try ada.put(path, ["If-Match": "*"]).member("favouriteCount") == 1)
    }
  }

  @Test func `a favourite needs no body, and accepts any`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      #expect(try ada.send("PUT", "/v1/photos/\(id)/favourite", body: Array("{}".utf8)).status == 200)
      #expect(try ada.get("/v1/me").status == 200)
    }
  }

  @Test func `an unknown or malformed id cannot be liked`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for id in ["0193e7a2-5b1c-7c1e-9d43-2f6f0c9a8e11", "x"] {
        #expect(try ada.setFavourite(id).problem == "not-found")
        #expect(try ada.unsetFavourite(id).problem == "not-found")
      }
    }
  }

  @Test func `the count is exact, however many set and unset at once`() async throws {
    try await withService { service in
      let owner = try await service.member("owner")
      let id = try owner.addPhoto()
      var accounts: [Credential] = []
      for number in 0..<24 { accounts.append(try await service.addAccount("account\(number)")) }
      try await withThrowingTaskGroup { tasks in
        for (number, account) in accounts.enumerated() {
          tasks.addTask {
            let client = service.client(account)
            for round in 0..<10 {
              let isSet = (round + number) % 2 == 0
              let response = isSet ? try client.setFavourite(id) : try client.unsetFavourite(id)
              #expect(response.status == 200)
              #expect(try response.member("isFavourite") == (isSet ? true : false))
            }
          }
        }
        try await tasks.waitForAll()
      }
      // Round 9 set it for accounts of odd numbers.
      #expect(try owner.get("/v1/photos/\(id)").member("favouriteCount") == 12)
      let liking = try accounts.map { try service.client($0).get("/v1/photos/\(id)").member("isFavourite") == true }
      #expect(liking == accounts.indices.map { $0 % 2 == 1 })
    }
  }

  @Test(.embeddedOnly("favourites that a node sets together are one change in the other world"))
  func `every response under concurrency has its own version and count`() async throws {
    try await withService { service in
      let id = try await service.member("owner").addPhoto()
      var accounts: [Credential] = []
      for number in 0..<20 { accounts.append(try await service.addAccount("account\(number)")) }
      let responses = try await withThrowingTaskGroup { tasks in
        for account in accounts { tasks.addTask { try service.client(account).setFavourite(id).json() } }
        return try await tasks.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(responses.compactMap { $0["favouriteCount"].integer }) == Set(1...20))
      #expect(Set(responses.compactMap { $0["version"].integer }).count == 20)
    }
  }
}
