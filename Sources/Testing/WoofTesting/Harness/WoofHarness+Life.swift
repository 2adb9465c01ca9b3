// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
public import WoofModel
internal import WoofServer

extension WoofHarness {
  /// Stops the service in order and starts it again on the same data. Clients that come meanwhile wait.
  ///
  /// - Throws: ``HarnessError`` of code `stopped`; what starting the service throws.
  public func restart() async throws { try await parts.restart(kills: false) }

  /// Lets the service die at once, as if its process had been killed: connections are reset, what was not durable is
  /// lost. It is started again on the same data; clients that come meanwhile wait.
  ///
  /// - Throws: As ``restart()``.
  public func kill() async throws { try await parts.restart(kills: true) }

  /// Stops the service, in order or as if its process had been killed. Clients are reset until ``bringUp()``.
  ///
  /// - Throws: Any error of stopping it.
  public func takeDown(kills: Bool = false) async throws { try await parts.takeDown(kills: kills) }

  /// Starts a service that was taken down, on the same data.
  ///
  /// - Throws: As ``restart()``.
  public func bringUp() async throws { try await parts.startService() }

  /// Lets storage fail from now on, until ``healStorage()``.
  public func failStorage(_ fault: StorageFault) { parts.front.storage.current?.fail(fault) }

  /// Lets storage work again.
  public func healStorage() { parts.front.storage.current?.fail(nil) }

  /// Shows another certificate to clients that connect from now on.
  ///
  /// - Throws: ``HarnessError`` of code `noCertificate`, also where the harness was started without one.
  public func present(_ certificate: HarnessCertificate) throws {
    guard let certificates = parts.certificates else {
      throw HarnessError(.noCertificate, "The harness speaks plain HTTP; start it with a certificate.")
    }
    try parts.listener.present(try certificates.configuration(certificate))
  }

  /// The changes that the service has made durable, the newest 10,000.
  public var changes: [CommittedChange] { parts.changes.current }

  /// The first change that a condition holds of; waits where there is none yet.
  ///
  /// - Throws: `CancellationError` where the task is cancelled; ``HarnessError`` of code `stopped` where the harness is
  ///   stopped meanwhile.
  public func firstChange(
    where condition: @escaping @Sendable (CommittedChange) -> Bool
  ) async throws -> CommittedChange {
    try await parts.changes.first { $0.first(where: condition) }
  }

  /// The change after which a photo has variants; waits until it has them all. They may have been made long ago.
  ///
  /// - Parameter names: The names of the variants; by default all that the service derives, as `thumb`, `grid` and `preview`,
  ///   but for those that the transformer “drawn” cannot draw.
  /// - Throws: As ``firstChange(where:)``; ``HarnessError`` of code `noTransformer` where nothing makes variants, and of
  ///   code `noService` where the service is down.
  @discardableResult
  public func variants(_ names: Set<String>? = nil, of photo: PhotoID) async throws -> CommittedChange {
    guard let setup = try parts.running.pictures?.current, setup.transformer != nil else {
      throw HarnessError(
        .noTransformer, "Nothing makes variants here; start the harness with the transformer “drawn”.")
    }
    let wanted = names ?? parts.variantNames(of: setup)
    return try await change(of: photo) { $0.variants.isSuperset(of: wanted) }
  }

  /// A change after which a condition holds of a photo: the newest one, or else the first in the list or to come. The list
  /// has forgotten the changes before the newest 10,000, and has none of an earlier harness on the same data. Of a service
  /// that is down, or cannot read, only the list is known.
  ///
  /// - Throws: As ``firstChange(where:)``; ``HarnessError`` of code `noService` where the harness has no service of its own.
  func change(
    of photo: PhotoID, where condition: @escaping @Sendable (CommittedChange) -> Bool
  ) async throws -> CommittedChange {
    guard parts.configuration.backend == .service else {
      throw HarnessError(.noService, "No service of the harness's own is there, whose changes could be told.")
    }
    // A service that ends meanwhile cannot be asked.
    if let running = try? parts.running, let record = try? await running.library.record(of: photo),
      case let newest = CommittedChange(record), condition(newest)
    {
      return newest
    }
    return try await firstChange { $0.photo == photo && condition($0) }
  }
}
