// The first example of Documentation/testing.md; its app is in MyApp.swift.
// The example:

import Testing
import WoofTesting

@Test func `a favourite survives a connection that breaks`() async throws {
  let woof = try await WoofHarness.start {
    $0.photos(3, by: "ada", caption: "photo #")
    $0.account("ben")
  }
  try woof.faults.inject(.cut(.response, after: 0, by: .reset), into: .put("/v1/photos/*/favourite").signedIn, count: 1)
  try woof.expect(.put, "/v1/photos/*/favourite", count: 2) { $0.fields["Authorization"] != nil }

  let app = MyApp(service: woof.url)
  try await app.signIn("ben", HarnessContents.password)
  try await app.likeFirstPhoto()

  let change = try await woof.firstChange { $0.favouriteCount == 1 }
  #expect(!change.isDeleted)
  try woof.verify()
  await woof.stop()
}
