// SPDX-License-Identifier: Apache-2.0

import Foundation
import MemoryDisks
import WoofClient
import WoofModel
import WoofSync

/// Somebody who uses the app on a device: does the steps of the plan, and remembers what the app said.
final class DeviceUser: @unchecked Sendable {  // one thread runs everything
  /// The device.
  let device: SimulatedDevice
  // Which has its users.
  private unowned let world: ReplicaWorld
  private var reading = DeviceReading()
  private var handles: [Int64: EditHandle] = [:]
  private var pictureCount = 0
  private var era = Era()
  private let ownScope: ReplicaScope

  /// The change log from which a device has its versions.
  private struct Era: Hashable {
    var restorationCount = 0
    var snapshotCount = 0
  }

  /// Makes the user of a device.
  init(of device: SimulatedDevice, in world: ReplicaWorld) {
    self.device = device
    ownScope = device.scope
    self.world = world
  }

  private var installation: EditLedger.Installation {
    EditLedger.Installation(device: device.number, number: device.installation)
  }

  /// Does a step.
  func perform(_ step: HistoryPlan.Step) async {
    if device.replica == nil { await open() }
    guard let replica = device.replica else { return }
    world.base.say("device \(device.number): \(step.deed.rawValue)")
    await device.learnAccount()
    switch step.deed {
    case .upload: await upload(again: false, step.word, to: replica)
    case .uploadAgain: await upload(again: true, step.word, to: replica)
    case .like, .unlike, .caption, .visibility, .delete: await edit(step.deed, step.word, in: replica)
    case .look: look()
    case .discard: await discard(step.word, in: replica)
    case .retry: await retryAll()
    case .verify: _ = try? await device.verify()
    case .stop: await replica.stop()
    case .start: await replica.start()
    case .goOffline: await replica.setReachable(false)
    case .goOnline: await replica.setReachable(true)
    case .signIn: await signIn()
    default: await suffer(step)
    }
    look()
  }

  private func suffer(_ step: HistoryPlan.Step) async {
    switch step.deed {
    case .reopen:
      await device.close()
      if step.word >> 60 == 0 { device.scope = device.scope == ownScope ? .everything : ownScope }
      await open()
    case .kill:
      device.kill()
      await open()
    case .powerCut: device.cutPower(after: Int(step.word % 30))
    case .diskFull:
      device.disk.limit(to: device.disk.byteCount + Int64(step.word % 20_000))
      try? await SimulationClock().sleep(for: .milliseconds(Int64((step.word >> 20) % 3_000)))
      device.disk.limit(to: nil)
      await device.replica?.start()
    case .diskError: device.disk.fail(.any, after: Int(step.word % 20))
    case .switchAccount where device.boundAccount != nil:
      let name = HistoryPlan.names[Int(step.word % 3)]
      device.service.credential = (name, world.password(of: name))
      await device.replica?.start()
    case .clockJump: device.wallOffset += Int64(step.word % 800_000_000) - 400_000_000
    case .reinstall:
      world.ledger.forget(installation)
      await device.reinstall()
      device.service.credential = (device.account, world.password(of: device.account))
      reading = DeviceReading()
      await open()
    default: break
    }
  }

  /// Lets the app run.
  func open() async {
    await device.open()
    handles = [:]
    resume()
  }

  /// Compares the edits that wait with those that did.
  func resume() {
    guard let pending = try? device.replica?.pendingEdits() else { return }
    world.ledger.resume(installation, with: pending, at: SimulationExecutor.shared.now)
  }

  /// Signs in as the device's own account, with the password that counts.
  func signIn() async {
    await device.learnAccount()
    let name = device.boundAccount ?? device.account
    device.service.credential = (name, world.password(of: name))
    try? await device.replica?.signIn()
    await device.learnAccount()
  }

  /// Looks at everything that the app shows.
  func look() {
    guard let replica = device.replica else { return }
    // After a restore, the device has the versions of the log before until it reads a snapshot of the new one.
    let now = Era(
      restorationCount: world.restorationCount, snapshotCount: world.restorationCount > 0 ? device.snapshotCount : 0)
    if era != now { (reading, era) = (DeviceReading(), now) }
    do {
      for problem in try reading.look(at: replica, of: device.boundAccount, world.ledger) {
        world.base.complain("on device \(device.number), \(problem)")
      }
    } catch {
      world.base.say("device \(device.number) cannot read: \(error)")
    }
  }

  /// Lets everything that has a problem be sent again.
  func retryAll() async {
    guard let replica = device.replica, let pending = try? replica.pendingEdits() else { return }
    for edit in pending where edit.problem != nil {
      guard (try? await replica.retry(edit.number)) == true else { continue }
      world.ledger.retry(edit.number, on: installation)
      if let handle = handles[edit.number] { follow(handle) }
    }
  }

  private func discard(_ word: UInt64, in replica: PhotoReplica) async {
    guard let pending = try? replica.pendingEdits(), !pending.isEmpty else { return }
    let edit = pending[Int(word % UInt64(pending.count))]
    do {
      guard try await replica.discard(edit.number) else { return }
    } catch {
      world.base.say("device \(device.number) cannot discard: \(error)")
      return world.ledger.doubt(edit.photo, on: installation)
    }
    // Those of an earlier opening have no handle.
    world.ledger.end(edit.number, on: installation, .unknown)
    guard case .upload = edit.change else { return }
    for other in pending where other.photo == edit.photo { world.ledger.end(other.number, on: installation, .unknown) }
  }

  // MARK: Edits

  private func upload(again: Bool, _ word: UInt64, to replica: PhotoReplica) async {
    let known = world.pictures[device.account, default: []]
    pictureCount += 1
    let caption = "caption \(device.number).\(device.installation).\(pictureCount)"
    var bytes = TinyPicture(comment: caption, padding: Int(word % 900)).bytes
    if again, !known.isEmpty { bytes = known[Int(word % UInt64(known.count))] }
    let digest = world.digest(of: bytes)
    world.pictures[device.account, default: []].append(bytes)
    let picture = EditLedger.Picture(owner: device.boundAccount ?? device.account, digest: digest)
    await make(replica, [.upload, .caption(caption)], of: nil, picture) {
      try await replica.upload(Data(bytes), caption: caption)
    }
  }

  private func edit(_ deed: HistoryPlan.Deed, _ word: UInt64, in replica: PhotoReplica) async {
    let isOwn = ![.like, .unlike].contains(deed)
    guard let photos = try? replica.page(of: PhotoListQuery(isOwn ? .own : .all), limit: 1_000), !photos.isEmpty else {
      return
    }
    let photo = photos[Int(word % UInt64(photos.count))]
    let owner = photo.isUploading ? device.boundAccount ?? device.account : photo.metadata.owner
    let picture = EditLedger.Picture(owner: owner, digest: photo.metadata.digest)
    switch deed {
    case .like, .unlike:
      await make(replica, [.favourite(deed == .like)], of: photo, picture) {
        try await replica.setFavourite(deed == .like, for: photo.id)
      }
    case .caption:
      pictureCount += 1
      let caption = "caption \(device.number).\(device.installation).\(pictureCount)"
      await make(replica, [.caption(caption)], of: photo, picture) {
        try await replica.edit(photo.id, caption: caption)
      }
    case .visibility:
      let visibility: Visibility = photo.metadata.visibility == .public ? .private : .public
      await make(replica, [.visibility(visibility)], of: photo, picture) {
        try await replica.edit(photo.id, visibility: visibility)
      }
    default: await make(replica, [.deletion], of: photo, picture) { try await replica.delete(photo.id) }
    }
  }

  /// Makes an edit, and remembers it.
  private func make(
    _ replica: PhotoReplica, _ wishes: [EditLedger.Edit.Wish], of photo: ReplicaPhoto?, _ picture: EditLedger.Picture,
    _ work: () async throws -> EditHandle
  ) async {
    let installation = installation
    func record(_ handle: EditHandle?) -> [EditLedger.Edit] {
      wishes.map { wish in
        EditLedger.Edit(
          installation: installation, account: device.boundAccount ?? device.account, number: handle?.number ?? 0,
          photo: handle?.photo ?? photo?.id ?? PhotoID(high: 0, low: 0), picture: picture, wish: wish,
          over: photo.map { [$0.metadata.caption] } ?? [], madeAt: SimulationExecutor.shared.now)
      }
    }
    do {
      let handle = try await work()
      // What was under way meanwhile has not been replaced.
      let pending = Set(((try? replica.pendingEdits()) ?? []).map(\.number))
      world.ledger.carryOver(to: handle.number, wishes, of: picture, on: installation, besides: pending)
      for edit in record(handle) { world.ledger.add(edit) }
      guard handle.number > 0 else { return world.ledger.dropUnsent(handle.photo, on: installation) }
      handles[handle.number] = handle
      follow(handle)
    } catch {
      world.base.say("device \(device.number) cannot do that: \(error)")
      guard (error as? WoofError)?.code != .photoNotHere else { return }
      for edit in record(nil) { world.ledger.addUnknown(edit) }
    }
  }

  private func follow(_ handle: EditHandle) {
    let (world, installation) = (world, installation)
    Task {
      do {
        let outcome = try await handle.outcome
        world.ledger.end(handle.number, on: installation, Self.end(outcome))
      } catch let error as WoofError {
        world.ledger.end(handle.number, on: installation, .problem(error.code.name))
      } catch {
      }
    }
  }

  private static func end(_ outcome: EditHandle.Outcome) -> EditLedger.Edit.End {
    switch outcome {
    case .acknowledged(let photo): .acknowledged(by: SimulationExecutor.shared.now, photo)
    case .replaced: .replaced
    // Nobody knows of an edit that has been tried whether the service has it.
    case .discarded: .unknown
    }
  }
}
