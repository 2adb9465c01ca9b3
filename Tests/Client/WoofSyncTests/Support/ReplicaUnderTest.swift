// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WoofClient
import WoofTesting

@testable import TestKit
@testable import TestPictures
@testable import WoofSync

/// A harness with two accounts, and folders for replicas.
struct TestService: Sendable {
  let woof: WoofHarness
  let folder: TemporaryFolder

  /// Opens a replica of an account.
  ///
  /// - Parameter device: Names the folder: one who opens it again has the same replica.
  func replica(
    _ account: String = "ada", device: String = "phone", scope: ReplicaScope = .everything,
    resolver: any ConflictResolving = .mergeByField
  ) async throws -> PhotoReplica {
    try await PhotoReplica.open(
      URL(fileURLWithPath: folder.path("\(account)-\(device)")), client: woof.client(as: account), scope: scope,
      resolver: resolver)
  }

  /// A file with a picture that is unlike all others of this process.
  func picture(_ name: String = "rex.jpg") throws -> URL {
    let file = URL(fileURLWithPath: folder.path(name))
    try Data(SampleJPEG.next()).write(to: file)
    return file
  }
}

/// Runs a harness for the time of `body`.
func withService<Result: Sendable>(
  photos: Int = 3, _ body: (TestService) async throws -> Result
) async throws -> Result {
  let folder = try TemporaryFolder()
  let woof = try await WoofHarness.start {
    $0.account("ada")
    $0.account("ben")
    if photos > 0 { $0.photos(photos, by: "ben", caption: "photo #") }
  }
  do {
    let result = try await body(TestService(woof: woof, folder: folder))
    await woof.stop()
    return result
  } catch {
    await woof.stop()
    throw error
  }
}

/// The service of a replica that passes on to another one what it does not see to itself.
protocol ForwardingService: ReplicaService {
  /// The other service.
  var base: any ReplicaService { get }
}

extension ForwardingService {
  func events(
    since token: ChangeToken?, reporting report: @escaping @Sendable (PhotoEventConnection) -> Void
  ) -> PhotoEventSequence {
    base.events(since: token, reporting: report)
  }
}

/// Replies to prompts as a test says, and counts them.
final class ScriptedSignIn: SignInController {
  private let reply: @Sendable (SignInPrompt) async throws -> Credential
  private let count = Mutex(0)

  init(_ reply: @escaping @Sendable (SignInPrompt) async throws -> Credential) { self.reply = reply }

  var promptCount: Int { count.withLock { $0 } }

  func promptForCredential(_ prompt: SignInPrompt) async throws -> Credential {
    count.withLock { $0 += 1 }
    return try await reply(prompt)
  }
}

/// The error that something throws.
func failure(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async throws -> WoofError {
  do {
    try await body()
  } catch let error as WoofError {
    return error
  }
  throw TestFailure("nothing went wrong")
}
