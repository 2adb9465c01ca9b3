// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofCryptography
public import WoofModel
internal import WoofServer

extension WoofHarness {
  /// Adds an account; its password costs next to nothing to be checked.
  ///
  /// - Throws: ``HarnessError`` of code `invalid` where no account may have the name; `WoofError` with the code
  ///   `conflict` where one has it.
  public func addAccount(
    _ name: String, password: String = HarnessContents.password, isAdministrator: Bool = false
  ) async throws {
    guard let accountName = AccountName(name) else {
      throw HarnessError(.invalid, "“\(name)” is no name for an account.")
    }
    _ = try await parts.running.credentials.addAccount(
      accountName, passwordHash: try PasswordHash(hashing: password, cost: HarnessParts.passwordCost),
      isAdministrator: isAdministrator, at: clock.now)
  }

  /// Replaces the password of an account, as `woof account passwd` does: what the old one let in ends.
  ///
  /// - Throws: ``HarnessError`` of code `invalid` where no account may have the name; `WoofError` with the code
  ///   `not-found` where none has it.
  public func setPassword(_ password: String, of name: String) async throws {
    try await parts.running.credentials.setPasswordHash(
      try PasswordHash(hashing: password, cost: HarnessParts.passwordCost), of: try accountName(name))
  }

  /// Adds a photo of an account, as an upload does.
  ///
  /// - Returns: Its id.
  /// - Throws: ``HarnessError`` of code `invalid` where there is no such account; `WoofError` where the bytes are no sound
  ///   picture, or the account has the photo already.
  @discardableResult
  public func addPhoto(
    _ bytes: [UInt8], by owner: String, caption: String = "", visibility: Visibility = .public
  ) async throws -> PhotoID {
    let running = try parts.running
    let upload = try await running.intake.beginUpload(by: try await principal(owner))
    try await running.workers.run { try upload.write(bytes.span.bytes) }
    let details = PhotoUpload.Details(caption: caption, visibility: visibility)
    let addition = try await upload.finish(details)
    guard case .added(let record) = addition else {
      throw HarnessError(.invalid, "The account \(owner) has this picture already; draw it from another seed.")
    }
    return record.id
  }

  /// Adds a drawn photo of an account.
  ///
  /// - Throws: As ``addPhoto(_:by:caption:visibility:)-([UInt8],_,_,_)``, and ``HarnessError`` of code `invalid` where
  ///   the picture cannot be drawn.
  @discardableResult
  public func addPhoto(
    _ picture: DrawnPicture, by owner: String, caption: String = "", visibility: Visibility = .public
  ) async throws -> PhotoID {
    try await addPhoto(try picture.bytes(), by: owner, caption: caption, visibility: visibility)
  }

  /// Makes a photo an account's favourite, or no favourite.
  ///
  /// - Throws: ``HarnessError`` of code `invalid` where there is no such account; `WoofError` as with `not-found`.
  public func setFavourite(_ isFavourite: Bool = true, _ photo: PhotoID, of account: String) async throws {
    _ = try await parts.running.favourites.set(isFavourite, of: photo, by: try await principal(account))
  }

  /// Adds contents to those that are there; ``additions`` tells what was made of them.
  ///
  /// - Returns: The ids of the photos, in their order.
  /// - Throws: As the functions for each part.
  @discardableResult
  public func add(_ contents: HarnessContents) async throws -> [PhotoID] {
    for account in contents.accounts {
      try await addAccount(account.name, password: account.password, isAdministrator: account.isAdministrator)
    }
    var photos: [PhotoID] = []
    for batch in contents.photos {
      for name in [batch.owner] + batch.fans { try await addAccountIfMissing(name) }
      for number in 0..<batch.count {
        var picture = batch.picture
        picture.seed = parts.random.next()
        let caption = batch.caption.split(separator: "#", omittingEmptySubsequences: false)
          .joined(separator: "\(number + 1)")
        let id = try await addPhoto(picture, by: batch.owner, caption: caption, visibility: batch.visibility)
        for fan in batch.fans { try await setFavourite(true, id, of: fan) }
        photos.append(id)
      }
    }
    let made = try await addSharing(of: contents, photos)
    parts.additions.withLock { $0.append(made) }
    try await addHistory(contents.historyLength, of: contents, photos)
    return photos
  }

  /// Adds the contents of the start, and waits until what is drawn from them has been, so that it disturbs no test.
  func fill(with contents: HarnessContents) async throws {
    let photos = try await add(contents)
    guard parts.configuration.transformer == .drawn, let setup = parts.pictures?.current else { return }
    let names = parts.variantNames(of: setup)
    for photo in photos {
      _ = try await change(of: photo) { $0.isDeleted || $0.variants.isSuperset(of: names) }
    }
  }

  /// Lets things happen to photos, as the seed decides: most of them favourites, some captions, few deletions.
  private func addHistory(_ length: Int, of contents: HarnessContents, _ photos: [PhotoID]) async throws {
    let names = Set(contents.accounts.map(\.name) + contents.photos.flatMap { [$0.owner] + $0.fans }).sorted()
    var live = photos
    guard length > 0, !names.isEmpty else { return }
    let library = try parts.running.library
    for _ in 0..<length {
      guard !live.isEmpty else { return }
      let index = parts.random.number(in: 0..<live.count)
      let chance = parts.random.fraction()
      guard let record = try await library.record(of: live[index]) else { return }
      let owner = Principal(id: record.ownerID, name: record.ownerName, isAdministrator: false)
      if chance < 0.8, record.visibility == .public {
        let fan = names[parts.random.number(in: 0..<names.count)]
        try await setFavourite(parts.random.fraction() < 0.7, live[index], of: fan)
      } else if chance < 0.95 || live.count == 1 {
        _ = try await library.edit(live[index], PhotoEdit(caption: "\(parts.random.next() % 1000)"), by: owner)
      } else {
        try await library.delete(live.remove(at: index), by: owner)
      }
    }
  }

  func addAccountIfMissing(_ name: String) async throws {
    let found = try await parts.running.credentials.credential(of: try accountName(name))
    if found == nil { try await addAccount(name) }
  }

  private func accountName(_ name: String) throws(HarnessError) -> AccountName {
    guard let accountName = AccountName(name) else {
      throw HarnessError(.invalid, "“\(name)” is no name for an account.")
    }
    return accountName
  }

  func principal(_ name: String) async throws -> Principal {
    guard let found = try await parts.running.credentials.credential(of: try accountName(name)) else {
      throw HarnessError(.invalid, "There is no account \(name); add it first.")
    }
    return Principal(found.account)
  }
}
