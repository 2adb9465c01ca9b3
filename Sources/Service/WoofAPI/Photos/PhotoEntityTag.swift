// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// The entity tags of metadata: the version, and for a principal whether it likes the photo, since that is in the
/// response too.
///
/// A write may name the revision instead, as `"r7"`: then it depends on what people have made of the photo, and not on
/// its favourites.
enum PhotoEntityTag {
  /// The tag of what a reader sees.
  static func tag(of record: PhotoRecord, isFavourite: Bool?) -> HTTPEntityTag? {
    switch isFavourite {
    case nil: HTTPEntityTag("\(record.version)")
    case true?: HTTPEntityTag("\(record.version)-f")
    case false?: HTTPEntityTag("\(record.version)-n")
    }
  }
}

extension Precondition {
  /// Reads the preconditions of a request that changes a photo.
  ///
  /// A version stands for both tags that a principal may have seen of it, with the favourite and without. A tag that no photo
  /// has names no state.
  init(ofPhoto fields: HTTPFields) {
    self.init(
      required: States(HTTPPreconditions.tags(fields, .ifMatch, .strong)) ?? .all,
      excluded: States(HTTPPreconditions.tags(fields, .ifNoneMatch, .weak)) ?? .none)
  }
}

extension Precondition.States {
  fileprivate init?(_ tags: HTTPEntityTagList?) {
    switch tags {
    case nil: return nil
    case .any: self = .all
    case .tags(let tags):
      self = .named(
        versions: Set(tags.compactMap { Self.number($0, before: "-f") ?? Self.number($0, before: "-n") }),
        revisions: Set(tags.compactMap { Self.number($0, behind: "r") }))
    }
  }

  private static func number(_ tag: HTTPEntityTag, behind prefix: String = "", before suffix: String = "") -> Int64? {
    guard tag.opaqueTag.hasPrefix(prefix), tag.opaqueTag.hasSuffix(suffix) else { return nil }
    let digits = tag.opaqueTag.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
    // A tag is compared letter by letter: `"07-n"` is none of a photo.
    guard let number = Int64(digits), "\(number)" == digits else { return nil }
    return number
  }
}
