// SPDX-License-Identifier: Apache-2.0

/// The pictures behind the first one of a JPEG file, as far as its index tells of them: one may be its gain map, by which
/// screens show more than paper white (ISO 21496-1).
struct JPEGFollowers {
  private struct Follower {
    let start: Int
    let end: Int
    var walk: ImageWalk<JPEGWalker>
    var isSound = true
  }

  private var followers: [Follower] = []

  /// Takes up those that begin at the positions, which are in ascending order.
  init(at starts: [Int] = [], limits: ImageLimits) {
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : .max
      followers.append(Follower(start: start, end: end, walk: ImageWalk(JPEGWalker(following: limits))))
    }
  }

  /// Sees the next bytes of the file, which are at `offset`. Damage to a following picture is no fault.
  mutating func see(_ run: RawSpan, at offset: Int) {
    for index in followers.indices where followers[index].isSound {
      let start = max(followers[index].start, offset)
      let end = min(followers[index].end, offset + run.byteCount)
      guard start < end else { continue }
      do throws(StructureFault) {
        try followers[index].walk.consume(run.extracting(start - offset..<end - offset))
      } catch {
        followers[index].isSound = false
      }
    }
  }

  /// The plan of the gain map's copy, and where its original begins; `nil` where none is sound.
  mutating func gainMap() -> (plan: ShareablePlan, start: Int)? {
    for index in followers.indices where followers[index].isSound {
      if let report = try? followers[index].walk.finish(), report.isGainMap {
        return (report.plan, followers[index].start)
      }
    }
    return nil
  }
}
