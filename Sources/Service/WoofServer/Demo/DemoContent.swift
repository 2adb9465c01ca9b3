// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import WoofAPI
internal import WoofCore
internal import WoofCryptography
internal import WoofModel

/// The photos and the account of `--demo`.
package struct DemoContent: Sendable {
  /// The account that owns the samples.
  static let accountName = "dog"
  /// Its password, which everybody knows: that is why a demo listens on loopback only.
  static let password = "woof"

  private let folder: String

  /// Finds the samples in a folder, described by its `samples.json`.
  package init(folder: String) { self.folder = folder }

  /// Adds the account and the photos where the service has no account yet.
  ///
  /// - Throws: ``DemoError`` where the samples cannot be read, and what the library throws.
  package func fill(_ service: RunningService) async throws {
    guard try await service.credentials.accounts().isEmpty else { return }
    let samples = try Samples(folder: folder)
    guard let name = AccountName(Self.accountName) else { return }
    let account = try await service.credentials.addAccount(
      name, passwordHash: try PasswordHash(hashing: Self.password), isAdministrator: false,
      at: service.parts.time.now())
    let owner = Principal(account)
    for sample in samples.items { try await add(sample, from: folder, by: owner, to: service) }
  }

  /// Returns a text with commands to try on a demo.
  package static func invitation(address: String) -> String {
    """

    Woof has sample photos and the account \(accountName) / \(password). Try, in another terminal:

      curl '\(address)/v1/photos?limit=3'
      curl -N \(address)/v1/events
      curl -u \(accountName):\(password) -H 'Content-Type: image/jpeg' --data-binary @photo.jpg \\
        '\(address)/v1/photos?visibility=public'


    """
  }

  private func add(
    _ sample: Samples.Item, from folder: String, by owner: Principal, to service: RunningService
  ) async throws {
    let bytes = try Samples.bytes(of: "\(folder)/\(sample.file)")
    let upload = try await service.intake.beginUpload(by: owner)
    try await service.workers.run { try upload.write(bytes.span.bytes) }
    let addition = try await upload.finish(PhotoUpload.Details(caption: sample.caption, visibility: .public))
    if case .added(let record) = addition, sample.isFavourite {
      _ = try await service.favourites.set(true, of: record.id, by: owner)
    }
  }
}

/// A failure to use the samples of a demo.
package struct DemoError: Error, CustomStringConvertible {
  /// A sentence that says what is wrong and what to do about it.
  package let description: String
}

/// The sample photos of a folder.
private struct Samples {
  struct Item: Decodable {
    let file: String
    let caption: String
    let favourite: Bool?

    var isFavourite: Bool { favourite ?? false }
  }

  let items: [Item]

  init(folder: String) throws {
    let description = try Self.bytes(of: "\(folder)/samples.json")
    do {
      items = try JSONDecoder().decode([Item].self, from: Data(description))
    } catch {
      throw DemoError(description: "\(folder)/samples.json cannot be read; draw the samples again by script/samples.")
    }
  }

  static func bytes(of path: String) throws -> [UInt8] {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else {
      throw DemoError(
        description:
          "There is no sample at \(path); draw the samples by script/samples, or name their folder by --samples.")
    }
    return [UInt8](data)
  }
}
