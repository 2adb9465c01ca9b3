// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// The routes of blobs that were set aside. The audit log records who reads their bytes: they may be those of anybody's
/// private photo.
struct QuarantineRoutes: Sendable {
  let quarantine: any QuarantineStore
  let workers: WorkerPool
  let audit: AuditTrail

  var routes: [AdministrationRoute] {
    [
      AdministrationRoute(.get, "/admin/v1/quarantine", parameters: ["after", "limit"], list),
      AdministrationRoute(.get, "/admin/v1/quarantine/{digest}", read),
      AdministrationRoute(
        .delete, "/admin/v1/quarantine/{digest}", changing: "quarantine.delete", isDestructive: true, delete),
    ]
  }

  private func list(_ context: AdministrationContext) async throws -> HTTPResponse {
    let limit = try context.query.pageLimit()
    let after = try QuarantineCursor(after: context.query["after"])
    let all = try await workers.run { [quarantine] in try quarantine.quarantined() }
    let rest = all.map { ($0, QuarantineCursor($0)) }.sorted { $0.1 < $1.1 }.filter { after.map($0.1.isBehind) ?? true }
    let page = rest.prefix(limit)
    return try AdministrationResponse.json(
      200, AdminPage(items: page.map(\.0), next: rest.count > limit ? page.last?.1.text : nil))
  }

  private func read(_ context: AdministrationContext) async throws -> HTTPResponse {
    let digest = try digest(context)
    guard let file = try await workers.run({ [quarantine] in try quarantine.openQuarantined(digest) }) else {
      throw Self.unknown
    }
    let entry = AuditRequest(who: context.who, action: "quarantine.read", subject: "\(digest)")
    return try await audit.perform(entry) {
      HTTPResponse(
        200,
        fields: HTTPFields([
          .contentType: "application/octet-stream", .cacheControl: "no-store",
          .contentDisposition: HTTPContentDisposition.attachment(fileName: "\(digest.hexadecimal).bin"),
        ]),
        body: .file(HTTPFileRegion(owner: file, descriptor: file.descriptor, offset: 0, count: file.byteCount)))
    }
  }

  private func delete(_ context: AdministrationContext) async throws -> AdministrationChange {
    let digest = try digest(context)
    let all = try await workers.run { [quarantine] in try quarantine.quarantined() }
    guard let found = all.first(where: { $0.digest == digest }) else { throw Self.unknown }
    return AdministrationChange(subject: "\(digest)") {
      AdminPlan(
        summary: "throws away what was set aside under 1 digest, \(found.byteCount.grouped) bytes",
        byteCount: found.byteCount, isReversible: false)
    } perform: {
      let isRemoved = try await workers.run { [quarantine] in try quarantine.removeQuarantined(digest) }
      guard isRemoved else { throw Self.unknown }
      return HTTPResponse(204)
    }
  }

  private func digest(_ context: AdministrationContext) throws(WoofError) -> Digest {
    guard let digest = Digest(context.text("digest")) else { throw Self.unknown }
    return digest
  }

  private static var unknown: WoofError { WoofError(.notFound, "Nothing was set aside under this digest.") }
}

/// A place in the list of what was set aside, the newest first.
private struct QuarantineCursor: Comparable {
  let time: Timestamp
  let digest: String

  init(_ item: AdminQuarantined) {
    time = item.quarantinedAt
    digest = item.digest.description
  }

  /// Reads a cursor; `nil` where there is none.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the text is no cursor of this list.
  init?(after text: String?) throws(WoofError) {
    guard let text else { return nil }
    let parts = text.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let milliseconds = Int64(parts[0]), Digest(String(parts[1])) != nil else {
      throw RouteQuery.invalid("after", "This is no cursor of this list; start again without it.")
    }
    time = Timestamp(milliseconds: milliseconds)
    digest = String(parts[1])
  }

  var text: String { "\(time.milliseconds).\(digest)" }

  func isBehind(_ other: Self) -> Bool { other < self }

  static func < (left: Self, right: Self) -> Bool {
    left.time == right.time ? left.digest < right.digest : left.time > right.time
  }
}
