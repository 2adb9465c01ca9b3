// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestKit
import WoofSync

/// Somebody with an app that has a replica: edits at random until the process is killed.
actor Device {
  private enum Action: CaseIterable {
    case like, likeAny, caption, visibility, upload, delete, contest, trespass, discard, tunnel, reopen

    /// How often it happens, in proportion to the others.
    var weight: Int {
      switch self {
      case .like: 32
      case .likeAny: 14
      case .caption: 16
      case .visibility: 8
      case .upload: 12
      case .delete: 5
      case .contest: 6
      case .trespass: 1
      case .discard: 1
      case .tunnel: 3
      case .reopen: 2
      }
    }
  }

  private let place: DevicePlace
  private let journal: DeviceJournal
  private let park: [ParkPhoto]
  private var random: SeededGenerator
  private var replica: PhotoReplica
  private var isInTunnel = false
  /// The digests of what the device has uploaded, or is about to.
  private var own: Set<String>

  init(_ place: DevicePlace) async throws {
    self.place = place
    random = SeededGenerator(seed: place.seed)
    own = Set(try DeviceJournal.lines(in: place.journal).compactMap { $0.field == .presence ? $0.photo : nil })
    journal = try DeviceJournal(place.journal)
    park = try JSONDecoder().decode([ParkPhoto].self, from: Data(contentsOf: place.park))
    replica = try await place.open()
  }

  /// Goes on until the process is killed.
  func run() async throws {
    try await begin()
    while true {
      try await act(draw())
      try await Task.sleep(for: .milliseconds(below(40)))
    }
  }

  private func begin() async throws {
    try journal.write(JournalLine(mark: .opened))
    await replica.start()
  }

  private func draw() -> Action {
    var rest = below(Action.allCases.reduce(0) { $0 + $1.weight })
    for action in Action.allCases {
      guard rest >= action.weight else { return action }
      rest -= action.weight
    }
    return .like
  }

  private func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  private func act(_ action: Action) async throws {
    switch action {
    case .like: try await like(ownShare)
    case .likeAny: try await likeAny()
    case .caption: try await edit(caption: "caption \(below(1_000_000))")
    case .visibility: try await edit(visibility: [.public, .unlisted, .private][below(3)])
    case .upload: try await upload()
    case .delete: try await delete()
    case .contest: try await contest { $0.owner == self.place.account }
    case .trespass: try await contest { $0.owner != self.place.account }
    case .discard: try await discardProblems()
    case .tunnel:
      isInTunnel.toggle()
      await replica.setReachable(!isInTunnel)
    case .reopen:
      await replica.close()
      replica = try await place.open()
      isInTunnel = false
      try await begin()
    }
  }
}

// MARK: Edits

extension Device {
  /// The photos of the park that only this device of its account likes.
  private var ownShare: [ParkPhoto] {
    park.enumerated().filter { $0.offset % place.shareCount == place.share }.map(\.element)
  }

  private func like(_ photos: [ParkPhoto]) async throws {
    guard let photo = photos.randomElement(using: &random) else { return }
    let isFavourite = below(2) == 0
    try await noting(.favourite, "\(photo.id)", "\(isFavourite)") {
      try await self.replica.setFavourite(isFavourite, for: photo.id)
    }
  }

  /// Likes something that others upload, hide and delete: nobody can say what becomes of it.
  private func likeAny() async throws {
    let known = Set(park.map(\.id))
    let photos = try replica.page(limit: 100).filter { !known.contains($0.id) }
    guard let photo = photos.randomElement(using: &random) else { return }
    let isFavourite = below(2) == 0
    try await noting(.contested, "\(photo.id)", nil) { try await self.replica.setFavourite(isFavourite, for: photo.id) }
  }

  private func ownPhoto() throws -> ReplicaPhoto? {
    try replica.page(of: PhotoListQuery(.own), limit: 500).filter { own.contains("\($0.metadata.digest)") }
      .randomElement(using: &random)
  }

  private func edit(caption: String? = nil, visibility: Visibility? = nil) async throws {
    guard let photo = try ownPhoto() else { return }
    let (field, value) = caption.map { (JournalLine.Field.caption, $0) } ?? (.visibility, visibility?.rawValue ?? "")
    try await noting(field, "\(photo.metadata.digest)", value) {
      try await self.replica.edit(photo.id, caption: caption, visibility: visibility)
    }
  }

  private func delete() async throws {
    guard let photo = try ownPhoto() else { return }
    try await noting(.presence, "\(photo.metadata.digest)", "false") { try await self.replica.delete(photo.id) }
  }

  private func upload() async throws {
    let ratio = Double(place.longestPhoto) / 20_000
    let byteCount = Int(20_000 * pow(ratio, random.fraction()))
    let data = DrawnPhoto.bytes(number: below(1 << 40), byteCount: byteCount, seed: place.seed)
    try data.write(to: place.picture)
    let (digest, caption) = ("\(try Digest(of: data))", "caption \(below(1_000_000))")
    own.insert(digest)
    try note([.caption: caption, .visibility: Visibility.public.rawValue], of: digest, .begun)
    try await noting(.presence, digest, "true") {
      try await self.replica.upload(fileAt: self.place.picture, caption: caption, visibility: .public)
    }
    try note([.caption: caption, .visibility: Visibility.public.rawValue], of: digest, .implied)
  }

  private func note(
    _ values: KeyValuePairs<JournalLine.Field, String>, of digest: String, _ mark: JournalLine.Mark
  ) throws {
    for (field, value) in values {
      try journal.write(JournalLine(mark: mark, field: field, photo: digest, value: value))
    }
  }

  /// Changes a caption that others change as well, or that the service refuses.
  private func contest(_ isMeant: (ParkPhoto) -> Bool) async throws {
    guard let photo = park.filter(isMeant).randomElement(using: &random) else { return }
    let caption = "contested \(below(1_000_000))"
    try await noting(.contested, "\(photo.id)", caption) { try await self.replica.edit(photo.id, caption: caption) }
  }

  /// Gives up what the service refuses with good reason; any other problem is left for the judge.
  private func discardProblems() async throws {
    for edit in try replica.pendingEdits() where edit.problem?.name == WoofError.Code.forbidden.name {
      try await replica.discard(edit.number)
    }
  }

  /// Makes an edit, and notes it before and after that. A photo that is gone, or not there yet, is no failure.
  private func noting(
    _ field: JournalLine.Field, _ photo: String, _ value: String?, _ edit: () async throws -> EditHandle
  ) async throws {
    var line = JournalLine(mark: .begun, field: field, photo: photo, value: value)
    try journal.write(line)
    do {
      _ = try await edit()
      line.mark = .kept
    } catch let error as WoofError where error.code == .photoNotHere {
      line.mark = .refused
    }
    try journal.write(line)
  }
}
