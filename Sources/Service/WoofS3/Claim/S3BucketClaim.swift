// SPDX-License-Identifier: Apache-2.0

/// The claim of one installation to a bucket, so that no other one takes it as well: a marker object that names it.
///
/// Each puts its own marker first and looks for others then, so that of two that come at the same time at most one stays, on
/// services that list an object as soon as it has been put. It needs no conditional PUT.
package struct S3BucketClaim: Sendable {
  /// A bucket that another installation has.
  package struct Conflict: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bucket.
    package let bucket: String
    /// The installations that have it.
    package let holders: [String]

    /// A sentence that says what is wrong, and what to do about it.
    package var description: String {
      "The bucket \(bucket) belongs to another installation (\(holders.joined(separator: ", "))). Name another bucket, or "
        + "delete its marker if that installation is gone for good."
    }
  }

  private let client: S3Client
  private let prefix: String
  private let installation: String

  /// Describes a claim.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of the markers' keys; they end in the installation.
  ///   - installation: The name of the installation: 1 to 64 letters, digits and hyphens.
  /// - Throws: ``S3SettingError`` where the name is none.
  package init(
    of installation: String, to client: S3Client, prefix: String = "installations/"
  ) throws(S3SettingError) {
    let isName =
      (1...64).contains(installation.utf8.count)
      && installation.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
      }
    guard isName else {
      throw S3SettingError("The name of an installation has 1 to 64 letters, digits and hyphens.")
    }
    (self.client, self.prefix, self.installation) = (client, prefix, installation)
  }

  /// Takes the bucket, or finds that it is this installation's already.
  ///
  /// - Throws: ``Conflict`` where another installation has it; ``S3Error`` where the bucket cannot be read or written.
  package func take() async throws {
    let holders = try await holders()
    try check(holders)
    guard holders.isEmpty else { return }
    try await client.put(marker, bytes: Array("\(installation)\n".utf8), contentType: "text/plain")
    do {
      try check(try await self.holders())
    } catch let conflict as Conflict {
      try await client.delete(marker)
      throw conflict
    }
  }

  /// Gives the bucket up; without effect where it is not this installation's.
  package func release() async throws { try await client.delete(marker) }

  private var marker: S3ObjectKey {
    get throws { try S3ObjectKey(prefix + installation) }
  }

  private func holders() async throws -> [String] { try await Self.holders(of: client, prefix: prefix) }

  /// The installations that have a bucket; more than one only for a moment.
  ///
  /// - Throws: ``S3Error``.
  package static func holders(of client: S3Client, prefix: String = "installations/") async throws -> [String] {
    var holders: [String] = []
    var continuation: String?
    repeat {
      let page = try await client.list(prefix: prefix, continuation: continuation)
      holders += page.entries.map { String($0.key.dropFirst(prefix.count)) }
      continuation = page.continuation
    } while continuation != nil
    return holders
  }

  private func check(_ holders: [String]) throws {
    let others = holders.filter { $0 != installation }
    guard others.isEmpty else {
      throw Conflict(bucket: client.configuration.bucket.description, holders: others)
    }
  }
}
