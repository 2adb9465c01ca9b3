// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofModel

/// Follows the live stream of an account, and keeps what it tells of each photo.
final class EventFollower: @unchecked Sendable {  // one thread runs everything
  private let name: String
  private let world: SimulatedWorld
  private let service: SimulatedService
  private var photos: [PhotoID: PhotoMetadata] = [:]
  private var token: ChangeToken?

  /// Makes a follower.
  init(_ name: String, number: Int, in world: SimulatedWorld) {
    self.name = name
    self.world = world
    service = world.service(for: name, from: "10.0.1.\(number + 1)")
  }

  /// Follows until the task is cancelled.
  func run() async {
    await fill(since: nil)
    while !Task.isCancelled {
      do {
        let events = service.events(since: token) { [world, name] in world.say("the stream of \(name): \($0)") }
        for try await event in events {
          switch event {
          case .change(let change):
            take(change.photo)
            token = change.token
          case .gap(let gap): await fill(since: gap.after)
          }
        }
        return
      } catch let error as WoofError where Self.passing.contains(error.code) {
        // What stands between says so, or nobody was there for long: an app would ask its user.
        try? await SimulationClock().sleep(for: .seconds(1))
      } catch is CancellationError {
      } catch {
        return world.complain("the live stream of \(name) fails: \(error)")
      }
    }
  }

  private static let passing: Set<WoofError.Code> = [
    .authenticationRequired, .payloadTooLarge, .serviceUnreachable, .connectionLost, .tooManyRequests, .unavailable,
  ]

  private func take(_ photo: PhotoMetadata) {
    if let known = photos[photo.id], known.version > photo.version { return }
    photos[photo.id] = photo
  }

  /// Takes what the stream has left out from the pages.
  private func fill(since start: ChangeToken?) async {
    var since = start
    while !Task.isCancelled {
      do {
        let page = try await service.response(to: ChangePageRequest(since: since))
        for change in page.changes { take(change.photo) }
        since = page.next
        token = page.next
        guard page.more else { return }
      } catch {
        try? await SimulationClock().sleep(for: .milliseconds(300))
      }
    }
  }

  /// Compares what was told with what is there.
  func check(against seen: [PhotoID: PhotoMetadata]) {
    for id in world.expected.order {
      let (told, there) = (photos[id], seen[id])
      if let there, told?.version != there.version || told?.favouriteCount != there.favouriteCount {
        world.complain(
          "\(name) was told version \(told.map { "\($0.version)" } ?? "none") of \(id), which has \(there.version)")
      }
      // Whoever begins after a deletion hears nothing of the photo.
      if there == nil, let told, !told.deleted { world.complain("\(name) was not told that \(id) is deleted") }
    }
  }
}
