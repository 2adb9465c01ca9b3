// SPDX-License-Identifier: Apache-2.0

import MemoryDisks
import WoofClient
import WoofCore
import WoofCryptography
import WoofModel

/// The world of a history with devices: one service, and what everybody remembers.
final class ReplicaWorld: @unchecked Sendable {  // one thread runs everything
  /// The service and its network.
  let base: SimulatedWorld
  /// The memory of what apps have made.
  var ledger = EditLedger()
  /// The pictures that each account has added.
  var pictures: [String: [[UInt8]]] = [:]
  /// The number of times that the service was put back to a backup.
  private(set) var restorationCount = 0
  /// The users of the devices.
  private(set) var users: [DeviceUser] = []
  private var passwords: [String: String] = [:]
  private var backup: (disk: MemoryDisk, time: Int64, passwords: [String: String])?

  /// Makes a world.
  init(_ base: SimulatedWorld, _ plan: HistoryPlan) {
    self.base = base
    users = zip(plan.accounts, plan.scopes).enumerated().map { number, device in
      DeviceUser(of: SimulatedDevice(number, of: device.0, keeping: device.1, in: base), in: self)
    }
  }

  /// The password of an account by now.
  func password(of name: String) -> String { passwords[name] ?? ServiceMachine.password(of: name) }

  /// The digest of a picture.
  func digest(of bytes: [UInt8]) -> Digest {
    guard let digest = Digest(SHA256.digest(of: bytes)) else { preconditionFailure("a digest of 32 bytes") }
    return digest
  }

  // MARK: What befalls the service and the network

  /// Does a step that no device does.
  func perform(_ step: HistoryPlan.Step) async {
    let (machine, network) = (base.machine, base.network)
    base.say("the world: \(step.deed.rawValue)")
    switch step.deed {
    case .servicePowerCut: machine.cutPower(after: Int(step.word % 60))
    case .serviceKill:
      machine.kill()
      await base.revive()
    case .serviceStop:
      await machine.stop()
      await base.revive()
    case .serviceDiskFull:
      machine.disk.limit(to: machine.disk.byteCount + Int64(step.word % 4_000))
      await pause((step.word >> 20) % 4_000)
      machine.disk.limit(to: nil)
    case .partition:
      network.partition(true)
      await pause(200 + (step.word >> 20) % 20_000)
      network.partition(false)
    case .weather: network.weather = [.fair, .foul, .answering][Int(step.word % 3)]
    case .passwordChange: await changePassword(of: HistoryPlan.names[Int(step.word % 3)], step.word)
    case .backup: await keepBackup()
    case .restore: await restoreBackup()
    default: break
    }
  }

  private func pause(_ milliseconds: UInt64) async {
    try? await SimulationClock().sleep(for: .milliseconds(Int64(milliseconds)))
  }

  private func changePassword(of name: String, _ word: UInt64) async {
    let new = "another password of \(name), \(word % 1_000)"
    guard let account = AccountName(name), let life = base.machine.life else { return }
    do {
      try await life.authenticator.setPassword(of: account, to: new)
      passwords[name] = new
    } catch {
      // It may have been changed for all that is known: whoever signs in next tries both.
      base.say("the password is not changed: \(error)")
      await base.revive()
      await settlePassword(of: account, new)
    }
  }

  /// Gives an account a password that is known, after a change with an unknown end.
  private func settlePassword(of account: AccountName, _ new: String) async {
    for _ in 0..<20 {
      guard let life = base.machine.life else { return await base.revive() }
      if (try? await life.authenticator.setPassword(of: account, to: new)) != nil {
        passwords["\(account)"] = new
        return
      }
      await pause(500)
      await base.revive()
    }
  }

  private func keepBackup() async {
    guard base.machine.isUp else { return }
    await base.machine.stop()
    backup = (base.machine.disk.copy(), SimulationExecutor.shared.now, passwords)
    await base.revive()
  }

  private func restoreBackup() async {
    guard let backup, base.machine.isUp else { return }
    base.network.partition(true)
    defer { base.network.partition(false) }
    // What the service has said before is heard before.
    await pause(1_000)
    guard base.machine.isUp else { return }
    await base.machine.stop()
    guard !base.machine.disk.isDark else { return }
    do { try base.machine.restore(backup.disk) } catch { return base.complain("the restore fails: \(error)") }
    passwords = backup.passwords
    ledger.restore(to: backup.time)
    restorationCount += 1
    await base.revive()
  }
}
