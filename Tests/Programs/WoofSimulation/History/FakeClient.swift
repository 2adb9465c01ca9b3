// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofModel

/// A client that does one thing after the other, each until it is acknowledged.
final class FakeClient: @unchecked Sendable {  // one thread runs everything
  /// The account.
  let name: String
  private let world: SimulatedWorld
  private let service: SimulatedService
  private var random: SimulationRandom
  private var uploadCount = 0
  private var token: ChangeToken?

  /// Makes the client of an account.
  init(_ name: String, number: Int, in world: SimulatedWorld) {
    self.name = name
    self.world = world
    service = world.service(for: name, from: "10.0.0.\(number + 1)")
    random = world.fork()
  }

  /// Does so many things.
  func run(operationCount: Int) async {
    for _ in 0..<operationCount {
      await pause()
      let own = world.expected.liveIDs(of: name)
      switch random.below(10) {
      case 0..<3: await upload(inParts: random.chance(0.3))
      case 3..<7: await like(random.chance(0.7))
      case 7 where !own.isEmpty: await edit(own[random.below(own.count)])
      case 8 where !own.isEmpty: await delete(own[random.below(own.count)])
      default: await page()
      }
    }
  }

  /// Long enough for what the network doubles to arrive before the next thing is done.
  private func pause() async {
    try? await SimulationClock().sleep(for: .milliseconds(Int64(250 + random.below(500))))
  }

  // MARK: Things to do

  private func upload(inParts: Bool) async {
    uploadCount += 1
    let label = "\(name) \(uploadCount)"
    let picture = TinyPicture(comment: label, padding: random.below(900))
    let (bytes, key) = (picture.bytes, "\(name)-\(uploadCount)")
    let photo = await untilAcknowledged("upload \(label)") {
      try await inParts
        ? self.sendInParts(bytes, caption: label, key: key)
        : self.service.response(to: UploadRequest(picture: bytes, caption: label, key: key))
    }
    guard let photo else { return }
    world.say("\(name) has uploaded \(photo.id)")
    world.expected.add(photo.id, ExpectedState.Photo(owner: name, caption: label))
  }

  private func sendInParts(_ bytes: [UInt8], caption: String, key: String) async throws -> PhotoMetadata {
    let begin = BeginUploadRequest(length: bytes.count, caption: caption, key: key)
    let path = try await service.response(to: begin)
    var offset = 0
    var breakCount = 0
    while true {
      let end = min(bytes.count, offset + 400)
      do {
        let append = AppendUploadRequest(
          path: path, offset: offset, part: Array(bytes[offset..<end]), isLast: end == bytes.count)
        if let photo = try await service.response(to: append) { return photo }
        offset = end
      } catch let error as WoofError where [.connectionLost, .serviceUnreachable].contains(error.code) {
        breakCount += 1
        guard breakCount < 20 else { throw error }
        await pause()
        // What broke may have arrived; the service knows how much.
        if let known = try? await service.response(to: LocateUploadRequest(path: path)) { offset = min(known, end) }
        if offset == bytes.count { throw error }
      }
    }
  }

  private func like(_ isFavourite: Bool) async {
    let ids = world.expected.liveIDs
    guard !ids.isEmpty else { return await page() }
    let id = ids[random.below(ids.count)]
    let photo = await untilAcknowledged("like \(id)", mayBeGone: id) {
      try await self.service.setFavourite(isFavourite, for: id)
    }
    guard photo != nil else { return }
    world.say("\(name) has \(isFavourite ? "liked" : "unliked") \(id)")
    world.expected.acknowledge(id) { photo in
      if isFavourite { photo.likers.insert(name) } else { photo.likers.remove(name) }
    }
  }

  private func edit(_ id: PhotoID) async {
    let caption = "caption \(random.below(1_000_000))"
    let edited = await untilAcknowledged("edit \(id)") {
      try await self.service.editPhoto(id, caption: caption)
    }
    guard edited != nil else { return }
    world.say("\(name) has captioned \(id)")
    world.expected.acknowledge(id) { $0.caption = caption }
  }

  private func delete(_ id: PhotoID) async {
    world.expected.willDelete(id)
    _ = await untilAcknowledged("delete \(id)", mayBeGone: id) { try await self.service.deletePhoto(id) }
    world.say("\(name) has deleted \(id)")
    world.expected.acknowledge(id) { $0.isGone = true }
  }

  private func page() async {
    let since = token
    let page = await untilAcknowledged("page") {
      try await self.service.response(to: ChangePageRequest(since: since, limit: 7))
    }
    if let page { token = page.next }
  }

  // MARK: Trying again

  /// Does something until it succeeds.
  ///
  /// - Parameter id: A photo that somebody may have deleted; then it is done.
  /// - Returns: `nil` where the photo is gone.
  private func untilAcknowledged<Result: Sendable>(
    _ deed: String, mayBeGone id: PhotoID? = nil, _ work: () async throws -> Result
  ) async -> Result? {
    for _ in 0..<200 {
      do {
        return try await work()
      } catch let error as WoofError {
        if let id, [.notFound, .gone].contains(error.code), world.expected.isLeaving(id) { return nil }
        // An upload in parts that nobody has waited for may be lost with the power: it begins anew.
        let isForgotten = error.code == .notFound && deed.hasPrefix("upload")
        if Self.refusals.contains(error.code), !isForgotten { world.complain("\(name), \(deed): \(error)") }
      } catch {
        world.complain("\(name), \(deed): \(error)")
        return nil
      }
      await pause()
    }
    world.complain("\(name) gives up: \(deed)")
    return nil
  }

  /// Errors that nothing that goes wrong here explains.
  private static let refusals: Set<WoofError.Code> = [
    .notFound, .gone, .forbidden, .invalidRequest, .invalidParameter, .unsupportedMediaType, .digestMismatch,
    .idempotencyKeyReused, .changeTokenInvalid, .changeTokenExpired, .internal, .invalidServerResponse,
    .preconditionFailed,
  ]
}
