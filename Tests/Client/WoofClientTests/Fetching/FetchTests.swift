// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@testable import WoofClient

@Suite struct FetchTests {
  private let data = SamplePhoto.large(byteCount: 200_000)

  /// A service that responds as a test says, of whose photo a test knows everything.
  private func serving(
    _ data: Data? = nil, _ change: @escaping @Sendable (inout ScriptedService.Response) -> Void = { _ in }
  ) throws -> (ScriptedService, PhotoMetadata) {
    let sent = data ?? self.data
    let fields = try SamplePhoto.fields(of: sent)
    let service = try ScriptedService { _, _ in
      var response = ScriptedService.Response(fields: fields, pieces: [sent])
      change(&response)
      return response
    }
    return (service, try SamplePhoto.metadata(of: sent))
  }

  @Test func `a photo arrives byte for byte, with the findings of its transformers`() async throws {
    let (service, photo) = try serving()
    let fetched = try await service.client().fetchPhoto(photo)
    #expect(fetched.data == data)
    #expect(fetched.digest == photo.digest)
    #expect(fetched.findings.type == .jpeg)
    #expect((fetched.findings.width, fetched.findings.height) == (16, 16))
    #expect(service.requests.map { $0.url?.path } == ["/v1/photos/\(photo.id)/original"])
  }

  @Test func `a photo known only by its id is checked against the response's digest`() async throws {
    let (service, photo) = try serving()
    #expect(try await service.client().fetchPhoto(photo.id).digest == photo.digest)
  }

  @Test func `an entity tag serves as a digest`() async throws {
    let (service, photo) = try serving { $0.fields["Repr-Digest"] = nil }
    #expect(try await service.client().fetchPhoto(photo.id).digest == photo.digest)
  }

  @Test func `bytes without anything to check them against are refused`() async throws {
    let (service, photo) = try serving { response in
      (response.fields["Repr-Digest"], response.fields["ETag"]) = (nil, nil)
    }
    let error = try await failure { _ = try await service.client().fetchPhoto(photo.id) }
    #expect(error.code == .invalidServerResponse)
    #expect(error.message.contains("Repr-Digest"))
  }

  @Test func `a variant is asked for by its name`() async throws {
    let (service, photo) = try serving()
    _ = try await service.client().fetchPhoto(.variant("thumb/1", of: photo))
    #expect(service.requests.first?.url?.absoluteString.hasSuffix("/v1/photos/\(photo.id)/variants/thumb%2F1") == true)
  }

  @Test func `progress counts the bytes`() async throws {
    let (service, photo) = try serving()
    let progress = Progress(totalUnitCount: 0)
    _ = try await service.client().fetchPhoto(photo, progress: progress)
    #expect(progress.completedUnitCount == Int64(data.count))
    #expect(progress.totalUnitCount == Int64(data.count))
  }

  @Test func `cancelling the progress ends the transfer`() async throws {
    let (service, photo) = try serving { $0.ending = .open }
    let progress = Progress(totalUnitCount: 0)
    let client = service.client()
    let task = Task { try await client.fetchPhoto(photo, progress: progress) }
    while progress.completedUnitCount == 0 { await Task.yield() }
    progress.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
  }

  @Test func `cancelling the task ends the transfer`() async throws {
    let (service, photo) = try serving { $0.ending = .open }
    let (progress, client) = (Progress(totalUnitCount: 0), service.client())
    let task = Task { try await client.fetchPhoto(photo, progress: progress) }
    while progress.completedUnitCount == 0 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
  }

  // MARK: What is wrong with the bytes

  @Test func `bytes of another digest than the photo's are refused`() async throws {
    let (service, _) = try serving()
    let other = try SamplePhoto.metadata(of: SamplePhoto.next())
    let error = try await failure { _ = try await service.client().fetchPhoto(.original(of: other)) }
    #expect(error.code == .digestMismatch)
  }

  @Test func `bytes of another digest than announced are refused`() async throws {
    let announced = try SamplePhoto.fields(of: SamplePhoto.next())
    let (service, photo) = try serving { response in
      response.fields["Repr-Digest"] = announced["Repr-Digest"]
      response.fields["ETag"] = nil
    }
    let error = try await failure { _ = try await service.client().fetchPhoto(photo.id) }
    #expect(error.code == .digestMismatch)
  }

  @Test func `a response with more bytes than the photo is cut off`() async throws {
    let endless = data + Data(count: 1)
    let (service, photo) = try serving { response in
      (response.pieces, response.ending) = ([endless], .open)
      response.fields["Content-Length"] = nil
    }
    let error = try await failure { _ = try await service.client().fetchPhoto(photo) }
    #expect(error.code == .digestMismatch)
  }

  @Test(arguments: ["GIF89a and no picture", "<!DOCTYPE html><title>Sign in</title>", "%PDF-1.7", ""])
  func `bytes that are not a picture are refused, whatever their digest is`(text: String) async throws {
    let (service, photo) = try serving(Data(text.utf8))
    do {
      _ = try await service.client().fetchPhoto(.original(of: photo.id))
      Issue.record("taken for a photo")
    } catch WoofError.Code.unsupportedImage {
    }
  }

  @Test func `a truncated picture is refused with its position, even with the right digest`() async throws {
    let (service, photo) = try serving(data.dropLast(10) + Data())
    let error = try await failure { _ = try await service.client().fetchPhoto(photo) }
    #expect(error.code == .unsupportedImage)
    #expect(error.details["transformer"] == "structure")
    #expect(error.details["offset"] != nil)
  }

  // MARK: Transformers

  private struct Refusing: PhotoTransforming, PhotoInspecting {
    let name = "refusing"
    let version = 1

    func makeInspection() -> any PhotoInspecting { self }
    mutating func consume(_ bytes: RawSpan) {}
    func finish() throws(PhotoRejection) -> PhotoFindings {
      throw PhotoRejection(transformer: name, reason: "there is no dog in it")
    }
  }

  @Test func `the app's own transformer can refuse a photo`() async throws {
    let (service, photo) = try serving()
    let error = try await failure { _ = try await service.client(transformers: [Refusing()]).fetchPhoto(photo) }
    #expect(error.code == .unsupportedImage)
    #expect(error.message.contains("there is no dog in it"))
  }

  @Test func `without transformers any bytes with the right digest are accepted`() async throws {
    let (service, photo) = try serving(Data("woof".utf8))
    #expect(try await service.client(transformers: []).fetchPhoto(photo).data == Data("woof".utf8))
  }

  // MARK: Breaks

  /// A service that breaks off after so many bytes, and goes on where it is asked to.
  private func breaking(
    every count: Int, of data: Data,
    resuming: @escaping @Sendable (inout ScriptedService.Response, Int) -> Void = { _, _ in }
  ) throws -> ScriptedService {
    let fields = try SamplePhoto.fields(of: data)
    return try ScriptedService.onSocket({ request, number in
      var start = 0
      var response = ScriptedService.Response(fields: fields)
      if let range = request.value(forHTTPHeaderField: "Range"),
        request.value(forHTTPHeaderField: "If-Range") == fields["ETag"]
      {
        start = Int(range.dropFirst("bytes=".count).dropLast()) ?? 0
        response.status = 206
        response.fields["Content-Range"] = "bytes \(start)-\(data.count - 1)/\(data.count)"
        response.fields["Content-Length"] = "\(data.count - start)"
      }
      let end = min(start + count, data.count)
      response.pieces = [data[start..<end]]
      response.ending = end == data.count ? .complete : .failure(.networkConnectionLost)
      resuming(&response, number)
      return response
    })
  }

  private let patient = RetryPolicy(maximumAttempts: 2, budget: 0)

  @Test func `a broken transfer resumes where it was`() async throws {
    let service = try breaking(every: 17_000, of: data)
    let fetched = try await service.client(retryPolicy: patient).fetchPhoto(try SamplePhoto.metadata(of: data))
    #expect(fetched.data == data)
    #expect(service.requests.count == (data.count + 16_999) / 17_000)
    #expect(service.requests.last?.value(forHTTPHeaderField: "Range") == "bytes=\(data.count / 17_000 * 17_000)-")
  }

  @Test func `a service that sends everything again is read from the beginning`() async throws {
    let (service, photo) = try serving()
    let all = self.data
    let fields = try SamplePhoto.fields(of: all)
    let stubborn = try ScriptedService.onSocket({ _, number in
      number == 0
        ? .init(fields: fields, pieces: [all.prefix(50_000)], ending: .failure(.networkConnectionLost))
        : .init(fields: fields, pieces: [all])
    })
    #expect(try await stubborn.client(retryPolicy: patient).fetchPhoto(photo).data == all)
    #expect(service.requests.isEmpty)
  }

  @Test func `a part other than the requested one is refused`() async throws {
    let count = data.count
    let service = try breaking(every: 150_000, of: data) { response, number in
      if number == 1 { response.fields["Content-Range"] = "bytes 7-\(count - 1)/\(count)" }
      if number > 1 { response.ending = .complete }
    }
    let error = try await failure {
      _ = try await service.client(retryPolicy: patient).fetchPhoto(try SamplePhoto.metadata(of: data))
    }
    #expect(error.code == .connectionLost)
  }

  @Test(arguments: [URLError.Code.networkConnectionLost, .zeroByteResource])
  func `a transfer that never resumes fails`(code: URLError.Code) async throws {
    let service = try ScriptedService { _, _ in .failure(code) }
    let error = try await failure {
      _ = try await service.client(retryPolicy: RetryPolicy(maximumAttempts: 3))
        .fetchPhoto(try SamplePhoto.metadata(of: data))
    }
    #expect(error.code == .connectionLost)
    #expect(service.requests.count == 3)
  }
}
