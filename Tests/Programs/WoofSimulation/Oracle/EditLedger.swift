// SPDX-License-Identifier: Apache-2.0

import WoofModel
import WoofSync

/// Everything that apps have done with their replicas, and what they were told became of it.
///
/// It knows nothing of how a replica works: it is the memory of somebody who has used the app.
struct EditLedger: Sendable {
  /// An installation of the app on a device.
  struct Installation: Hashable, Sendable {
    var device: Int
    var number: Int
  }

  /// A picture of an account, whatever ids it has had.
  struct Picture: Hashable, Sendable {
    var owner: String
    var digest: Digest
  }

  /// A change that an app made.
  struct Edit: Sendable {
    /// The kinds of changes.
    enum Wish: Hashable, Sendable {
      case favourite(Bool)
      case caption(String)
      case visibility(Visibility)
      case deletion
      case upload
    }

    /// What became of a change, as far as the app was told.
    enum End: Sendable {
      case waiting
      /// The service has it, at the latest since a virtual time, with the photo as it was then where that was told.
      case acknowledged(by: Int64, PhotoMetadata?)
      /// The service has the photo no longer, or does not show it.
      case gone
      case replaced
      case discarded
      case problem(String)
      /// Nobody was told, and nobody will be.
      case unknown
    }

    var installation: Installation
    var account: String
    var number: Int64
    var photo: PhotoID
    var picture: Picture
    var wish: Wish
    /// The captions in whose place it was made: the one that the app showed, and those that its own edits had replaced.
    var over: Set<String> = []
    var madeAt: Int64
    var end = End.waiting
    /// `true` where it may be missing without an acknowledgement that counts: an edit that failed with an unknown end may
    /// have replaced it, or the service may have had it before it was put back to a backup.
    var mayBeMissing = false
  }

  /// All edits, in the order in which they were made.
  private(set) var edits: [Edit] = []
  /// The ids that the service has given to each picture.
  private(set) var ids: [Picture: Set<PhotoID>] = [:]
  /// `true` once the service has been put back to a backup.
  private(set) var hasRestored = false

  /// The number of edits whose end is known to be that the service has them.
  var acknowledgementCount: Int {
    edits.count { if case .acknowledged = $0.end { true } else { false } }
  }

  // MARK: What apps do

  /// Takes note of an edit that an app has made.
  mutating func add(_ edit: Edit) {
    var edit = edit
    // One that was made before the app was opened anew tells nobody that this one has replaced it. The picture may have got
    // another id meanwhile.
    for index in edits.indices
    where edits[index].installation == edit.installation
      && (edits[index].photo == edit.photo || edits[index].picture == edit.picture)
    {
      edits[index].mayBeMissing = true
    }
    if case .caption = edit.wish {
      // What was shown may be a wish of this app's own that this one takes the place of.
      for earlier in edits where earlier.installation == edit.installation && earlier.picture == edit.picture {
        if case .caption(let text) = earlier.wish, edit.over.contains(text) { edit.over.formUnion(earlier.over) }
      }
    }
    edits.append(edit)
  }

  /// Takes note that an app was told nothing of an edit that it wanted to make: those that it would have replaced may be
  /// gone, or not.
  mutating func addUnknown(_ edit: Edit) {
    var edit = edit
    edit.end = .unknown
    add(edit)
  }

  /// Takes note of what a new edit takes over from edits that it replaces, as it says nothing of it itself.
  ///
  /// - Parameter pending: The numbers of the edits that still wait: it has replaced none of these.
  mutating func carryOver(
    to number: Int64, _ wishes: [Edit.Wish], of picture: Picture, on installation: Installation,
    besides pending: Set<Int64>
  ) {
    guard let wish = wishes.first(where: \.isOfMetadata), !wishes.contains(.upload) else { return }
    let own = edits.filter { $0.installation == installation && $0.picture == picture }
    let earlier = own.lastIndex { $0.wish.isOfMetadata && !$0.wish.isSameField(as: wish) }
    // A deletion takes the place of all that waits, and leaves nothing to be taken over where it is discarded.
    guard let earlier, !own[earlier...].contains(where: { $0.wish == .deletion }) else { return }
    var carried = own[earlier]
    guard carried.number != number, !pending.contains(carried.number) else { return }
    switch carried.end {
    case .waiting, .replaced: break
    default: return
    }
    carried.number = number
    carried.end = .waiting
    edits.append(carried)
  }

  /// Takes note that nobody knows whether the edits of a photo are still there: an app wanted to discard one, and was told of
  /// an error.
  mutating func doubt(_ photo: PhotoID, on installation: Installation) {
    for index in edits.indices where edits[index].installation == installation && edits[index].photo == photo {
      edits[index].mayBeMissing = true
    }
  }

  /// Takes note that everything an app did with a photo came to nothing, as nothing of it had been sent.
  mutating func dropUnsent(_ photo: PhotoID, on installation: Installation) {
    for index in edits.indices where edits[index].installation == installation && edits[index].photo == photo {
      if edits[index].isOpen { edits[index].end = .discarded }
    }
  }

  /// Takes note of the end of an edit.
  mutating func end(_ number: Int64, on installation: Installation, _ end: Edit.End) {
    for index in edits.indices
    where edits[index].number == number && edits[index].installation == installation && edits[index].isOpen {
      if case .acknowledged(_, nil) = end, edits[index].wish != .deletion {
        edits[index].end = .gone
      } else {
        edits[index].end = end
      }
    }
  }

  /// Takes note that an edit waits again.
  mutating func retry(_ number: Int64, on installation: Installation) {
    for index in edits.indices where edits[index].number == number && edits[index].installation == installation {
      if case .problem = edits[index].end { edits[index].end = .waiting }
    }
  }

  /// Takes note of an id that the service has given to a picture.
  mutating func name(_ picture: Picture, _ id: PhotoID) { ids[picture, default: []].insert(id) }

  /// Compares what an app has made with the edits that its replica has, after it has begun to run again: those that are no
  /// longer there have been acknowledged while nobody was told.
  mutating func resume(_ installation: Installation, with pending: [PendingEdit], at now: Int64) {
    let numbers = Dictionary(pending.map { ($0.number, $0.problem) }) { $1 }
    for index in edits.indices where edits[index].installation == installation && edits[index].isOpen {
      if let problem = numbers[edits[index].number] {
        edits[index].end = problem.map { .problem($0.name) } ?? .waiting
      } else {
        edits[index].end = edits[index].mayBeMissing ? .unknown : .acknowledged(by: now, nil)
      }
    }
  }

  /// Takes note that an app has been removed with all that waited.
  mutating func forget(_ installation: Installation) {
    for index in edits.indices where edits[index].installation == installation && edits[index].isOpen {
      edits[index].end = .unknown
    }
  }

  /// Takes note that the service has been put back to where it was at a time.
  mutating func restore(to time: Int64) {
    hasRestored = true
    for index in edits.indices {
      switch edits[index].end {
      case .acknowledged(let by, _) where by > time: edits[index].end = .unknown
      case .gone: edits[index].end = .unknown
      case .waiting, .problem: edits[index].mayBeMissing = true
      default: break
      }
    }
  }

  // MARK: Looking back

  /// The problems of edits that nothing explains which happened.
  func unexplainedProblems() -> [String] {
    edits.compactMap { edit in
      guard case .problem(let name) = edit.end, !isExplained(name, edit) else { return nil }
      return "edit \(edit.number) of device \(edit.installation.device) (\(edit.wish)) is refused as \(name)"
    }
  }

  /// A photo that somebody has deleted or hidden, or that a backup did not have, cannot be changed.
  private func isExplained(_ problem: String, _ edit: Edit) -> Bool {
    guard ["not-found", "gone"].contains(problem) else { return false }
    let mayBeGone = edits.contains { other in
      other.picture == edit.picture
        && (other.wish == .deletion || other.wish == .visibility(.private) && edit.account != edit.picture.owner)
    }
    return hasRestored || mayBeGone
  }

  /// The edits of an installation of which the app awaits something.
  func open(on installation: Installation) -> [Edit] { edits.filter { $0.installation == installation && $0.isOpen } }

  /// Returns `true` if a picture was added once on one device.
  func wasAddedOnce(_ picture: Picture) -> Bool { edits.count { $0.wish == .upload && $0.picture == picture } == 1 }

  /// The pictures that somebody has uploaded, in the order in which they did.
  var pictures: [Picture] {
    var seen: Set<Picture> = []
    return edits.filter { $0.wish == .upload }.map(\.picture).filter { seen.insert($0).inserted }
  }
}

extension EditLedger.Edit.Wish {
  /// `true` for caption and visibility, which are sent together.
  fileprivate var isOfMetadata: Bool {
    switch self {
    case .caption, .visibility: true
    default: false
    }
  }

  fileprivate func isSameField(as other: Self) -> Bool {
    switch (self, other) {
    case (.caption, .caption), (.visibility, .visibility): true
    default: false
    }
  }
}

extension EditLedger.Edit: CustomStringConvertible {
  var description: String {
    let fate =
      switch end {
      case .acknowledged(let by, _): "acknowledged by \(by / 1_000_000) ms"
      case .problem(let name): "refused as \(name)"
      default: "\(end)"
      }
    return
      "edit \(number) of device \(installation.device).\(installation.number) made at \(madeAt / 1_000_000) ms: \(wish), \(fate)"
  }
}

extension EditLedger.Edit {
  /// `true` as long as more may become of it.
  var isOpen: Bool {
    switch end {
    case .waiting, .problem: true
    default: false
    }
  }

  /// `true` if the service has it for certain, or had it.
  var isAcknowledged: Bool { if case .acknowledged = end { true } else { false } }

  /// `true` if the service may have it.
  var mayCount: Bool {
    switch end {
    // One that was replaced may have been sent before, and nobody heard of it.
    case .discarded, .gone: false
    default: true
    }
  }
}
