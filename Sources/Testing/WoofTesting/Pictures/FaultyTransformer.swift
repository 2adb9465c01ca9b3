// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// Lets go wrong what a test says when a picture is looked at, in one life of a service; everything else is left to the
/// transformer behind it.
final class FaultyTransformer: PictureTransforming {
  private let real: any PictureTransforming
  private let front: Front
  /// Ends the delays of this life of the service.
  private let life = Watched(())

  init(_ real: any PictureTransforming, front: Front) {
    self.real = real
    self.front = front
  }

  var names: [String] { real.names }

  func accepts(_ type: ImageType) -> Bool { real.accepts(type) }

  func transform(_ picture: Picture, for request: PictureRequest) async -> PictureOutcome {
    var hasVariants = true
    var end = Duration.nanoseconds(front.clock.monotonicNanoseconds)
    for fault in front.faultsOfPicture() {
      switch fault {
      case .delay(let delay):
        end += delay.duration(front.faults.chance())
        await pause(until: end)
      case .transformer(let fault):
        if let outcome = fault.outcome { return outcome }
        hasVariants = false
      default: break
      }
    }
    let outcome = await real.transform(picture, for: request)
    guard !hasVariants, case .accepted(var findings) = outcome else { return outcome }
    findings.variants = [:]
    return .accepted(findings)
  }

  func drain() async { await real.drain() }

  /// Ends all delays: the service stops.
  func end() { life.end(HarnessError.isStopped) }

  /// Waits by the harness's clock, until a moment: who has seen that the fault happened, and then moves the clock, has
  /// moved it past the delay.
  private func pause(until end: Duration) async {
    await withTaskGroup(of: Void.self) { [front, life] group in
      group.addTask(executorPreference: front.loop) {
        await front.sleep(end - .nanoseconds(front.clock.monotonicNanoseconds))
      }
      group.addTask { _ = try? await life.first { _ in Optional<Void>.none } }
      await group.next()
      group.cancelAll()
    }
  }
}
