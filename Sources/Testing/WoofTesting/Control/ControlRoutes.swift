internal import Foundation
internal import Synchronization
internal import WoofHTTP
internal import WoofModel

/// The routes of the control API.
struct ControlRoutes: Sendable {
  private static let bodyLimit = 64 << 20

  let harness: WoofHarness
  let stops: AsyncStream<Void>.Continuation

  private typealias Handler = @Sendable (inout ControlBody, String?) async throws -> JSONValue

  func router() throws -> HTTPRouter {
    var builder = HTTPRouter.Builder()
    func add(_ method: HTTPMethod, _ path: String, _ handler: @escaping Handler) {
      builder.add(method, "/control/v1\(path)") { request, parameters in
        var body = try ControlBody(try await request.body.collect(upTo: Self.bodyLimit))
        return ControlAnswer.json(try await handler(&body, parameters["id"]))
      }
    }
    add(.get, "/harness") { _, _ in state }
    add(.post, "/accounts") { body, _ in try await addAccount(&body) }
    add(.post, "/photos") { body, _ in try await addPhotos(&body) }
    add(.post, "/favourites") { body, _ in try await setFavourite(&body) }
    add(.post, "/faults") { body, _ in try inject(&body) }
    add(.get, "/faults/{id}") { _, id in try count(of: id) }
    add(.delete, "/faults/{id}") { _, id in try remove(id) }
    add(.post, "/faults/{id}/wait") { body, id in try await waitForFault(&body, id) }
    add(.delete, "/faults") { _, _ in
      harness.faults.removeAll()
      return Self.done
    }
    add(.post, "/clock") { body, _ in try moveClock(&body) }
    add(.get, "/journal") { _, _ in .array(harness.journal.exchanges.map(ControlAnswer.value)) }
    add(.post, "/journal/wait") { body, _ in try await wait(&body) }
    add(.delete, "/journal") { _, _ in
      harness.journal.clear()
      return Self.done
    }
    add(.post, "/changes/wait") { body, _ in try await waitForChange(&body) }
    add(.get, "/recording") { _, _ in try recording() }
    add(.post, "/expectations") { body, _ in try expect(&body) }
    add(.post, "/verify") { _, _ in verify() }
    add(.post, "/storage") { body, _ in try setStorage(&body) }
    add(.post, "/certificate") { body, _ in try present(&body) }
    add(.post, "/restart") { body, _ in try await restart(&body) }
    add(.post, "/down") { body, _ in try await takeDown(&body) }
    add(.post, "/up") { _, _ in
      try await harness.bringUp()
      return Self.done
    }
    add(.post, "/stop") { _, _ in
      stops.finish()
      return Self.done
    }
    return try builder.freeze()
  }

  static let done = JSONValue.object(["done": true])

  private var state: JSONValue {
    .object([
      "url": .string(harness.url.absoluteString), "folder": .string(harness.folder),
      "now": .string(harness.clock.now.description), "runs": .bool(harness.clock.runsByItself),
      "seed": .string(String(harness.parts.configuration.seed)),
      "unmetFaults": .array(harness.faults.unmet.map { .string($0) }),
    ])
  }

  private func wait(_ body: inout ControlBody) async throws -> JSONValue {
    let pattern = try body.pattern()
    let (count, isEnded) = (try body.integer("count", default: 1), try body.flag("ended"))
    try body.finish()
    let found = try await harness.journal.requests(count) { exchange in
      pattern.matches(exchange) && (!isEnded || exchange.outcome != .running)
    }
    return .array(found.map(ControlAnswer.value))
  }

  private func waitForChange(_ body: inout ControlBody) async throws -> JSONValue {
    let text = try body.neededText("photo")
    guard let photo = PhotoID(text) else { throw HarnessError(.invalid, "“\(text)” is no id of a photo.") }
    let (count, isDeleted) = (try body.integer("favouriteCount"), try body.flag("deleted"))
    let variants = Set(try body.texts("variants"))
    try body.finish()
    let change = try await harness.change(of: photo) { change in
      change.variants.isSuperset(of: variants) && (!isDeleted || change.isDeleted)
        && count.map { $0 == change.favouriteCount } ?? true
    }
    return .object([
      "photo": .string("\(change.photo)"), "version": .integer(change.version),
      "favouriteCount": .integer(Int64(change.favouriteCount)), "deleted": .bool(change.isDeleted),
      "variants": .array(change.variants.sorted().map { .string($0) }),
    ])
  }

  private func recording() throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(harness.recording.withoutCredentials))
  }

  private func expect(_ body: inout ControlBody) throws -> JSONValue {
    let pattern = try body.pattern()
    let count = try body.integer("count")
    let least = try body.integer("atLeast", default: 1)
    try body.finish()
    guard count.map({ $0 >= 0 }) ?? true, least >= 0 else { throw HarnessError(.invalid, "A count is not negative.") }
    try harness.expect(pattern, counts: count.map { $0...$0 } ?? least...(.max))
    return Self.done
  }

  private func verify() -> JSONValue {
    do {
      try harness.verify()
      return .object(["met": true])
    } catch {
      return .object(["met": false, "missed": .string("\(error)")])
    }
  }
}
