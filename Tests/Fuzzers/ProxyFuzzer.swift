// SPDX-License-Identifier: Apache-2.0

@testable import WoofHTTP

/// Reads the input as the header of a proxy, in one piece and in pieces, and as what a client sends in the fields in which
/// its proxy then says who it is.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzProxies(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))  // libFuzzer lends the bytes for the call
  let whole = bytes.withUnsafeBytes { ProxyHeader.parse($0) }
  precondition(whole == parse(bytes, pieceCount: 1 + Int(bytes.last ?? 0) % 61), "the result depends on the cut")
  if case .header(let header, let consumed) = whole {
    precondition(consumed <= bytes.count && consumed <= ProxyHeader.byteLimit)
    if let source = header.source {
      precondition(IPAddress(source.description) == source, "an address is not what it was")
    }
  }
  for fields in TrustedProxies.Fields.allCases { checkThatNobodyIsImpersonated(bytes, fields) }
  return 0
}

private func parse(_ bytes: [UInt8], pieceCount: Int) -> ProxyHeader.Result {
  for end in stride(from: min(pieceCount, bytes.count), to: bytes.count, by: pieceCount) {
    let result = bytes.withUnsafeBytes { ProxyHeader.parse(UnsafeRawBufferPointer(rebasing: $0[..<end])) }
    if result != .needsMore { return result }
  }
  return bytes.withUnsafeBytes { ProxyHeader.parse($0) }
}

/// Whatever a client sends, the proxy's word behind it counts; at worst the proxy is taken for the client.
private func checkThatNobodyIsImpersonated(_ bytes: [UInt8], _ kind: TrustedProxies.Fields) {
  guard let network = IPNetwork("10.0.0.0/8") else { return }
  let proxies = TrustedProxies(networks: [network], fields: kind)
  let proxy = HTTPPeer(address: "10.0.0.1", port: 1, isSecure: false)
  let name: HTTPFieldName = kind == .forwarded ? .forwarded : .xForwardedFor
  let word = kind == .forwarded ? "for=203.0.113.9" : "203.0.113.9"
  var sameLine = HTTPFields()
  sameLine.append(name, utf8: bytes + Array(", \(word)".utf8))
  let client = proxies.client(behind: proxy, saying: sameLine)
  let isTheClient = client.address == "203.0.113.9" || client == proxy && kind == .forwarded
  precondition(isTheClient, "a client named itself")
  var ownLine = HTTPFields()
  ownLine.append(name, utf8: bytes)
  ownLine.append(name, word)
  precondition(proxies.client(behind: proxy, saying: ownLine).address == "203.0.113.9", "a client named itself")
}
