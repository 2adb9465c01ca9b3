// SPDX-License-Identifier: Apache-2.0

import CCurl
import Foundation

extension EasyHandle {
  /// Sets the way to the server.
  func setProxy(_ proxy: TransferProxy) {
    guard settledProxy != proxy else { return }
    settledProxy = proxy
    // What is empty, rather than missing, keeps libcurl from looking into the environment.
    set(CURLOPT_NOPROXY, "")
    switch proxy {
    case .direct: setProxy(url: "", credential: nil)
    case .server(let server): setProxy(url: server.url, credential: server.credential)
    case .socket: setProxy(url: "", credential: nil)
    }
    // Connections are used again only by what names the same socket: libcurl compares the path.
    set(CURLOPT_UNIX_SOCKET_PATH, proxy.socketPath)
  }

  private func setProxy(url: String, credential: TransferProxyServer.Credential?) {
    set(CURLOPT_PROXY, url)
    set(CURLOPT_PROXYUSERNAME, credential?.user)
    set(CURLOPT_PROXYPASSWORD, credential?.password)
    set(CURLOPT_PROXYAUTH, credential?.scheme == .digest ? CCURL_AUTH_DIGEST : CCURL_AUTH_BASIC)
  }

  /// Sets whom to trust. What libcurl compares decides which connections and TLS sessions are used again.
  func setTrust(_ trust: TransferTrust) {
    guard settledTrust != trust else { return }
    settledTrust = trust
    set(CURLOPT_CAINFO, trust.authorityFile ?? Self.systemAuthorityFile)
    set(CURLOPT_CAPATH, trust.authorityFile == nil ? Self.systemAuthorityFolder : nil)
    let pins = trust.pinnedKeys.map { "sha256//" + $0.base64EncodedString() }.joined(separator: ";")
    set(CURLOPT_PINNEDPUBLICKEY, pins.isEmpty ? nil : pins)
    set(CURLOPT_SSLVERSION, trust.minimumVersion.asMinimum | (trust.maximumVersion?.asMaximum ?? 0))
    // A session that is resumed brings no certificate that could be looked at.
    let mayResume = !trust.asks && trust.acceptedLeaf == nil && !trust.asksForIdentity && trust.givenIdentity == nil
    set(CURLOPT_SSL_SESSIONID_CACHE, mayResume ? 1 : 0)
    // Somebody who is asked may think for longer than libcurl would wait for a handshake.
    set(CURLOPT_CONNECTTIMEOUT, trust.asks || trust.asksForIdentity ? 604_800 : 0)
    setIdentity(trust.identity)
  }

  private func setIdentity(_ identity: TransferIdentity?) {
    setPEM(identity?.certificate, file: CURLOPT_SSLCERT, bytes: CURLOPT_SSLCERT_BLOB)
    setPEM(identity?.key, file: CURLOPT_SSLKEY, bytes: CURLOPT_SSLKEY_BLOB)
    set(CURLOPT_KEYPASSWD, identity?.keyPassword)
  }

  private func setPEM(_ source: TransferIdentity.Source?, file: CURLoption, bytes: CURLoption) {
    set(file, nil)
    setPointer(bytes, nil)
    switch source {
    case nil: break
    case .file(let path): set(file, path)
    case .bytes(let data):
      _ = data.withUnsafeBytes { ccurl_easy_set_blob(handle, bytes, $0.baseAddress, $0.count) }
    }
  }

  /// The file of authorities that is used if the configuration names no other.
  private static let systemAuthorityFile = "/etc/ssl/certs/ca-certificates.crt"
  private static let systemAuthorityFolder = "/etc/ssl/certs"
}

extension TransferProxyServer {
  fileprivate var url: String {
    let scheme =
      switch kind {
      case .http: "http"
      case .https: "https"
      case .socks4: "socks4a"
      case .socks5: "socks5h"
      }
    return "\(scheme)://\(host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host):\(port)"
  }
}

extension TransferTLSVersion {
  fileprivate var asMinimum: Int {
    switch self {
    case .tls10: CURL_SSLVERSION_TLSv1_0
    case .tls11: CURL_SSLVERSION_TLSv1_1
    case .tls12: CURL_SSLVERSION_TLSv1_2
    case .tls13: CURL_SSLVERSION_TLSv1_3
    }
  }

  fileprivate var asMaximum: Int { asMinimum << 16 }
}
