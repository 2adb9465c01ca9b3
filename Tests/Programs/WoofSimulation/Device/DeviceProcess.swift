// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofModel
import WoofSync

/// One run of the app on a device: the replica's way to the service, which ends with the run.
///
/// It sends as whoever is signed in on the device, and refuses what is meant for another account, as the SDK's client does.
final class DeviceProcess: @unchecked Sendable {  // one thread runs everything
  private let device: SimulatedDevice
  private let random: SimulationRandomSource
  /// `true` until the run ends, however that is.
  private(set) var isAlive = true

  /// Begins a run.
  init(on device: SimulatedDevice, random: SimulationRandom) {
    self.device = device
    self.random = SimulationRandomSource(random)
  }

  /// Ends the run: what it still wants to send goes nowhere.
  func end() { isAlive = false }

  /// The way to the service for a replica.
  var connector: ReplicaConnector {
    ReplicaConnector(origin: "https://woof.simulation") {
      BoundService(process: self, account: $0)
    } transfers: { _ in
      NoTransfers()
    }
  }

  /// The service as whoever is signed in.
  ///
  /// - Throws: ``WoofModel/WoofError`` where that is nobody, or somebody else than it is meant for.
  fileprivate func service(for account: String?, changing: Bool = false) throws -> SimulatedService {
    guard isAlive else { throw CancellationError() }
    guard let credential = device.service.credential else {
      throw WoofError(.signInCancelled, "Nobody signs in.")
    }
    guard account == nil || account == credential.name else {
      throw WoofError(.otherAccount, "\(credential.name) is signed in, and not \(account ?? "").")
    }
    device.noteRequest(as: credential.name, changing: changing)
    return device.service
  }

  fileprivate func note<Request: APIRequest>(_ response: Request.Response, of request: Request) {
    if request is AccountViewRequest { device.noteView() }
    guard let request = request as? ChangePageRequest, let page = response as? ChangePage else { return }
    device.note(page, since: request.since)
  }

  fileprivate var pauses: ClientEnvironment {
    ClientEnvironment(clock: SimulationClock(), random: { [random] in random.fraction() })
  }
}

/// The service for a replica that belongs to an account.
private struct BoundService: ReplicaService {
  let process: DeviceProcess
  let account: String?

  func response<Request: APIRequest>(to request: Request) async throws -> Request.Response {
    let changes = ![.get, .head].contains(request.method)
    let response = try await process.service(for: account, changing: changes).response(to: request)
    process.note(response, of: request)
    return response
  }

  func events(
    since token: ChangeToken?, reporting report: @escaping @Sendable (PhotoEventConnection) -> Void
  ) -> PhotoEventSequence {
    PhotoEventSequence(
      LiveEvents(since: token, retryPolicy: RetryPolicy(), environment: process.pauses, report: report) {
        [process, account] in
        try await SimulatedEventStream(process.service(for: account), since: $0)
      })
  }
}

/// A device without transfers: histories are about records, and bytes only come with uploads.
private struct NoTransfers: TransferService {
  func fetchPhoto(_ bytes: PhotoBytes, progress: Progress?) async throws -> FetchedPhoto { throw Self.refusal }
  func download(_ bytes: PhotoBytes, to file: URL, progress: Progress?) async throws -> DownloadedPhoto {
    throw Self.refusal
  }
  func upload(_ upload: PhotoUpload, progress: Progress?) async throws -> UploadedPhoto { throw Self.refusal }

  private static var refusal: WoofError { WoofError(.serviceUnreachable, "A simulated device transfers nothing.") }
}
