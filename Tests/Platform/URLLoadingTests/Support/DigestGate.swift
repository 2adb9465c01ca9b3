// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Foundation
import Synchronization

/// The server's side of Digest (RFC 7616): hands out nonces, and looks at every part of what comes back.
final class DigestGate: Sendable {
  struct Verdict: Sendable {
    var isAdmitted: Bool
    /// Why not.
    var reason = ""
    /// The field that asks again.
    var challenge = ""
  }

  private struct State {
    var nonces: [String: Int] = [:]
    var staleLeft: Int
    var admitted = 0
  }

  private let algorithm: String
  private let field: String
  private let state: Mutex<State>

  /// - Parameters:
  ///   - algorithm: `MD5`, `SHA-256`, or one of them with `-sess`.
  ///   - staleCount: How many right credentials are turned down because their nonce is too old.
  ///   - isProxy: Whether it is a proxy that asks.
  init(_ algorithm: String, staleCount: Int = 0, isProxy: Bool = false) {
    self.algorithm = algorithm
    field = isProxy ? "Proxy" : "WWW"
    state = Mutex(State(staleLeft: staleCount))
  }

  /// How many requests were let in.
  var admittedCount: Int { state.withLock { $0.admitted } }

  /// Whether a request is from Ada, whose password is `1`.
  func judge(_ request: ReceivedRequest) -> Verdict {
    let name = field == "Proxy" ? "proxy-authorization" : "authorization"
    guard let value = request.field(name) else { return refusal("no credential") }
    guard value.hasPrefix("Digest ") else { return refusal("another scheme") }
    let said = Self.parameters(value.dropFirst("Digest ".count))
    if let fault = fault(in: said, of: request) { return refusal(fault) }
    return state.withLock { state in
      let nonce = said["nonce"] ?? ""
      let count = Int(said["nc"] ?? "", radix: 16) ?? 0
      guard let last = state.nonces[nonce] else { return refusal("an unknown nonce", &state) }
      guard count > last else { return refusal("a count that was used", &state) }
      state.nonces[nonce] = count
      guard state.staleLeft == 0 else {
        state.staleLeft -= 1
        state.nonces[nonce] = nil
        return refusal("stale", &state, isStale: true)
      }
      state.admitted += 1
      return Verdict(isAdmitted: true)
    }
  }

  private func refusal(_ reason: String) -> Verdict { state.withLock { refusal(reason, &$0) } }

  private func refusal(_ reason: String, _ state: inout State, isStale: Bool = false) -> Verdict {
    let nonce = "\(UInt64.random(in: 0 ... .max))"
    state.nonces[nonce] = 0
    let challenge =
      "\(field)-Authenticate: Digest realm=\"Dogs & Cats\", qop=\"auth\", algorithm=\(algorithm), nonce=\"\(nonce)\","
      + " opaque=\"5ccc\"" + (isStale ? ", stale=true" : "")
    return Verdict(isAdmitted: false, reason: reason, challenge: challenge)
  }

  /// What is wrong with a response, but for its nonce.
  private func fault(in said: [String: String], of request: ReceivedRequest) -> String? {
    let (user, realm, uri) = (said["username"] ?? "", said["realm"] ?? "", said["uri"] ?? "")
    guard user == "ada", realm == "Dogs & Cats" else { return "another user or realm" }
    // A proxy is asked for a whole URL, of which libcurl proves the path.
    guard uri == request.target || field == "Proxy" && request.target.hasSuffix(uri) else {
      return "another target: \(uri)"
    }
    guard said["qop"] == "auth", said["opaque"] == "5ccc", said["algorithm"] ?? "MD5" == algorithm else {
      return "another offer"
    }
    guard let clientNonce = said["cnonce"], !clientNonce.isEmpty, said["nc"]?.count == 8 else { return "no count" }
    let nonce = said["nonce"] ?? ""
    var secret = hash("\(user):\(realm):1")
    if algorithm.hasSuffix("-sess") { secret = hash("\(secret):\(nonce):\(clientNonce)") }
    let message = "\(nonce):\(said["nc"] ?? ""):\(clientNonce):auth:\(hash("\(request.method):\(uri)"))"
    return said["response"] == hash("\(secret):\(message)") ? nil : "a wrong password"
  }

  private func hash(_ text: String) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    var count: UInt32 = 0
    let bytes = Array(text.utf8)
    EVP_Digest(bytes, bytes.count, &digest, &count, algorithm.hasPrefix("MD5") ? EVP_md5() : EVP_sha256(), nil)
    return digest.prefix(Int(count)).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  private static func parameters(_ text: Substring) -> [String: String] {
    var found: [String: String] = [:]
    for part in text.split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1).map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: " \""))
      }
      if pair.count == 2 { found[pair[0]] = pair[1] }
    }
    return found
  }
}

extension ServerConnection {
  /// Responds to all requests of the connection, where a gate admits them, with what they brought.
  func respondToAll(admittedBy gate: DigestGate) throws {
    while let request = try readRequest() {
      let verdict = gate.judge(request)
      if verdict.isAdmitted {
        try respond(body: "in:\(request.text)")
      } else {
        try respond("401 Unauthorized", [verdict.challenge], body: verdict.reason)
      }
    }
  }
}
