// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestKit
@testable import URLLoading

@Suite struct TransferTLSTests {
  /// A server for TLS with a certificate of an authority whose own is in a file.
  private struct House {
    let server: ScriptedServer
    let leaf: ServerCertificate
    let folder: TemporaryFolder
    var authorityFile: String { folder.path("authority.pem") }

    init(names: String = "DNS:localhost,IP:127.0.0.1", days: Int = 30) throws {
      let authority = try ServerCertificate()
      leaf = try ServerCertificate(names: names, days: days, authority: authority)
      server = try ScriptedServer(tls: leaf) { try $0.respondToAll(body: "woof") }
      folder = try TemporaryFolder()
      try folder.write(authority.pem, to: "authority.pem")
    }

    func request(_ trust: TransferTrust? = nil, host: String = "localhost") -> TransferRequest {
      var trust = trust ?? TransferTrust()
      trust.authorityFile = authorityFile
      return TransferRequest(url: server.url(scheme: "https", host: host), trust: trust)
    }
  }

  @Test(arguments: ["localhost", "127.0.0.1"])
  func `a server with a trusted authority is accepted`(host: String) async throws {
    let house = try House()
    let record = await load(house.request(host: host))
    #expect(record.text == "woof")
    let report = try #require(record.report)
    #expect(report.tls?.version == 0x0304)
    #expect(report.timings.secured != nil)
  }

  @Test func `an unknown authority ends the handshake, with the certificates in the error`() async throws {
    let house = try House()
    let record = await load(TransferRequest(url: house.server.url(scheme: "https")))
    let error = try #require(record.error)
    #expect(error.evaluation?.verdict == .unknownAuthority)
    #expect(error.evaluation?.certificates.first == Data(house.leaf.der))
    #expect(error.phase == .handshaking)
    #expect(error.code == 60)
    #expect(house.server.requestCount == 0)
  }

  @Test func `an expired certificate is refused`() async throws {
    let house = try House(days: -1)
    #expect(await load(house.request()).error?.evaluation?.verdict == .expired)
  }

  @Test(arguments: ["localhost", "127.0.0.1"])
  func `a certificate for another host is refused`(host: String) async throws {
    let house = try House(names: "DNS:elsewhere.example")
    #expect(await load(house.request(host: host)).error?.evaluation?.verdict == .wrongHost)
    #expect(house.server.requestCount == 0)
  }

  @Test func `a trusted server's chain is submitted for judgement, and acceptance continues`() async throws {
    let house = try House()
    let record = await load(house.request(TransferTrust(asks: true)), judging: true)
    let evaluation = try #require(record.evaluations.first)
    #expect(record.evaluations.count == 1)
    #expect(evaluation.verdict == .trusted)
    #expect(evaluation.certificates.count == 2)
    #expect(record.text == "woof")
    #expect(record.report?.timings.secured != nil)
    #expect(house.server.connectionCount == 1)
  }

  @Test(arguments: [true, false]) func `a decision left to the system has the default result`(isKnown: Bool)
    async throws
  {
    let house = try House()
    let trust = TransferTrust(asks: true)
    let unknown = TransferRequest(url: house.server.url(scheme: "https"), trust: trust)
    let record = await load(isKnown ? house.request(trust) : unknown, judging: false)
    #expect(record.evaluations.map(\.verdict) == [isKnown ? .trusted : .unknownAuthority])
    #expect(record.error?.evaluation?.verdict == (isKnown ? nil : .unknownAuthority))
    #expect(record.error?.code == (isKnown ? nil : 60))
    #expect(house.server.requestCount == (isKnown ? 1 : 0))
  }

  @Test func `an unknown authority is accepted if the judge accepts it`() async throws {
    let house = try House()
    let request = TransferRequest(url: house.server.url(scheme: "https"), trust: TransferTrust(asks: true))
    #expect(await load(request, judging: true).text == "woof")
    #expect(house.server.connectionCount == 1)
  }

  @Test func `a waiting handshake can be given up, and the next one waits, too`() async throws {
    let house = try House()
    let pool = TransferPool()
    for _ in 0..<20 {
      let recorder = TransferRecorder(judging: nil)
      let transfer = Transfer(house.request(TransferTrust(asks: true)), observer: recorder, pool: pool)
      pool.start(transfer)
      await recorder.judgementWanted.wait()
      transfer.cancel()
    }
    #expect(await load(house.request(TransferTrust(asks: true)), judging: true, in: pool).text == "woof")
    #expect(house.server.requestCount == 1)
  }

  @Test func `a waiting handshake delays no other transfer`() async throws {
    let house = try House()
    let pool = TransferPool()
    let recorder = TransferRecorder(judging: nil)
    let transfer = Transfer(house.request(TransferTrust(asks: true)), observer: recorder, pool: pool)
    pool.start(transfer)
    await recorder.judgementWanted.wait()
    #expect(await load(house.request(host: "127.0.0.1"), in: pool).text == "woof")
    transfer.judge(accepting: true)
    #expect(await recorder.end().text == "woof")
  }

  @Test func `the time for a decision does not count as idle`() {
    var flow = FlowControl()
    #expect(!flow.holdsAnything)
    flow.isJudged = true
    #expect(flow.holdsAnything)
    #expect(!flow.holdsReceiving && !flow.holdsSending)
  }

  @Test func `an accepted certificate is trusted whatever its faults are`() async throws {
    let house = try House(names: "DNS:elsewhere.example", days: -1)
    let digest = TransferTrust.digest(ofCertificate: Data(house.leaf.der))
    let trust = TransferTrust(acceptedLeaf: digest)
    #expect(await load(TransferRequest(url: house.server.url(scheme: "https"), trust: trust)).text == "woof")
  }

  @Test func `an accepted certificate does not accept another one`() async throws {
    let house = try House()
    let trust = TransferTrust(acceptedLeaf: Data(repeating: 7, count: 32))
    let record = await load(TransferRequest(url: house.server.url(scheme: "https"), trust: trust))
    #expect(record.error?.evaluation?.verdict == .unknownAuthority)
  }

  @Test func `a server with the pinned key is accepted`() async throws {
    let house = try House()
    let pin = TransferTrust.digest(ofCertificate: Data(house.leaf.publicKey))
    #expect(await load(house.request(TransferTrust(pinnedKeys: [Data(repeating: 0, count: 32), pin]))).text == "woof")
  }

  @Test func `a server with another key than the pinned one is refused`() async throws {
    let house = try House()
    let record = await load(house.request(TransferTrust(pinnedKeys: [Data(repeating: 0, count: 32)])))
    #expect(record.error?.code == 90)
    #expect(house.server.requestCount == 0)
  }

  @Test func `a server with only an older version of TLS is refused`() async throws {
    let house = try House()
    house.leaf.limit(toVersion: 0x0303)
    let record = await load(house.request(TransferTrust(minimumVersion: .tls13)))
    #expect(record.error?.code == 35)
    #expect(await load(house.request(TransferTrust(minimumVersion: .tls12))).report?.tls?.version == 0x0303)
  }

  @Test(arguments: [true, false])
  func `a client sends its certificate`(fromFiles: Bool) async throws {
    let house = try House()
    let authority = try ServerCertificate()
    let client = try ServerCertificate(authority: authority)
    house.leaf.requireClient(signedBy: authority)
    let identity = try Self.identity(of: client, in: fromFiles ? house.folder : nil)
    #expect(await load(house.request(TransferTrust(identity: identity))).text == "woof")
    #expect(await load(house.request()).error != nil)
  }

  @Test func `a handshake that waits for the client's certificate continues with it`() async throws {
    let house = try House()
    let authority = try ServerCertificate()
    house.leaf.requireClient(signedBy: authority)
    let recorder = TransferRecorder(judging: true)
    let pool = TransferPool()
    let transfer = Transfer(
      house.request(TransferTrust(asks: true, asksForIdentity: true)), observer: recorder, pool: pool)
    pool.start(transfer)
    await recorder.identityWanted.wait()
    transfer.identify(as: try Self.identity(of: ServerCertificate(authority: authority), in: nil))
    let record = await recorder.end()
    #expect(record.text == "woof")
    #expect(record.evaluations.count == 1)
    #expect(record.authorities == [[Data(authority.subject)]])
    #expect(record.offLoopCount == 0)
    #expect(house.server.connectionCount == 1)
  }

  @Test func `a handshake that waits for the client's certificate can be given up`() async throws {
    let house = try House()
    let authority = try ServerCertificate()
    house.leaf.requireClient(signedBy: authority)
    let pool = TransferPool()
    func start() async -> (Transfer, TransferRecorder) {
      let recorder = TransferRecorder(judging: true)
      let transfer = Transfer(house.request(TransferTrust(asksForIdentity: true)), observer: recorder, pool: pool)
      pool.start(transfer)
      await recorder.identityWanted.wait()
      return (transfer, recorder)
    }
    for _ in 0..<20 { await start().0.cancel() }
    let (transfer, recorder) = await start()
    transfer.identify(as: try Self.identity(of: ServerCertificate(authority: authority), in: nil))
    #expect(await recorder.end().text == "woof")
    #expect(house.server.requestCount == 1)
  }

  private static func identity(of client: ServerCertificate, in folder: TemporaryFolder?) throws -> TransferIdentity {
    guard let folder else {
      return TransferIdentity(certificate: .bytes(Data(client.pem)), key: .bytes(Data(client.keyPEM)))
    }
    try folder.write(client.pem, to: "client.pem")
    try folder.write(client.keyPEM, to: "client.key")
    return TransferIdentity(
      certificate: .file(path: folder.path("client.pem")), key: .file(path: folder.path("client.key")))
  }

  @Test func `TLS to a plain server fails in the handshake`() async throws {
    let server = try ScriptedServer { connection in
      _ = try connection.read(count: 16)
      try connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
    }
    let error = try #require(await load(TransferRequest(url: server.url(scheme: "https"))).error)
    #expect(error.phase == .handshaking)
    #expect(error.code == 35)
    #expect(error.evaluation == nil)
  }
}
