// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// App passwords as administrators see them: `/admin/v1/app-passwords`.
struct AppPasswordAdministrationTests {
  private static let path = "/admin/v1/app-passwords"

  private static func make(_ name: String, by client: Client) throws -> (id: String, password: String) {
    let made = try client.send(
      "POST", "/v1/me/app-passwords", json: "{\"name\": \"\(name)\", \"scopes\": [\"read\"]}"
    ).json()
    guard let id = made["id"].text, let password = made["password"].text else { throw TestFailure("none was made") }
    return (id, password)
  }

  @Test func `app passwords of all accounts are listed in pages, or those of one, without the passwords`() async throws
  {
    try await withService(hasAdministrators: true) { service in
      let eve = try await service.member("eve", isAdministrator: true)
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let made = [
        try Self.make("Phone", by: ada), try Self.make("Camera", by: bob), try Self.make("Frame", by: ada),
      ]
      #expect(try eve.ids(Self.path) == made.map(\.id).reversed())
      #expect(try eve.ids("\(Self.path)?owner=ada") == [made[2].id, made[0].id])
      let first = try eve.get("\(Self.path)?limit=2")
      let next = try #require(try first.member("next").text)
      let last = try eve.get("\(Self.path)?limit=2&after=\(next)").member("items").items
      #expect(last.map { $0["id"].text } == [made[0].id])
      #expect(last.first?["owner"] == "ada" && last.first?["name"] == "Phone")
      #expect(try !eve.get(Self.path).text.contains(made[0].password))
      #expect(try eve.get("\(Self.path)?owner=nobody").problem == "not-found")
      #expect(try ada.get(Self.path).problem == "forbidden")
    }
  }

  @Test func `an app password is revoked after a plan and with a reason`() async throws {
    try await withService(hasAdministrators: true) { service in
      let (ada, eve) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      let made = try Self.make("Phone", by: ada)
      let phone = service.client(Credential("ada", made.password))
      let path = "\(Self.path)/\(made.id)"
      let plan = try eve.delete("\(path)?plan=true")
      #expect(try plan.member("summary").text?.hasPrefix("revokes 1 app password of ada, called Phone; ") == true)
      #expect(try plan.member("isReversible") == false)
      #expect(try eve.delete(path).member("parameter").text == "reason")
      #expect(try ada.delete("\(path)?reason=lost").problem == "forbidden")
      #expect(try phone.get("/v1/me").status == 200)
      #expect(try eve.delete("\(path)?reason=lost").status == 204)
      #expect(try phone.get("/v1/me").status == 401)
      for id in [made.id, "x"] { #expect(try eve.delete("\(Self.path)/\(id)?reason=lost").problem == "not-found") }
      let entries = try eve.get("/admin/v1/audit").member("items").items.filter {
        $0["action"] == "app-passwords.revoke"
      }
      #expect(entries.last?["who"] == "eve" && entries.last?["reason"] == "lost")
      #expect(entries.last?["details"]["owner"] == "ada" && entries.last?["subject"].text == made.id)
    }
  }
}
