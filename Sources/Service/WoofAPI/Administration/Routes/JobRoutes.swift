// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import WoofCore
internal import WoofHTTP
internal import WoofJobs
internal import WoofModel

/// Long work that goes on in the service.
struct JobRoutes: Sendable {
  let runner: JobRunner
  let audit: AuditTrail

  var routes: [AdministrationRoute] {
    [
      AdministrationRoute(.get, "/admin/v1/jobs", parameters: ["after", "limit"], list),
      AdministrationRoute(.post, "/admin/v1/jobs", changing: "jobs.start", start),
      AdministrationRoute(.get, "/admin/v1/jobs/{id}") { context in
        try AdministrationResponse.json(200, try job(context))
      },
      AdministrationRoute(.get, "/admin/v1/jobs/{id}/progress", follow),
      AdministrationRoute(.delete, "/admin/v1/jobs/{id}", changing: "jobs.stop", stop),
    ]
  }

  private func list(_ context: AdministrationContext) async throws -> HTTPResponse {
    var before: Int?
    if let text = context.query["after"] {
      guard let id = Int(text), id > 0 else {
        throw RouteQuery.invalid("after", "This is no cursor of this list; start again without it.")
      }
      before = id
    }
    let page = runner.page(before: before, limit: try context.query.pageLimit())
    return try AdministrationResponse.json(
      200, AdminPage(items: page.jobs, next: page.hasMore ? page.jobs.last.map { "\($0.id)" } : nil))
  }

  private func start(_ context: AdministrationContext) async throws -> AdministrationChange {
    let (request, members) = try await Self.request(of: context)
    let plan = try await runner.performer.plan(request)
    guard !runner.isRunning(request.kind) else {
      throw WoofError(.conflict, "A job of this kind runs already; wait for its end, or stop it.")
    }
    let who = context.who
    let isDestructive = request.kind == .collectGarbage
    return AdministrationChange(
      subject: request.kind.rawValue, details: members, isDestructive: isDestructive
    ) {
      plan
    } perform: {
      let job = try runner.start(request, by: who) { await noteEnd(of: $0) }
      var response = try AdministrationResponse.json(201, job)
      response.fields.append(.location, "/admin/v1/jobs/\(job.id)")
      return response
    }
  }

  private static func request(
    of context: AdministrationContext
  ) async throws -> (AdminJobRequest, members: [String: JSONValue]) {
    let members = try await context.members(["kind", "target", "since", "backup", "into", "point", "depth", "photo"])
    do {
      let bytes = try AdministrationResponse.bytes(of: JSONValue.object(members))
      return (try JSONDecoder().decode(AdminJobRequest.self, from: Data(bytes)), members)
    } catch let error as DecodingError {
      let name = error.memberName ?? "kind"
      throw RouteQuery.invalid(name, "The member is missing, or not what this kind of job takes.")
    }
  }

  private func noteEnd(of job: AdminJob) async {
    var details: [String: JSONValue] = ["job": .integer(Int64(job.id)), "state": .string(job.state.rawValue)]
    details["finding"] = job.finding.map { .string($0.rawValue) }
    let entry = AuditRequest(
      who: job.startedBy, action: "jobs.end", subject: job.request.kind.rawValue, details: details)
    await audit.note(entry)
  }

  private func follow(_ context: AdministrationContext) async throws -> HTTPResponse {
    guard let changes = runner.changes(of: try job(context).id) else { throw Self.unknown }
    return HTTPResponse(
      200, fields: HTTPFields([.contentType: "application/x-ndjson", .cacheControl: "no-store"]),
      body: .stream(
        HTTPStream { writer in
          for await job in changes {
            try await writer.write(HTTPBytes(try AdministrationResponse.bytes(of: job) + [UInt8(ascii: "\n")]))
          }
          writer.finish()
        }))
  }

  private func stop(_ context: AdministrationContext) async throws -> AdministrationChange {
    let job = try job(context)
    return AdministrationChange(
      subject: job.request.kind.rawValue, details: ["job": .integer(Int64(job.id))]
    ) {
      AdminPlan(summary: job.state.isFinal ? "changes nothing: job \(job.id) has ended" : "stops job \(job.id)")
    } perform: {
      guard let stopped = runner.stop(job.id) else { throw Self.unknown }
      return try AdministrationResponse.json(202, stopped)
    }
  }

  private func job(_ context: AdministrationContext) throws(WoofError) -> AdminJob {
    guard let id = Int(context.text("id")), let job = runner.job(id) else { throw Self.unknown }
    return job
  }

  private static var unknown: WoofError { WoofError(.notFound, "There is no job of this number.") }
}

extension DecodingError {
  /// The member that could not be read, where that is known.
  fileprivate var memberName: String? {
    switch self {
    case .keyNotFound(let key, _): key.stringValue
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath.last?.stringValue
    @unknown default: nil
    }
  }
}
