// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestKit
@testable import URLLoading

@Suite struct TransferCancellationTests {
  @Test func `cancelling closes the connection silently`() async throws {
    let gone = Gate()
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nwoof")
      _ = try connection.waitForEnd()
      gone.open()
    }
    let pool = TransferPool()
    let recorder = TransferRecorder()
    let transfer = Transfer(TransferRequest(url: server.url()), observer: recorder, pool: pool)
    pool.start(transfer)
    await recorder.bodyReceived.wait()
    transfer.cancel()
    await gone.wait()
    #expect(recorder.current.endCount == 0)
    #expect(recorder.current.text == "woof")
  }

  @Test func `cancelling while content is sent closes the connection`() async throws {
    let gone = Gate()
    let begun = Gate()
    let server = try ScriptedServer { connection in
      _ = try connection.readHead()
      begun.open()
      _ = try connection.waitForEnd()
      gone.open()
    }
    let pool = TransferPool()
    let recorder = TransferRecorder()
    let request = TransferRequest(url: server.url(), method: "PUT", body: .pulled(EndlessSource(), count: nil))
    let transfer = Transfer(request, observer: recorder, pool: pool)
    pool.start(transfer)
    await begun.wait()
    transfer.cancel()
    await gone.wait()
    #expect(recorder.current.endCount == 0)
  }

  @Test func `a transfer that is cancelled before it is started never begins`() async throws {
    let server = try ScriptedServer { try $0.respondToAll() }
    let pool = TransferPool()
    let recorder = TransferRecorder()
    let transfer = Transfer(TransferRequest(url: server.url()), observer: recorder, pool: pool)
    transfer.cancel()
    pool.start(transfer)
    await load(TransferRequest(url: server.url()), in: pool)
    #expect(server.requestCount == 1)
    #expect(recorder.current.endCount == 0)
  }

  @Test(arguments: CancellingObserver.Moment.allCases)
  func `cancelling from within a callback ends the callbacks`(moment: CancellingObserver.Moment) async throws {
    let gone = Gate()
    let server = try ScriptedServer { connection in
      _ = try connection.readHead()
      try connection.send("HTTP/1.1 103 Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nwoof")
      _ = try connection.waitForEnd()
      gone.open()
    }
    let pool = TransferPool()
    let observer = CancellingObserver(moment)
    let request = TransferRequest(url: server.url(), method: "PUT", body: .bytes(Data(count: 100_000)))
    pool.start(Transfer(request, observer: observer, pool: pool))
    await gone.wait()
    await withCheckedContinuation { continuation in pool.perform { continuation.resume() } }
    #expect(observer.callsAfterwards == 0)
  }

  @Test func `closing a pool ends running transfers and starts no others`() async throws {
    let gone = Gate()
    let begun = Gate()
    let server = try ScriptedServer { connection in
      guard try connection.readRequest() != nil else { return }
      begun.open()
      _ = try connection.waitForEnd()
      gone.open()
    }
    let pool = TransferPool()
    let recorder = TransferRecorder()
    pool.start(Transfer(TransferRequest(url: server.url()), observer: recorder, pool: pool))
    await begun.wait()
    pool.close()
    await gone.wait()
    #expect(await load(TransferRequest(url: server.url()), in: pool).error != nil)
    #expect(recorder.current.endCount == 0)
  }

  @Test func `cancelling at any moment from any thread leaves nothing behind`() async throws {
    let server = try ScriptedServer { connection in
      while let request = try connection.readRequest() {
        if request.target == "/reset" { return connection.reset() }
        try connection.respond(
          request.target == "/error" ? "500 Oops" : "200 OK", body: String(repeating: "w", count: 999))
      }
    }
    let pool = TransferPool(settings: TransferPoolSettings(maximumConnectionsPerHost: 4))
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<300 {
        group.addTask {
          var generator = SeededGenerator(seed: UInt64(index))
          let path = ["/", "/error", "/reset"][index % 3]
          let recorder = TransferRecorder()
          let transfer = Transfer(TransferRequest(url: server.url(path)), observer: recorder, pool: pool)
          pool.start(transfer)
          for _ in 0..<(generator.below(2_000)) { _ = recorder.ended.isOpen }
          transfer.cancel()
          #expect(recorder.current.endCount <= 1)
        }
      }
    }
    #expect(await load(TransferRequest(url: server.url()), in: pool).report != nil)
  }
}

/// Content without an end.
private final class EndlessSource: TransferBodySource {
  func read(into buffer: UnsafeMutableRawBufferPointer) -> TransferBodyRead { .count(buffer.count) }
}
