// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofClient

@testable import WoofSync

@Suite struct SettlementTests {
  /// The consequence in a word.
  private func word(_ code: WoofError.Code, _ kind: Outbox.Kind, attempts: Int = 0, retryAfter: Int? = nil) -> String {
    let error = WoofError(code, "no", retryAfter: retryAfter)
    return switch Settlement(.failed(error), of: kind, attempts: attempts) {
    case .done: "done"
    case .gone: "gone"
    case .uploaded: "uploaded"
    case .conflict: "conflict"
    case .read: "read"
    case .again(let isCounted, _): isCounted ? "again" : "again, uncounted"
    case .problem(let problem, let isGone): "problem \(problem.name)\(isGone ? ", photo gone" : "")"
    case .pause(let duration, _): "pause \(duration.map { "\($0.components.seconds)" } ?? "")"
    case .signedOut: "signed out"
    case .unreachable: "unreachable"
    }
  }

  @Test(arguments: [Outbox.Kind.favourite, .metadata, .deletion, .upload])
  func `a refusal is a problem for every kind of edit`(kind: Outbox.Kind) {
    for code in [WoofError.Code.invalidRequest, .forbidden, .unsupportedMediaType, .invalidImage, .payloadTooLarge] {
      #expect(word(code, kind) == "problem \(code.name)")
    }
  }

  @Test(arguments: [Outbox.Kind.favourite, .metadata, .deletion, .upload])
  func `no failure that may go away drops or fails an edit`(kind: Outbox.Kind) {
    #expect(word(.serviceUnreachable, kind) == "unreachable")
    #expect(word(.connectionLost, kind) == "unreachable")
    #expect(word(.unavailable, kind, retryAfter: 7) == "pause 7")
    #expect(word(.tooManyRequests, kind, retryAfter: 3) == "pause 3")
    #expect(word(.insufficientStorage, kind) == "pause ")
    #expect(word(.requestTimeout, kind) == "again, uncounted")
    #expect(word(.internal, kind) == "again")
  }

  @Test(arguments: [Outbox.Kind.favourite, .metadata, .deletion, .upload])
  func `a missing sign-in counts no attempt`(kind: Outbox.Kind) {
    for code in [WoofError.Code.authenticationRequired, .signInCancelled, .otherAccount] {
      #expect(word(code, kind) == "signed out")
    }
  }

  @Test func `a like and a deletion of a photo that is gone are settled, and a text is kept`() {
    for code in [WoofError.Code.notFound, .gone] {
      #expect(word(code, .favourite) == "gone")
      #expect(word(code, .deletion) == "gone")
      #expect(word(code, .metadata) == "problem \(code.name), photo gone")
    }
  }

  @Test func `an upload of what was deleted since is settled`() {
    #expect(word(.gone, .upload) == "gone")
  }

  @Test func `a conflict without the current metadata has them read`() {
    #expect(word(.preconditionFailed, .metadata) == "read")
  }

  @Test func `a conflict tells the current metadata by the problem`() throws {
    let photo = Sample.photo(1, caption: "theirs")
    let json = try #require(Sample.json(photo))
    let error = WoofError(.preconditionFailed, "no", details: ["photo": json])
    guard case .conflict(let current) = Settlement(.failed(error), of: .metadata, attempts: 0) else {
      Issue.record("no conflict")
      return
    }
    #expect(current == photo)
  }

  @Test func `bytes that arrive as others are sent three times more before that is a problem`() {
    #expect(word(.digestMismatch, .upload, attempts: 2) == "again")
    #expect(word(.digestMismatch, .upload, attempts: 3) == "problem digest-mismatch")
  }

  @Test func `an edit that keeps failing becomes a problem after ten attempts`() {
    #expect(word(.internal, .favourite, attempts: 8) == "again")
    #expect(word(.internal, .favourite, attempts: 9) == "problem edit-gave-up")
    #expect(word(.notFound, .upload, attempts: 9) == "problem edit-gave-up")
  }
}

@Suite struct MetadataConflictTests {
  private let base = MetadataEdit.Base(caption: "base", visibility: .private, revision: 1, version: 1)

  private func current(_ caption: String, _ visibility: Visibility) -> PhotoMetadata {
    var photo = Sample.photo(1, caption: caption)
    (photo.visibility, photo.revision, photo.version) = (visibility, 2, 5)
    return photo
  }

  @Test func `a field that only this device changed is changed`() {
    let conflict = MetadataConflict(edit: MetadataEdit(caption: "mine", base: base), current: current("base", .public))
    #expect(conflict.merged.caption == "mine" && conflict.merged.visibility == nil)
    #expect(conflict.merged.base.revision == 2)
    #expect(!conflict.isReal)
  }

  @Test func `of a field that both changed, the service's value is kept`() {
    let edit = MetadataEdit(caption: "mine", visibility: .public, base: base)
    let conflict = MetadataConflict(edit: edit, current: current("theirs", .private))
    #expect(conflict.merged.caption == nil && conflict.merged.visibility == .public)
    #expect(conflict.isReal)
  }

  @Test func `an edit whose response was lost is no conflict`() {
    let conflict = MetadataConflict(edit: MetadataEdit(caption: "mine", base: base), current: current("mine", .private))
    #expect(conflict.merged.isEmpty)
    #expect(!conflict.isReal)
  }
}
