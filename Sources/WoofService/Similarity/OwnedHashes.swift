internal import WoofCore
internal import WoofImages
internal import WoofModel

/// The perceptual hashes of photos, those of each account by themselves.
struct OwnedHashes: Sendable {
  private var indexes: [AccountID: PerceptualHashIndex<PhotoID>] = [:]
  private var owners: [PhotoID: AccountID] = [:]
  /// From how many photos on an account's index has tables, which take 2 MB: up to there, looking at all of them takes
  /// some tens of microseconds.
  private static let tableThreshold = 1 << 17

  /// The number of photos that have a hash here, of all accounts.
  var count: Int { owners.count }

  /// Adds a photo, or gives it another hash or owner.
  mutating func insert(_ hash: PerceptualHash, for photo: PhotoID, of owner: AccountID) {
    if let old = owners[photo], old != owner { remove(photo) }
    owners[photo] = owner
    indexes[owner, default: PerceptualHashIndex(tableThreshold: Self.tableThreshold)].insert(hash, for: photo)
  }

  /// Removes a photo, if it is there.
  mutating func remove(_ photo: PhotoID) {
    guard let owner = owners.removeValue(forKey: photo) else { return }
    indexes[owner]?.remove(photo)
    if indexes[owner]?.count == 0 { indexes[owner] = nil }
  }

  /// The photos of an account whose hashes differ from `hash` in no more than `distance` bits, the nearest first.
  func neighbours(of hash: PerceptualHash, within distance: Int, among owner: AccountID) -> [PhotoID] {
    indexes[owner]?.neighbours(of: hash, within: distance).map(\.identifier) ?? []
  }
}
