// SPDX-License-Identifier: Apache-2.0

import WoofModel

extension CrashJournal {
  /// The number of live photos from which on more photos are deleted than uploaded.
  private static let comfortableCount = 250

  /// Chooses an operation of an account that changes something, and notes that it begins.
  mutating func beginOperation(of account: Int, _ generator: inout some RandomNumberGenerator) -> CrashOperation {
    var operation: CrashOperation?
    for _ in 0..<4 where operation == nil { operation = chooseOperation(of: account, &generator) }
    let chosen = operation ?? .upload(newUpload(of: account, &generator))
    begin(chosen)
    return chosen
  }

  /// An operation of a kind that is chosen first; `nil` where the account can do nothing of that kind at the moment.
  private mutating func chooseOperation(
    of account: Int, _ generator: inout some RandomNumberGenerator
  ) -> CrashOperation? {
    let uploads = live.count < Self.comfortableCount ? 25 : 8
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<uploads: return .upload(newUpload(of: account, &generator))
    case 25..<30: return sharedUpload(of: account, &generator)
    case 30..<35: return duplicate(of: account, &generator)
    case 35..<75: return favourite(of: account, &generator)
    case 75..<88: return edit(of: account, &generator)
    default: return deletion(of: account, &generator)
    }
  }

  private mutating func newUpload(
    of account: Int, _ generator: inout some RandomNumberGenerator
  ) -> CrashUpload {
    let exponent = Double.random(in: 0...6.5, using: &generator)
    var count = 1200
    for _ in 0..<Int(exponent) { count *= 2 }
    let content = PhotoContent(
      type: Bool.random(using: &generator) ? .png : .jpeg, byteCount: Int.random(in: 1100...count, using: &generator),
      seed: generator.next())
    return upload(of: account, content)
  }

  private mutating func upload(of account: Int, _ content: PhotoContent) -> CrashUpload {
    let number = nextSerial()
    return CrashUpload(
      owner: account, content: content, digest: Digest(of: content.bytes), caption: "caption-\(number)",
      key: "upload-\(number)")
  }

  /// Returns an upload of bytes that another account has or had, and this account does not have.
  private mutating func sharedUpload(
    of account: Int, _ generator: inout some RandomNumberGenerator
  ) -> CrashOperation? {
    guard let other = photos.values.randomElement(using: &generator)?.upload,
      !holdings.contains(Holding(owner: account, digest: other.digest))
    else { return nil }
    return .upload(upload(of: account, other.content))
  }

  private mutating func duplicate(
    of account: Int, _ generator: inout some RandomNumberGenerator
  ) -> CrashOperation? {
    guard let (id, photo) = livePhoto(ownedBy: account, &generator) else { return nil }
    return .duplicate(of: id, upload(of: account, photo.upload.content))
  }

  private func favourite(of account: Int, _ generator: inout some RandomNumberGenerator) -> CrashOperation? {
    guard let (id, photo) = livePhoto(ownedBy: nil, &generator), !photo.busyAccounts.contains(account) else {
      return nil
    }
    return .favourite(id, account: account, isSet: !photo.favourites[account].known)
  }

  private mutating func edit(of account: Int, _ generator: inout some RandomNumberGenerator) -> CrashOperation? {
    guard let (id, photo) = livePhoto(ownedBy: account, &generator), !photo.isBeingEdited else { return nil }
    if Bool.random(using: &generator) {
      return .edit(id, owner: account, .visibility(photo.visibility.known == .public ? .unlisted : .public))
    }
    return .edit(id, owner: account, .caption("caption-\(nextSerial())"))
  }

  private func deletion(of account: Int, _ generator: inout some RandomNumberGenerator) -> CrashOperation? {
    guard let (id, photo) = livePhoto(ownedBy: account, &generator), photo.operationCount == 0 else { return nil }
    return .deletion(id, owner: account)
  }

  private func livePhoto(
    ownedBy owner: Int?, _ generator: inout some RandomNumberGenerator
  ) -> (PhotoID, Photo)? {
    for _ in 0..<8 {
      guard let id = live.randomElement(using: &generator), let photo = photos[id] else { return nil }
      if owner == nil || photo.upload.owner == owner { return (id, photo) }
    }
    return nil
  }
}
