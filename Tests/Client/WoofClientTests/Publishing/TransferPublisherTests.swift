// SPDX-License-Identifier: Apache-2.0

import Combine
import Foundation
import HarnessTestKit
import Testing

@testable import TestKit
@testable import WoofClient

@Suite struct TransferPublisherTests {
  @Test func `a photo is fetched by a publisher`() async throws {
    let data = SamplePhoto.next()
    let fields = try SamplePhoto.fields(of: data)
    let service = try ScriptedService { _, _ in .init(fields: fields, pieces: [data]) }
    let photo = try SamplePhoto.metadata(of: data)
    let fetched = try await values(service.client().fetchPhotoPublisher(for: .original(of: photo)))
    #expect(fetched.map(\.data) == [data])
  }

  @Test func `a download into a folder is published, and so is the name of its file`() async throws {
    let data = SamplePhoto.next()
    var fields = try SamplePhoto.fields(of: data)
    fields["Content-Disposition"] = #"attachment; filename="rex.jpg""#
    let response = ScriptedService.Response(fields: fields, pieces: [data])
    let client = try ScriptedService { _, _ in response }.client()
    let folder = try TemporaryFolder()
    let bytes = PhotoBytes.original(of: try SamplePhoto.metadata(of: data))
    #expect(try await values(client.suggestedFileNamePublisher(of: bytes)) == ["rex.jpg"])
    let publisher = client.downloadPublisher(for: bytes, intoFolder: URL(fileURLWithPath: folder.path))
    #expect(try await values(publisher).map(\.file.lastPathComponent) == ["rex.jpg"])
    #expect(folder.names == ["rex.jpg"])
  }

  @Test func `a download to a file is published`() async throws {
    let data = SamplePhoto.next()
    let fields = try SamplePhoto.fields(of: data)
    let client = try ScriptedService { _, _ in .init(fields: fields, pieces: [data]) }.client()
    let folder = try TemporaryFolder()
    let file = URL(fileURLWithPath: folder.path("rex.jpg"))
    let publisher = client.downloadPublisher(for: .original(of: try SamplePhoto.metadata(of: data)), to: file)
    #expect(folder.names.isEmpty)
    #expect(try await values(publisher).map(\.file) == [file])
    #expect(Data(folder.read("rex.jpg")) == data)
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `uploads are published, of data and of a file`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let data = SamplePhoto.next()
      let file = URL(fileURLWithPath: service.folder.path("rex.jpg"))
      try data.write(to: file)
      #expect(try await values(ada.uploadPublisher(data: data, caption: "Rex")).map(\.photo.caption) == ["Rex"])
      #expect(try await values(ada.uploadPublisher(fromFile: file)).map(\.isNew) == [false])
    }
  }

  @Test func `cancelling the progress fails the publisher with an error not worth retrying`() async throws {
    let client = try ScriptedService { _, _ in .problem(.notFound) }.client()
    let photo = try SamplePhoto.metadata(of: SamplePhoto.next())
    let progress = Progress(totalUnitCount: 0)
    progress.cancel()
    let error = try await failure {
      _ = try await values(client.fetchPhotoPublisher(for: .original(of: photo), progress: progress))
    }
    #expect(error.code == .cancelled)
    #expect(!error.isWorthRetrying)
  }
}
