// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// The pages at which people sign up, as the service writes them: `/join` and `/join/{token}`.
@Suite(.overEachProtocol) struct JoinPageTests {
  @Test func `the page of an invitation says who invites, keeps its address to itself, and uses nothing up`()
    async throws
  {
    try await withService(http: InvitationTests.byMembers) { service in
      let ada = try await service.member("ada")
      let made = try ada.send("POST", InvitationTests.path, json: #"{"note": "Bob"}"#).json()
      let token = try #require(made["token"].text)
      for _ in 0..<2 {
        let page = try service.client().get("/join/\(token)?utm=x")
        #expect(page.status == 200 && page["Content-Type"] == "text/html; charset=utf-8")
        #expect(page.text.contains("<title>ada invites you to Woof</title>") && page.text.contains("noscript"))
        #expect(page.text.contains(#"<meta name="robots" content="noindex">"#))
        #expect(page["X-Robots-Tag"] == "noindex" && page["Referrer-Policy"] == "no-referrer")
        #expect(page["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
        #expect(page["Cache-Control"] == "private, no-cache" && page["Content-Encoding"] == nil)
        #expect(!page.text.contains("Bob") && !page.text.contains(token))
      }
      let id = try #require(made["id"].text)
      #expect(try ada.delete("\(InvitationTests.path)/\(id)").status == 204)
      for path in ["/join/\(token)", "/join/x", "/join"] {
        let page = try service.client().get(path)
        #expect(page.status == 404 && page["X-Robots-Tag"] == "noindex" && !page.text.contains("ada"), "\(path)")
        #expect(page["Content-Type"] == "text/html; charset=utf-8")
      }
    }
  }

  @Test func `where everybody may sign up, the pages say so`() async throws {
    try await withService(http: "accounts: {signUp: 'open'}") { service in
      for path in ["/join", "/join/x"] {
        let page = try service.client().get(path)
        #expect(page.status == 200 && page.text.contains("<title>Make an account on Woof</title>"))
      }
      #expect(try service.client().get("/").text.contains(#"data-sign-up="open""#))
    }
  }

  @Test func `where nobody may sign up, the pages say so`() async throws {
    try await withService { service in
      for path in ["/join", "/join/x"] {
        let page = try service.client().get(path)
        #expect(page.status == 404 && page.text.contains("Nobody can sign up here."))
      }
      #expect(try service.client().get("/").text.contains(#"data-sign-up="off""#))
    }
  }
}
