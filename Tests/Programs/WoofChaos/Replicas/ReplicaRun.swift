// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessKit
import TestKit
import WoofSync

/// Devices with replicas that edit while the service, their connections and they themselves are killed.
struct ReplicaRun: Sendable {
  private let plan: ReplicaPlan
  private let folder: ScratchFolder
  private let service: KilledService
  private let proxy: CuttingProxy
  /// The place where devices find the service.
  private let proxied: ServicePlace
  private let names: [String]
  private let places: [DevicePlace]

  init(_ plan: ReplicaPlan, in folder: ScratchFolder) throws {
    self.plan = plan
    self.folder = folder
    names = (0..<plan.accountCount).map { "dog\($0)" }
    service = try KilledService(plan.woof, in: folder, isEncrypted: plan.isHTTP2)
    proxy = try CuttingProxy(before: service.place.port, meanCut: plan.meanCut, seed: plan.seed)
    proxied = ServicePlace(port: proxy.port, authority: service.place.authority)
    places = (0..<plan.deviceCount).map { [names, proxied] number in
      let account = number % plan.accountCount
      return DevicePlace(
        number: number, account: names[account], share: number / plan.accountCount,
        shareCount: (plan.deviceCount - account + plan.accountCount - 1) / plan.accountCount, service: proxied,
        longestPhoto: plan.longestPhoto, seed: plan.seed &* 1_000 &+ UInt64(number),
        folder: folder.url("device\(number)"))
    }
  }

  /// Does all of it.
  ///
  /// - Throws: What keeps the run from beginning; what goes wrong later is in the report.
  func run() async throws -> ReplicaReport {
    try await service.addAccounts(names)
    try await service.start()
    try await service.place.checkProtocol()
    try await prepare()
    var report = ReplicaReport(plan)
    let start = ContinuousClock.now
    let killing = ServiceKiller(service: service, interval: plan.interval, leastCount: 1, seed: plan.seed &+ 99)
    let killer = Task { await killing.run() }
    for ended in await useDevices() {
      report.deviceKillCount += ended.killCount
      report.complaints += ended.complaints
    }
    killer.cancel()
    report.serviceKillCount = await killer.value
    proxy.relent()
    report.editSeconds = Double((ContinuousClock.now - start).components.seconds)
    let judge = ReplicaJudge(places: places, names: names, service: proxied)
    await judge.judge(into: &report)
    report.seconds = Double((ContinuousClock.now - start).components.seconds)
    service.stop()
    report.complaints += try leftovers()
    report.take(proxy.counts)
    return report
  }

  /// Uploads the photos that all devices know, and tells the devices of them.
  private func prepare() async throws {
    var park: [ParkPhoto] = []
    let clients = try await Clients.clients(of: names, at: service.place, patience: RetryPolicy())
    for number in 0..<plan.parkCount {
      let owner = names[number % names.count]
      guard let client = clients[owner] else { continue }
      let data = DrawnPhoto.bytes(number: number, byteCount: 2_000, seed: plan.seed &+ 7)
      let uploaded = try await client.upload(data: data, caption: "park \(number)", visibility: .public)
      park.append(ParkPhoto(id: uploaded.photo.id, owner: owner))
    }
    let list = try JSONEncoder().encode(park)
    for place in places {
      try FileManager.default.createDirectory(at: place.folder, withIntermediateDirectories: true)
      try list.write(to: place.park)
    }
  }

  /// Lets all devices edit and kills each of them again and again, until their time is over.
  private func useDevices() async -> [DeviceEnd] {
    await withTaskGroup(of: DeviceEnd.self) { group in
      for place in places { group.addTask { await use(place) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  private func use(_ place: DevicePlace) async -> DeviceEnd {
    var random = SeededGenerator(seed: place.seed &+ 5)
    var end = DeviceEnd()
    let over = ContinuousClock.now + plan.duration
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
    while ContinuousClock.now < over {
      do {
        let process = try ChildProcess(program, place.arguments(life: end.killCount), errors: .inherited)
        let death = min(over, ContinuousClock.now + plan.deviceInterval * (0.5 + random.fraction()))
        try? await Task.sleep(until: death)
        guard process.isRunning else {
          end.complaints.append("device \(place.number) ended by itself with \(process.wait())")
          return end
        }
        process.signal(SIGKILL)
        process.wait()
        end.killCount += 1
      } catch {
        end.complaints.append("device \(place.number): \(error)")
        return end
      }
    }
    return end
  }

  private func leftovers() throws -> [String] {
    let spools = folder.files(below: "data/spool")
    let spool = spools.first.map { ["\(spools.count) files are left in data/spool, as \($0)"] } ?? []
    let staged = places.flatMap { folder.files(below: "device\($0.number)/replica/staged") }
    let picture = staged.first.map { ["\(staged.count) staged pictures are left, as \($0)"] } ?? []
    return spool + picture + (try service.check().map { [$0] } ?? [])
  }
}

/// What became of a device as a process.
struct DeviceEnd: Sendable {
  var killCount = 0
  var complaints: [String] = []
}
