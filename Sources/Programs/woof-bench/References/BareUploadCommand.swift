// SPDX-License-Identifier: Apache-2.0

import CLinux
import COpenSSL
import Glibc
import WoofCommandLine
import WoofSystem

/// The least that a durable upload costs: a program that reads the socket, hashes with libssl, writes and fsyncs.
struct BareUploadCommand: Command {
  static let name = "upload"
  static let summary = "Reads uploads, hashes, writes and syncs them, and does nothing else."
  static let discussion = "What the upload benchmark runs beside the service. It listens until it is ended."

  private let port: Int
  private let folder: String

  init(from reader: inout ArgumentReader) {
    folder = reader.option("--data", .text("DIR"), default: "/tmp", "Where files are written.")
    port = reader.option("--port", .integer(in: 1...65_535), default: 9664, "Where to listen on 127.0.0.1.")
  }

  func run() async throws -> ExitCode {
    guard let listener = LoopbackSocket.listen(port: UInt16(port)) else {
      throw CommandFailure("no listening on port \(port): \(String(cString: strerror(errno)))")
    }
    var number = 0
    while true {
      let descriptor = woof_accept4(listener, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
      guard descriptor >= 0 else { continue }
      number += 1
      let prefix = "\(folder)/\(number)"
      SystemThread.start(named: "connection") { BareUploadConnection(descriptor: descriptor, prefix: prefix).serve() }
    }
  }
}

/// One connection of the bare program, on a thread of its own.
private final class BareUploadConnection {
  private static let response = Array("HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n".utf8)
  private static let blockSize = 262_144

  private let descriptor: Int32
  private let prefix: String
  private let digest = EVP_MD_CTX_new()
  private var block = [UInt8](repeating: 0, count: BareUploadConnection.blockSize)
  private var sum = [UInt8](repeating: 0, count: 32)

  init(descriptor: Int32, prefix: String) {
    self.descriptor = descriptor
    self.prefix = prefix
  }

  deinit {
    EVP_MD_CTX_free(digest)
    close(descriptor)
  }

  /// Takes uploads until the peer has gone. The client sends no request before it has the response to the last.
  func serve() {
    var number = 0
    while let (head, count) = readHead() {
      number += 1
      guard takeUpload(head, count, into: "\(prefix)-\(number)") else { return }
      _ = send(descriptor, Self.response, Self.response.count, Int32(MSG_NOSIGNAL))
    }
  }

  private func readHead() -> (BriefResponseHead, count: Int)? {
    var count = 0
    while true {
      let more = block.withUnsafeMutableBytes {
        recv(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count, 0)
      }
      guard more > 0 else { return nil }
      count += more
      if let head = BriefResponseHead(block[..<count]) { return (head, count) }
    }
  }

  private func takeUpload(_ head: BriefResponseHead, _ count: Int, into path: String) -> Bool {
    let file = woof_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(file) }
    EVP_DigestInit_ex(digest, EVP_sha256(), nil)
    var remaining = head.contentLength - (count - head.byteCount)
    guard keep(from: head.byteCount, to: count, in: file) else { return false }
    while remaining > 0 {
      let more = recv(descriptor, &block, min(block.count, remaining), 0)
      guard more > 0, keep(from: 0, to: more, in: file) else { return false }
      remaining -= more
    }
    var length: UInt32 = 0
    EVP_DigestFinal_ex(digest, &sum, &length)
    return fsync(file) == 0
  }

  private func keep(from start: Int, to end: Int, in file: Int32) -> Bool {
    block.withUnsafeBytes { bytes in
      let run = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      EVP_DigestUpdate(digest, run.baseAddress, run.count)
      return write(file, run.baseAddress, run.count) == run.count
    }
  }
}
