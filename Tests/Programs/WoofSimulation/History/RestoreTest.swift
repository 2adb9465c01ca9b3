// SPDX-License-Identifier: Apache-2.0

import MemoryDisks
import WoofClient
import WoofModel

/// A history in which the service is put back to an earlier backup: what was acknowledged before that is there, what came
/// after is gone, and nobody takes the new change log for the old one.
struct RestoreTest {
  /// The disks from which the history begins.
  let images: HistoryImages
  /// The number of things that each client does before and after the backup.
  var operationCount = 8
  /// Is given a line of everything that is worth telling; `nil` where nobody wants to know.
  var tell: (@Sendable (String) -> Void)?

  /// Runs the history of a seed.
  func run(seed: UInt64) -> HistoryOutcome {
    HistoryOutcome.of(seed, images, tell) { [operationCount] world in
      await world.revive()
      let clients = SelfTest.accounts.enumerated().map { FakeClient($1, number: $0, in: world) }
      await Self.live(clients, operationCount)
      await world.machine.stop()
      let (backup, expected) = (world.machine.disk.copy(), world.expected)
      await world.revive()
      await Self.live(clients, operationCount)
      let token = await Self.token(in: world)
      await world.machine.stop()
      do { try world.machine.restore(backup) } catch { return world.complain("the restore fails: \(error)") }
      await world.revive()
      world.expected = expected
      await Self.checkRefusal(of: token, in: world)
      for name in SelfTest.accounts {
        guard let seen = await world.photos(seenBy: name) else { continue }
        for problem in world.expected.problems(in: seen, by: name) { world.complain(problem) }
        for photo in seen.values where photo.version < 1 << 32 { world.complain("\(photo.id) has an old version") }
      }
      await world.machine.stop()
    }
  }

  private static func live(_ clients: [FakeClient], _ operationCount: Int) async {
    await withTaskGroup(of: Void.self) { group in
      for client in clients { group.addTask { await client.run(operationCount: operationCount) } }
    }
  }

  private static func token(in world: SimulatedWorld) async -> ChangeToken? {
    let service = world.service(for: SelfTest.accounts[0], from: "10.0.2.1")
    return try? await service.response(to: ChangePageRequest()).next
  }

  private static func checkRefusal(of token: ChangeToken?, in world: SimulatedWorld) async {
    do {
      let service = world.service(for: SelfTest.accounts[0], from: "10.0.2.1")
      _ = try await service.response(to: ChangePageRequest(since: token))
      world.complain("a token of the old change log is taken")
    } catch let error as WoofError where error.code == .changeTokenExpired {
    } catch {
      world.complain("a token of the old change log is refused as \(error)")
    }
  }
}
