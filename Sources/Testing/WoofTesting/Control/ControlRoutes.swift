// SPDX-License-Identifier: Apache-2.0

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
        return ControlResponse.json(try await handler(&body, parameters["id"]))
      }
    }
    add(.get, "/harness") { _, _ in state }
    add(.post, "/accounts") { body, _ in try await addAccount(&body) }
    add(.post, "/photos") { body, _ in try await addPhotos(&body) }
    add(.post, "/albums") { body, _ in try await addAlbum(&body) }
    add(.post, "/links") { body, _ in try await addLink(&body) }
    add(.post, "/app-passwords") { body, _ in try await addAppPassword(&body) }
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
    add(.get, "/journal") { _, _ in .array(harness.journal.exchanges.map(ControlResponse.value)) }
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
    return .array(found.map(ControlResponse.value))
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

extension ControlRoutes {
  func addAccount(_ body: inout ControlBody) async throws -> JSONValue {
    let (name, password) = (try body.neededText("name"), try body.text("password"))
    let isAdministrator = try body.flag("admin")
    try body.finish()
    try await harness.addAccount(
      name, password: password ?? HarnessContents.password, isAdministrator: isAdministrator)
    return .object(["name": .string(name), "password": .string(password ?? HarnessContents.password)])
  }

  func addPhotos(_ body: inout ControlBody) async throws -> JSONValue {
    var contents = HarnessContents()
    contents.photos = [
      HarnessContents.Photos(
        count: try body.integer("count", default: 1), owner: try body.neededText("owner"), picture: try picture(&body),
        caption: try body.text("caption") ?? "", visibility: try body.word("visibility") ?? .public,
        fans: try body.texts("favouritesOf"))
    ]
    contents.historyLength = try body.integer("history", default: 0)
    try body.finish()
    guard (0...10_000).contains(contents.photos[0].count), (0...100_000).contains(contents.historyLength) else {
      throw HarnessError(.invalid, "At most 10,000 photos and 100,000 changes are made at once.")
    }
    let ids = try await harness.add(contents)
    return .object(["photos": .array(ids.map { .string($0.description) })])
  }

  func setFavourite(_ body: inout ControlBody) async throws -> JSONValue {
    let (text, account) = (try body.neededText("photo"), try body.neededText("account"))
    let takesBack = try body.flag("unset")
    try body.finish()
    guard let photo = PhotoID(text) else { throw HarnessError(.invalid, "“\(text)” is no id of a photo.") }
    try await harness.setFavourite(!takesBack, photo, of: account)
    return Self.done
  }

  private func picture(_ body: inout ControlBody) throws(HarnessError) -> DrawnPicture {
    var picture = DrawnPicture(try body.word("format") ?? .jpeg)
    picture.width = try body.integer("width", default: picture.width)
    picture.height = try body.integer("height", default: picture.height)
    picture.frameCount = try body.integer("frames", default: 1)
    picture.padding = try body.integer("padding", default: 0)
    picture.metadata = DrawnPicture.Metadata(
      orientation: try body.integer("orientation"), takenAt: try body.timestamp("takenAt"), make: try body.text("make"),
      model: try body.text("model"), latitude: try body.number("latitude"), longitude: try body.number("longitude"))
    return picture
  }
}

extension ControlRoutes {
  func inject(_ body: inout ControlBody) throws -> JSONValue {
    let (rule, isStub) = try body.rule()
    try body.finish()
    let fault = isStub ? try harness.faults.stub(rule) : try harness.faults.inject(rule)
    return .object(["id": .integer(Int64(fault.number))])
  }

  func count(of id: String?) throws -> JSONValue {
    .object(["happened": .integer(Int64(harness.faults.count(of: try handle(id))))])
  }

  func remove(_ id: String?) throws -> JSONValue {
    harness.faults.remove(try handle(id))
    return Self.done
  }

  func waitForFault(_ body: inout ControlBody, _ id: String?) async throws -> JSONValue {
    let fault = try handle(id)
    let times = try body.integer("times", default: 1)
    try body.finish()
    guard times >= 1 else { throw HarnessError(.invalid, "The member “times” begins at 1.") }
    try await harness.faults.happened(fault, times: times)
    // It may have been switched off since.
    return .object(["happened": .integer(Int64(max(times, harness.faults.count(of: fault))))])
  }

  private func handle(_ id: String?) throws(HarnessError) -> FaultBook.Handle {
    guard let id, let number = Int(id), harness.faults.knows(number) else {
      throw HarnessError(
        .invalid, "There is no fault “\(id ?? "")”; POST /control/v1/faults gives the id of a new one.")
    }
    return FaultBook.Handle(number: number)
  }
}

extension ControlRoutes {
  func moveClock(_ body: inout ControlBody) throws -> JSONValue {
    let (advance, show) = (try body.duration("advance"), try body.timestamp("show"))
    let (stands, runs) = (try body.flag("stand"), try body.flag("run"))
    try body.finish()
    if stands { harness.clock.stand() }
    if let show { harness.clock.show(show) }
    if let advance { harness.clock.advance(by: advance) }
    if runs { harness.clock.run() }
    return .object(["now": .string(harness.clock.now.description)])
  }

  func setStorage(_ body: inout ControlBody) throws -> JSONValue {
    let fault: StorageFault? = try body.word("fault")
    try body.finish()
    if let fault { harness.failStorage(fault) } else { harness.healStorage() }
    return Self.done
  }

  func present(_ body: inout ControlBody) throws -> JSONValue {
    let certificate: HarnessCertificate = try body.word("certificate") ?? .good
    try body.finish()
    try harness.present(certificate)
    return Self.done
  }

  func restart(_ body: inout ControlBody) async throws -> JSONValue {
    let kills = try body.flag("kill")
    try body.finish()
    try await harness.parts.restart(kills: kills)
    return Self.done
  }

  func takeDown(_ body: inout ControlBody) async throws -> JSONValue {
    let kills = try body.flag("kill")
    try body.finish()
    try await harness.takeDown(kills: kills)
    return Self.done
  }
}
