// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestKit
import WoofCryptography
import WoofS3

@testable import TestPictures

/// Uses the service as one account, which alone changes its photos and its favourites; each request is repeated until it is
/// answered, so that what must be there at the end is known.
struct TrialWorker: Sendable {
  let client: NodeClient
  let ledger: TrialLedger
  /// `true` where an upload in parts may be gone, and is begun anew, as it is after a move.
  var uploadsMayEnd = false

  private static let patch = ["Content-Type": "application/merge-patch+json"]

  /// Does so many things, as chance has them.
  func work(_ stepCount: Int, round: Int, seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    for step in 0..<stepCount {
      let key = "\(round)-\(step)"
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1: try await upload(picture(&random), key)
      case 2: try await uploadInParts(picture(&random), key, &random)
      case 3, 4, 5, 6: try await like(Int.random(in: 0..<4, using: &random) > 0, &random)
      case 7, 8: try await edit(key, &random)
      case 9: try await delete(&random)
      default: try await read(&random)
      }
    }
  }

  /// A picture that is unlike all others, of up to 300 KB.
  private func picture(_ random: inout SeededGenerator) -> Data {
    var picture = SampleJPEG()
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      picture.segments.append((0xFE, (0..<7_500).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }))
    }
    return Data(picture.bytes)
  }

  private func draw(from photos: [String: TrialLedger.Photo], _ random: inout SeededGenerator) -> String? {
    photos.keys.sorted().randomElement(using: &random)
  }

  // MARK: Uploads

  private func upload(_ picture: Data, _ key: String) async throws {
    let request = NodeRequest(
      method: "POST", target: "/v1/photos?visibility=public&caption=\(key)",
      fields: ["Content-Type": "image/jpeg", "Idempotency-Key": "\"\(key)\""], body: picture)
    try note(try await client.settle(request, [201]).response, picture, key)
  }

  private func uploadInParts(_ picture: Data, _ key: String, _ random: inout SeededGenerator) async throws {
    for attempt in 0... {
      let place = try await beginUpload(key, attempt)
      if let response = try await append(picture, to: place, &random) { return try note(response, picture, key) }
      // The answer of the last part may have been lost.
      if let photo = try await photo(captioned: key) { return try note(photo, picture, key) }
    }
  }

  private func beginUpload(_ caption: String, _ attempt: Int) async throws -> String {
    let beginning = NodeRequest(
      method: "POST", target: "/v1/photos?visibility=public&caption=\(caption)",
      fields: ["Upload-Complete": "?0", "Idempotency-Key": "\"\(caption)-\(attempt)\""])
    guard let place = try await client.settle(beginning, [201]).response.location else {
      throw Complaint("\(client.name): an upload has no place")
    }
    return place
  }

  /// Sends all parts.
  ///
  /// - Returns: The last response; `nil` where the upload is gone.
  private func append(
    _ picture: Data, to place: String, _ random: inout SeededGenerator
  ) async throws -> NodeResponse? {
    var offset = 0
    while true {
      let end = min(picture.count, offset + Int.random(in: 20_000...120_000, using: &random))
      let isLast = end == picture.count
      let part = NodeRequest(
        method: "PATCH", target: place,
        fields: [
          "Content-Type": "application/partial-upload", "Upload-Offset": "\(offset)",
          "Upload-Complete": isLast ? "?1" : "?0",
        ], body: Data(picture[offset..<end]))
      guard let response = await client.ask(part), response.status < 300 else {
        try await Task.sleep(for: .milliseconds(40))
        guard let there = try await self.offset(of: place, atLeast: offset) else { return nil }
        offset = there
        continue
      }
      if isLast { return response }
      offset = end
    }
  }

  /// Asks how far an upload has come, which is no less than what was acknowledged; `nil` where it is gone.
  private func offset(of place: String, atLeast acknowledged: Int) async throws -> Int? {
    let response = try await client.settle(
      NodeRequest(method: "HEAD", target: place), uploadsMayEnd ? [200, 204, 404] : [200, 204]
    ).response
    if response.status == 404 { return nil }
    guard let offset = response.offset, offset >= acknowledged else {
      throw Complaint(
        "\(client.name): of \(place) \(acknowledged) bytes were taken, and \(response.offset ?? -1) are there")
    }
    return offset
  }

  private func photo(captioned caption: String) async throws -> String? {
    let own = try await client.list("/v1/photos").filter { $0["owner"] as? String == client.name }
    return own.first { $0["caption"] as? String == caption }?["id"] as? String
  }

  private func note(_ response: NodeResponse, _ picture: Data, _ caption: String) throws {
    guard let id = response.object["id"] as? String ?? response.photo else {
      throw Complaint("\(client.name): a photo has no id")
    }
    try note(id, picture, caption)
  }

  private func note(_ id: String, _ picture: Data, _ caption: String) throws {
    let photo = TrialLedger.Photo(owner: client.name, digest: Self.digest(picture), caption: caption)
    guard ledger.add(id, photo) else { throw Complaint("\(client.name): \(id) is the id of two photos") }
  }

  /// The SHA-256 of bytes, in hexadecimal.
  static func digest(_ bytes: Data) -> String { hexadecimal(SHA256.digest(of: Array(bytes))) }

  // MARK: All else

  private func like(_ isSet: Bool, _ random: inout SeededGenerator) async throws {
    guard let id = draw(from: ledger.live, &random) else { return }
    let request = NodeRequest(method: isSet ? "PUT" : "DELETE", target: "/v1/photos/\(id)/favourite")
    let response = try await client.settle(request, [200, 204, 404, 410]).response
    guard response.status < 300 else {
      if !ledger.isDeleted(id) { throw Complaint("\(client.name): \(id) is lost, as \(response.status)") }
      return
    }
    ledger.change(id) { photo in
      if isSet { _ = photo.likers.insert(client.name) } else { _ = photo.likers.remove(client.name) }
    }
  }

  private func edit(_ caption: String, _ random: inout SeededGenerator) async throws {
    guard let id = draw(from: ledger.live.filter { $0.value.owner == client.name }, &random) else { return }
    let request = NodeRequest(
      method: "PATCH", target: "/v1/photos/\(id)", fields: Self.patch,
      body: Data(#"{"caption": "\#(caption)"}"#.utf8))
    _ = try await client.settle(request, [200])
    ledger.change(id) { $0.caption = caption }
  }

  private func delete(_ random: inout SeededGenerator) async throws {
    guard let id = draw(from: ledger.live.filter { $0.value.owner == client.name }, &random) else { return }
    ledger.change(id) { $0.isDeleted = true }
    let (response, isRepeated) = try await client.settle(
      NodeRequest(method: "DELETE", target: "/v1/photos/\(id)"), [200, 204, 404, 410])
    if response.status >= 400, !isRepeated {
      throw Complaint("\(client.name): \(id) was lost before it was deleted, as \(response.status)")
    }
  }

  private func read(_ random: inout SeededGenerator) async throws {
    guard let id = draw(from: ledger.live, &random), let photo = ledger.photos[id] else { return }
    let request = NodeRequest(target: "/v1/photos/\(id)/original")
    let response = try await client.settle(request, [200, 404, 410]).response
    guard response.status == 200 else {
      if !ledger.isDeleted(id) { throw Complaint("\(client.name): \(id) is lost, as \(response.status)") }
      return
    }
    if Self.digest(response.body) != photo.digest { throw Complaint("\(client.name): \(id) has other bytes") }
  }
}
