// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofCryptography

/// The digest of a photo's bytes and the verdict of every transformer, made while the bytes pass.
struct PhotoVerification: ~Copyable {
  private var hash: SHA256
  private var inspections: [any PhotoInspecting]

  /// - Throws: ``WoofError`` with the code `internal` where there is no memory for it.
  init(_ transformers: [any PhotoTransforming]) throws(WoofError) {
    do {
      hash = try SHA256()
    } catch {
      throw WoofError(.internal, "No digest can be made: free some memory.", cause: error)
    }
    inspections = transformers.map { $0.makeInspection() }
  }

  /// Takes the next bytes.
  ///
  /// - Throws: ``WoofError`` with the code `unsupportedImage`.
  mutating func take(_ bytes: UnsafeRawBufferPointer) throws(WoofError) {
    hash.update(bytes.bytes)
    do throws(PhotoRejection) {
      for index in inspections.indices { try inspections[index].consume(bytes.bytes) }
    } catch {
      throw WoofError(rejection: error)
    }
  }

  /// Takes the end.
  ///
  /// - Parameter expected: The digest that the bytes must have.
  /// - Returns: The findings of the transformers.
  /// - Throws: ``WoofError`` with the code `digestMismatch` or `unsupportedImage`.
  consuming func finish(expecting expected: Digest, from url: URL) throws(WoofError) -> PhotoFindings {
    var inspections = inspections
    guard Digest(hash.finish()) == expected else { throw Self.mismatch(at: url) }
    var findings = PhotoFindings()
    do throws(PhotoRejection) {
      for index in inspections.indices { findings.fill(from: try inspections[index].finish()) }
    } catch {
      throw WoofError(rejection: error)
    }
    return findings
  }

  static func mismatch(at url: URL) -> WoofError {
    WoofError(
      .digestMismatch,
      "What came from \(WoofError.shown(url)) is not what was announced: try again, and if it stays so, ask whoever runs "
        + "the service to check its photos.")
  }
}

extension WoofError {
  init(rejection: PhotoRejection) {
    var details: [String: JSONValue] = [
      "transformer": .string(rejection.transformer), "reason": .string(rejection.reason),
    ]
    if let offset = rejection.offset { details["offset"] = .integer(offset) }
    self.init(
      .unsupportedImage, "This is no picture to be shown: \(rejection.transformer) says that \(rejection.reason).",
      details: details, cause: rejection)
  }
}
