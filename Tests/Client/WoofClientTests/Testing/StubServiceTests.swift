// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import TestKit
@testable import WoofClient

@Suite struct StubServiceTests {
  private let service = StubService()
  private let broken = WoofError(.connectionLost, "The connection broke.")

  private static func gap(_ number: Int) -> PhotoEvent {
    .gap(PhotoEventGap(after: ChangeToken(rawValue: "\(number - 1)"), upTo: ChangeToken(rawValue: "\(number)")))
  }

  private func events(_ sequence: PhotoEventSequence) async -> (events: [PhotoEvent], error: (any Error)?) {
    var events: [PhotoEvent] = []
    do {
      for try await event in sequence { events.append(event) }
      return (events, nil)
    } catch {
      return (events, error)
    }
  }

  @Test func `events sent before and after the subscription arrive in their order`() async throws {
    service.send(Self.gap(1))
    let reading = Task { await events(service.events()) }
    service.send(Self.gap(2))
    service.failEvents(with: broken)
    let read = await reading.value
    #expect(read.events == [Self.gap(1), Self.gap(2)])
    #expect((read.error as? WoofError)?.code == .connectionLost)
  }

  @Test func `events go on after the token of the subscriber`() async throws {
    for number in 1...3 { service.send(Self.gap(number)) }
    service.failEvents(with: broken)
    #expect(await events(service.events(since: ChangeToken(rawValue: "2"))).events == [Self.gap(3)])
  }

  @Test func `a failure ends the events of one subscriber`() async throws {
    service.failEvents(with: broken)
    #expect(await events(service.events()).error is WoofError)
    service.send(Self.gap(1))
    var iterator = service.events().makeAsyncIterator()
    #expect(try await iterator.next() == Self.gap(1))
  }

  @Test func `a subscriber whose task is cancelled stops waiting`() async throws {
    let reading = Task { await events(service.events()) }
    reading.cancel()
    #expect(await reading.value.error is CancellationError)
  }

  @Test func `states of the connection are reported between the events`() async throws {
    let log = Mutex<[String]>([])
    service.send(Self.gap(1))
    service.report(.connected)
    service.send(Self.gap(2))
    service.failEvents(with: broken)
    let sequence = service.events { connection in
      if case .connected = connection { log.withLock { $0.append("connected") } }
    }
    do { for try await _ in sequence { log.withLock { $0.append("event") } } } catch {}
    #expect(log.withLock { $0 } == ["event", "connected", "event"])
  }

  @Test func `an upload gets its response, and is noted`() async throws {
    let photo = try SamplePhoto.metadata(of: SamplePhoto.next())
    service.respondToUploads { _, _ in UploadedPhoto(photo: photo, isNew: true) }
    #expect(try await service.upload(data: Data([1]), caption: "Rex").photo == photo)
    #expect(service.uploads == [PhotoUpload(data: Data([1]), caption: "Rex")])
  }

  @Test func `the app's progress is the one that a response moves on`() async throws {
    service.respondToFetches { [broken] _, progress in
      (progress.totalUnitCount, progress.completedUnitCount) = (10, 3)
      throw broken
    }
    let photo = try SamplePhoto.metadata(of: SamplePhoto.next())
    let progress = Progress(totalUnitCount: 0)
    await #expect(throws: WoofError.self) { try await service.fetchPhoto(photo, progress: progress) }
    #expect(progress.completedUnitCount == 3)
    #expect(service.fetches == [.original(of: photo)])
  }

  @Test func `a cancelled progress ends a transfer whose response does not come`() async throws {
    let progress = Progress(totalUnitCount: 0)
    service.respondToUploads { _, progress in
      progress.cancel()
      try await Task.sleep(for: .seconds(3_600))
      throw WoofError(.internal, "Not cancelled.")
    }
    await #expect(throws: CancellationError.self) {
      try await service.upload(data: Data(), progress: progress)
    }
  }

  @Test func `a download puts the bytes into its file`() async throws {
    let folder = try TemporaryFolder()
    let photo = try SamplePhoto.metadata(of: SamplePhoto.next())
    service.respondToFetches { bytes, _ in try FetchedPhoto(id: bytes.id, data: Data("rex".utf8)) }
    let downloaded = try await service.download(photo, to: URL(fileURLWithPath: folder.path("rex.jpg")))
    #expect(folder.read("rex.jpg") == Array("rex".utf8))
    #expect(downloaded.digest == (try Digest(of: Data("rex".utf8))))
  }

  @Test func `a download of a variant into a folder asks for the name of its file`() async throws {
    let folder = try TemporaryFolder()
    let photo = try SamplePhoto.metadata(of: SamplePhoto.next())
    service.respondToFetches { bytes, _ in try FetchedPhoto(id: bytes.id, data: Data("rex".utf8)) }
    service.respond(to: FileNameRequest.self) { "\($0.bytes.variant ?? "").webp" }
    try await service.download(.variant("thumb", of: photo), intoFolder: URL(fileURLWithPath: folder.path))
    #expect(folder.names == ["thumb.webp"])
  }

  @Test func `an archive is put into its file, once all of it has been given`() async throws {
    let folder = try TemporaryFolder()
    let file = URL(fileURLWithPath: folder.path("lake.zip"))
    service.respondToArchives { [broken] _, progress in
      progress.completedUnitCount = 40
      throw broken
    }
    let progress = Progress(totalUnitCount: 100)
    await #expect(throws: WoofError.self) {
      try await service.downloadArchive(ofAlbum: SampleAlbum.id, to: file, progress: progress)
    }
    #expect(progress.completedUnitCount == 40 && folder.names.isEmpty)
    service.respondToArchives { _, _ in Data("rex".utf8) }
    let downloaded = try await service.downloadArchive(sharedBy: try SampleLink.shared(), to: file)
    #expect(downloaded == DownloadedArchive(file: file, byteCount: 3))
    #expect(folder.read("lake.zip") == Array("rex".utf8))
    #expect(service.archives == [.album(SampleAlbum.id), .shared(try SampleLink.shared())])
  }

  @Test func `a transfer without a response says how to give it one`() async throws {
    let error = try await failure { _ = try await StubService().upload(data: Data()) }
    #expect(error.code == .notImplemented)
    #expect(error.message.contains("respondToUploads(with:)"))
  }
}
