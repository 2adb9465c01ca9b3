// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The account of the credential.
struct AccountRoutes: Sendable {
  let library: PhotoLibrary
  let favourites: FavouriteLibrary
  let credentials: any CredentialStore
  let authenticator: Authenticator
  let similar: SimilarPhotos
  let document: AccountJSON
  /// The audit trail that records changes of accounts; `nil` if nothing is recorded.
  let audit: AuditTrail?
  /// Uploads that may be resumed; `nil` where none may.
  let uploads: ResumableUploads?
  /// The sessions of browsers; `nil` where there are none.
  let sessions: BrowserSessionGate?
  let workers: WorkerPool

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.get, "/v1/me", signIn: .required, scopes: .all, handler: show),
      ServiceRoute(.put, "/v1/me/password", signIn: .required, scopes: [], handler: changePassword),
      ServiceRoute(
        .get, "/v1/me/photos", signIn: .required,
        parameters: ["order", "from", "until", "idPrefix", "limit", "after", "similarTo"], handler: photos),
      ServiceRoute(
        .get, "/v1/me/trash", signIn: .required, parameters: ["idPrefix", "limit", "after"], handler: trash),
      ServiceRoute(.delete, "/v1/me/trash/{id}", signIn: .required, handler: erase),
    ]
  }

  private func show(_ context: RouteContext) async throws -> HTTPResponse {
    let principal = try context.signedIn()
    guard let summary = try await credentials.summary(of: principal.id) else { throw SignInGate.challenge }
    let uploadCount = try await uploads?.openCount(of: summary.account.id) ?? 0
    guard let session = sessions?.current(of: context.request, principal) else {
      return PhotoResponse.json(200, document.bytes(of: summary, uploadCount: uploadCount))
    }
    return .unstoredJSON(200, document.bytes(of: summary, uploadCount: uploadCount, session: session))
  }

  private func changePassword(_ context: RouteContext) async throws -> HTTPResponse {
    let principal = try context.signedIn()
    let members = try await SecretMembers.read(from: context.request, allowing: ["current", "new"])
    let current = try members.secret("current", "the password that counts now")
    let new = try members.secret("new", "the password that is to count")
    // What is refused changes nothing, so that guesses do not fill the audit log.
    let change = try await authenticator.preparePasswordChange(
      of: principal, current: current, new: new, address: context.request.client.address)
    let entry = context.auditEntry("accounts.password", of: principal.name, by: principal.name)
    return try await audit.perform(entry) {
      try await authenticator.makePasswordChange(change)
      var response = HTTPResponse(204)
      // The password is another one by now, also where this browser has to sign in with it.
      try? await sessions?.renew(principal, in: &response, to: context.request, credentials: credentials)
      return response
    }
  }

  /// Photos that look alike have an order of their own, and come in one page.
  private func similarPhotos(_ context: RouteContext, to text: String) async throws -> HTTPResponse {
    let principal = try context.signedIn()
    guard let id = PhotoID(text) else { throw RouteQuery.invalid("similarTo", "This is no id of a photo.") }
    for name in ["order", "from", "until", "after", "idPrefix"] where context.query[name] != nil {
      throw RouteQuery.invalid(name, "Photos like another one come in one page, the most alike first.")
    }
    let found = try await similar.photos(like: id, of: principal, limit: try context.query.pageLimit())
    let liked = try await favourites.liked(among: found, by: principal)
    return try await PageRendering.run(of: found.count, on: workers) {
      PhotoResponse.page(found, next: nil, likedBy: principal, liked: liked)
    }
  }

  private func photos(_ context: RouteContext) async throws -> HTTPResponse {
    if let text = context.query["similarTo"] { return try await similarPhotos(context, to: text) }
    let principal = try context.signedIn()
    let order = try context.query.value("order", default: PhotoQuery.Order.newest)
    let page = try await library.photos(
      PhotoQuery(
        scope: .owned(by: principal.name, reader: principal.id), order: order,
        ids: try context.query.idRange(in: order), moments: try context.query.moments(in: order),
        after: try PageCursor.photos(after: context.query["after"], order: order), limit: try context.query.pageLimit())
    )
    let liked = try await favourites.liked(among: page.items, by: principal)
    return try await PageRendering.run(of: page.items.count, on: workers) {
      PhotoResponse.page(
        page.items, next: page.next.map { PageCursor.text(of: $0, order: order) }, likedBy: principal, liked: liked)
    }
  }

  private func trash(_ context: RouteContext) async throws -> HTTPResponse {
    let principal = try context.signedIn()
    let page = try await library.trash(
      TrashQuery(
        account: principal.id, ids: try context.query.idRange(),
        after: try PageCursor.trash(after: context.query["after"]), limit: try context.query.pageLimit()))
    return try await PageRendering.run(of: page.items.count, on: workers) {
      PhotoResponse.page(page.items, next: page.next.map { PageCursor.text(of: $0) }, for: principal)
    }
  }

  private func erase(_ context: RouteContext) async throws -> HTTPResponse {
    try await library.erase(try context.photoID(), by: try context.signedIn())
    return HTTPResponse(204)
  }
}
