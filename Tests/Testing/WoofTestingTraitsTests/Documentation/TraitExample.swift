// The example of Documentation/testing.md for the traits.
// The example:

import Testing
import WoofClient
import WoofTesting
import WoofTestingTraits

@Suite(.woof { $0.account("ben") })
struct FavouriteTests {
  @Test(.woof(keepsDataOnFailure: true) { $0.photos(3, by: "ada") })
  func `a favourite is counted`() async throws {
    let woof = try WoofHarness.current
    try woof.expect(.put, "/v1/photos/*/favourite") { $0.fields["Authorization"] != nil }
    let client = woof.client(as: "ben")
    for try await photo in client.photos() where photo.caption.isEmpty {
      _ = try await client.setFavourite(true, for: photo.id)
      break
    }
    let change = try await woof.firstChange { $0.favouriteCount == 1 }
    #expect(!change.isDeleted)
  }
}
