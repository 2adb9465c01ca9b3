// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Names and likes of the guests of share links: `/v1/shared/{token}/guest` and `…/photos/{id}/like`.
struct GuestRoutes: Sendable {
  let gate: SharedGate

  private var guests: LinkGuests { gate.links.guests }

  var routes: [ServiceRoute] {
    [
      route(.put, "/guest", name),
      route(.put, "/photos/{id}/like") { try await setLike(true, $0) },
      route(.delete, "/photos/{id}/like") { try await setLike(false, $0) },
    ]
  }

  private func route(
    _ method: HTTPMethod, _ path: String, _ handler: @escaping @Sendable (RouteContext) async throws -> HTTPResponse
  ) -> ServiceRoute {
    ServiceRoute(method, SharedPath.pattern + path, scopes: .all, responseFields: SharedPath.fields, handler: handler)
  }

  private func name(_ context: RouteContext) async throws -> HTTPResponse {
    let link = try await gate.open(context)
    let members = try await SecretMembers.read(from: context.request, allowing: ["name"])
    let (guest, key) = try await guests.name(
      try await gate.guest(of: context, link), try members.text("name", "the name of the guest"), of: link,
      from: context.request.client.address)
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("name")
    writer.value(guest.name)
    writer.name("key")
    writer.value(key)
    writer.endObject()
    var response = HTTPResponse.unstoredJSON(200, writer.bytes)
    try gate.remember(guest: key, of: link, in: &response, to: context)
    return response
  }

  private func setLike(_ isLiked: Bool, _ context: RouteContext) async throws -> HTTPResponse {
    let link = try await gate.open(context)
    guard link.terms.allowsLikes else {
      throw WoofError.linkTakesNoLikes
    }
    let photo = try context.photoID()
    guard try await gate.links.shows(photo, link) else { throw WoofError.noSuchPhoto }
    guard let guest = try await gate.guest(of: context, link) else { throw WoofError.namelessGuest }
    let likes = try await guests.setLike(isLiked, of: photo, by: guest, from: context.request.client.address)
    var writer = JSONWriter()
    writer.beginObject()
    SharedJSON.writeMembers(of: likes, to: &writer)
    writer.endObject()
    return .unstoredJSON(200, writer.bytes)
  }
}
