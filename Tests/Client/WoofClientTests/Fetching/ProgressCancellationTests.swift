// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import TestKit
@testable import WoofClient

/// A progress ends its transfer, wherever that is.
@Suite struct ProgressCancellationTests {
  enum Transfer: CaseIterable {
    case fetch, download, downloadUnderItsOwnName, uploadOfData, uploadOfFile

    func run(_ client: WoofClient, in folder: TemporaryFolder, _ progress: Progress) async throws {
      let data = SamplePhoto.next()
      let bytes = PhotoBytes.original(of: try SamplePhoto.metadata(of: data))
      let file = URL(fileURLWithPath: folder.path("rex.jpg"))
      switch self {
      case .fetch: _ = try await client.fetchPhoto(bytes, progress: progress)
      case .download: try await client.download(bytes, to: file, progress: progress)
      case .downloadUnderItsOwnName:
        try await client.download(bytes, intoFolder: URL(fileURLWithPath: folder.path), progress: progress)
      case .uploadOfData: _ = try await client.upload(data: data, progress: progress)
      case .uploadOfFile:
        _ = try await client.upload(fromFile: URL(fileURLWithPath: #filePath), progress: progress)
      }
    }
  }

  private let folder: TemporaryFolder
  private let progress = Progress(totalUnitCount: 0)

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: Transfer.allCases)
  func `cancelling ends the pause between two attempts, and leaves no file`(transfer: Transfer) async throws {
    let (clock, folder, progress) = (StillClock(), folder, progress)
    let client = try ScriptedService { _, _ in .problem(.unavailable) }.client(retryPolicy: RetryPolicy(), clock: clock)
    let task = Task { try await transfer.run(client, in: folder, progress) }
    await clock.isAwaited.wait()
    progress.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(folder.names.isEmpty)
  }

  @Test func `cancelling stops reading a file for its digest`() async throws {
    let (client, progress) = (try ScriptedService { _, _ in .problem(.notFound) }.client(), progress)
    let task = Task { try await client.upload(fromFile: URL(fileURLWithPath: "/dev/zero"), progress: progress) }
    await Task.yield()
    progress.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
  }

  @Test(arguments: Transfer.allCases)
  func `a cancelled progress prevents the request`(transfer: Transfer) async throws {
    let service = try ScriptedService { _, _ in .problem(.notFound) }
    progress.cancel()
    await #expect(throws: CancellationError.self) { try await transfer.run(service.client(), in: folder, progress) }
    #expect(service.requests.isEmpty)
    #expect(folder.names.isEmpty)
  }

  @Test func `the app's own handler is called too`() async throws {
    let (clock, wasCalled, folder, progress) = (StillClock(), Gate(), folder, progress)
    progress.cancellationHandler = { wasCalled.open() }
    let client = try ScriptedService { _, _ in .problem(.unavailable) }.client(retryPolicy: RetryPolicy(), clock: clock)
    let task = Task { try await Transfer.fetch.run(client, in: folder, progress) }
    await clock.isAwaited.wait()
    progress.cancel()
    await wasCalled.wait()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(arguments: Transfer.allCases)
  func `the app's own handler is restored after the transfer`(transfer: Transfer) async throws {
    let callCount = Mutex(0)
    progress.cancellationHandler = { callCount.withLock { $0 += 1 } }
    let client = try ScriptedService { _, _ in .problem(.notFound) }.client()
    _ = try await failure { try await transfer.run(client, in: folder, progress) }
    progress.cancellationHandler?()
    #expect(callCount.withLock { $0 } == 1)
  }
}
