// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofSync

/// A device: whose it is, and where its files are.
struct DevicePlace: Sendable {
  let number: Int
  let account: String
  /// The number of the device among those of its account.
  let share: Int
  let shareCount: Int
  let service: ServicePlace
  let longestPhoto: Int
  let seed: UInt64
  let folder: URL

  /// The file with the ids of the photos that all devices know from the beginning.
  static let parkName = "park.json"

  var journal: URL { folder.appendingPathComponent("journal") }
  var park: URL { folder.appendingPathComponent(Self.parkName) }
  var picture: URL { folder.appendingPathComponent("picture.jpg") }

  /// Opens the replica of the device.
  func open() async throws -> PhotoReplica {
    let client = try await Clients.client(of: account, at: service, patience: .never)
    return try await PhotoReplica.open(folder.appendingPathComponent("replica"), client: client)
  }

  /// The arguments with which this program is the device.
  func arguments(life: Int) -> [String] {
    let authority = service.authority.map { ["--authority", $0.path] } ?? []
    return [
      "device", "--number", "\(number)", "--account", account, "--share", "\(share)", "--shares", "\(shareCount)",
      "--port", "\(service.port)", "--longest", "\(longestPhoto)", "--seed", "\(seed &+ UInt64(life) &* 1_000_003)",
    ] + authority + [folder.path]
  }
}

/// A photo that all devices know from the beginning.
struct ParkPhoto: Codable, Sendable {
  var id: PhotoID
  var owner: String
}
