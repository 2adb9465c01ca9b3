// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import WoofClient
import WoofCommandLine
import WoofImages
import WoofModel
import WoofTerminal

/// A choice for photos that tell where they were taken and are about to become public.
enum LocationChoice: Sendable {
  /// They are shown as they are.
  case keep
  /// Copies without the location are shown in their place.
  case remove
}

/// The options that say it beforehand.
struct LocationOptions: Sendable {
  /// The choice that the options make; `nil` if neither is given.
  let choice: LocationChoice?

  init(from reader: inout ArgumentReader) {
    let keeps = reader.flag(
      "--with-location", "Makes photos public also where they tell where they were taken.")
    let removes = reader.flag(
      "--without-location", "Makes copies public, without the location, of photos that tell where they were taken.")
    if keeps, removes {
      reader.refuse(because: "--with-location and --without-location do not go together; leave one out")
    }
    choice = keeps ? .keep : removes ? .remove : nil
  }
}

/// Decides about photos that tell where they were taken, before everybody sees them: as the options say, or as somebody on
/// the terminal does, who is asked once for all photos of a command.
actor LocationDesk {
  private enum Decision { case keep, remove, refuse }

  private let lines: LiveLines
  private let isInteractive: Bool
  private let given: LocationChoice?
  private var asking: Task<Decision, any Error>?

  /// - Parameter isInteractive: `true` if somebody may be asked, on a terminal.
  init(_ options: LocationOptions, _ session: ServiceSession, isInteractive: Bool) {
    given = options.choice
    lines = session.lines
    self.isInteractive = isInteractive && StandardStream.error.isTerminal
  }

  /// Returns the choice for a photo: the one that the options make, or else the answer of the user, who is asked once
  /// for all photos of a command.
  ///
  /// - Parameter name: The name of the photo in the question.
  /// - Throws: ``CodedFailure`` if the user does not want the photo to become public, or if nobody can be asked.
  func choice(for name: String) async throws -> LocationChoice {
    if let given { return given }
    guard isInteractive, let terminal = Terminal() else {
      throw CodedFailure(
        "location-undecided",
        "it tells where it was taken, and everybody could read that; add --without-location to show a copy without it, or "
          + "--with-location")
    }
    let asking = self.asking ?? Task { [lines] in try await Self.ask(name, on: terminal, lines) }
    self.asking = asking
    switch try await asking.value {
    case .keep: return .keep
    case .remove: return .remove
    case .refuse:
      throw CodedFailure("location-undecided", "it tells where it was taken, and is not made public")
    }
  }

  private static func ask(_ name: String, on terminal: Terminal, _ lines: LiveLines) async throws -> Decision {
    try await withCheckedThrowingContinuation { continuation in
      // Reading blocks until somebody types.
      DispatchQueue.global().async {
        continuation.resume(with: Result { try lines.pausing { try ask(name, on: terminal) } })
      }
    }
  }

  /// Returns the answer that the user types, or `n` if the terminal has ended.
  private static func answer(of prompt: PasswordPrompt) throws -> String {
    let answer: Result<String, any Error> = Result {
      try prompt.askForName("For this and all others like it, c, k or n? ")
    }
    if case .failure(let error) = answer, (error as? PasswordError)?.reason == .ended { return "n" }
    return try answer.get()
  }

  private static func ask(_ name: String, on terminal: Terminal) throws -> Decision {
    terminal.write(
      """
      \(name.printable) tells where it was taken, and everybody who sees it could read that.
        c  show a copy without the location (and without notes of the camera) in its place
        k  show it as it is, with the location
        n  do not show it

      """)
    let prompt = PasswordPrompt(input: terminal.descriptor, output: terminal.descriptor)
    while true {
      switch try answer(of: prompt).lowercased() {
      case "c": return .remove
      case "k": return .keep
      case "n": return .refuse
      default: continue
      }
    }
  }
}

/// Copies of pictures that say nothing of where and with what they were taken.
enum ShareableBytes {
  /// The bytes of the copy of a picture, whose pixels are the same bit by bit.
  ///
  /// - Throws: ``CodedFailure`` where the bytes are no sound picture.
  static func make(of original: Data) throws -> Data {
    let bytes = [UInt8](original)
    let plan = try plan(for: bytes)
    var copy = Data(capacity: Int(plan.byteCount))
    for piece in plan.pieces {
      switch piece {
      case .original(let range): copy.append(contentsOf: bytes[Int(range.lowerBound)..<Int(range.upperBound)])
      case .bytes(let bytes): copy.append(contentsOf: bytes)
      case .fill(let byte, let count): copy.append(contentsOf: repeatElement(byte, count: Int(count)))
      }
    }
    return copy
  }

  private static func plan(for bytes: [UInt8]) throws -> ShareablePlan {
    do {
      var inspection = ShareableInspection()
      try inspection.consume(bytes.span.bytes)
      return try inspection.finish()
    } catch {
      throw CodedFailure("invalid-image", "no copy without the location can be made of it: \(error.reason)")
    }
  }

  /// Returns `true` if a picture tells where it was taken.
  ///
  /// - Throws: `PhotoRejection` if the bytes are not a sound picture.
  static func hasLocation(_ original: Data) throws -> Bool {
    let bytes = [UInt8](original)
    for transformer in ImageTransformers.standard() {
      var inspection = transformer.makeInspection()
      try inspection.consume(bytes.span.bytes)
      if try inspection.finish().annotations.location != nil { return true }
    }
    return false
  }
}
