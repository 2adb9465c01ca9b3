import Testing
import WoofHTTP
import WoofModel

@testable import WoofService

@Suite struct CrossOriginGuardTests {
  private func check(_ method: HTTPMethod, _ fields: KeyValuePairs<HTTPFieldName, String>) throws {
    try CrossOriginGuard.check(TestRequest.make(method, "/v1/photos", fields: HTTPFields(fields)))
  }

  @Test func `a request that no browser sent may write`() throws {
    try check(.post, [.host: "woof.example"])
  }

  @Test(arguments: ["same-origin", "none"])
  func `a page of the same origin may write`(_ site: String) throws {
    try check(.post, [.host: "woof.example", .secFetchSite: site])
  }

  @Test(arguments: ["cross-site", "same-site", "something new"])
  func `a page of another site may not write`(_ site: String) {
    #expect(throws: WoofError.self) { try check(.delete, [.host: "woof.example", .secFetchSite: site]) }
  }

  @Test func `an origin of the same authority may write`() throws {
    try check(.put, [.host: "Woof.example:9663", .origin: "https://woof.example:9663"])
  }

  @Test(arguments: [
    "null", "https://evil.example", "https://woof.example.evil", "https://woof.example:1", "woof.example",
  ])
  func `another origin may not write`(_ origin: String) {
    #expect(throws: WoofError.self) { try check(.put, [.host: "woof.example", .origin: origin]) }
  }

  @Test func `another origin may read`() throws {
    try check(.get, [.host: "woof.example", .origin: "https://evil.example", .secFetchSite: "cross-site"])
  }
}
