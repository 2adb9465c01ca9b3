// SPDX-License-Identifier: Apache-2.0

import CCurl
import CLinux
import Glibc

extension EasyHandle {
  /// Sets what is the same for all transfers.
  func settle() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    setPointer(CURLOPT_PRIVATE, context)
    setPointer(CURLOPT_ERRORBUFFER, message)
    ccurl_easy_set_write(handle, CURLOPT_WRITEFUNCTION, easyReceives)
    setPointer(CURLOPT_WRITEDATA, context)
    ccurl_easy_set_write(handle, CURLOPT_HEADERFUNCTION, easyReceivesLine)
    setPointer(CURLOPT_HEADERDATA, context)
    ccurl_easy_set_read(handle, easyReads)
    setPointer(CURLOPT_READDATA, context)
    ccurl_easy_set_seek(handle, easySeeks)
    setPointer(CURLOPT_SEEKDATA, context)
    ccurl_easy_set_progress(handle, easyMakesProgress)
    setPointer(CURLOPT_XFERINFODATA, context)
    ccurl_easy_set_resolver_start(handle, easyResolves)
    setPointer(CURLOPT_RESOLVER_START_DATA, context)
    ccurl_easy_set_open_socket(handle, easyOpensSocket)
    setPointer(CURLOPT_OPENSOCKETDATA, context)
    // A connection outlives the transfer that has opened it, and so does this.
    ccurl_easy_set_close_socket(handle, easyClosesSocket)
    setPointer(CURLOPT_CLOSESOCKETDATA, Unmanaged.passUnretained(multi.loop).toOpaque())
    ccurl_easy_set_before_request(handle, easyIsAboutToSend)
    setPointer(CURLOPT_PREREQDATA, context)
    ccurl_easy_set_tls_context(handle, easyMakesTLSContext)
    setPointer(CURLOPT_SSL_CTX_DATA, context)
    settleFirstFieldGuard()
    set(CURLOPT_NOSIGNAL, 1)
    // Otherwise a transfer that ends while a name is being looked up holds up all others.
    set(CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_PATH_AS_IS, 1)
    set(CURLOPT_UPLOAD_BUFFERSIZE, 128 * 1024)
    // The certificate check looks at the host's name.
    set(CURLOPT_SSL_VERIFYHOST, 0)
  }
}

private func easy(_ context: UnsafeMutableRawPointer?) -> EasyHandle? {
  context.map { Unmanaged<EasyHandle>.fromOpaque($0).takeUnretainedValue() }
}

private func easyReceives(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let transfer = easy(context)?.transfer else { return Int(CURL_WRITEFUNC_ERROR) }
  return transfer.receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
}

private func easyReceivesLine(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  guard let easy = easy(context), let transfer = easy.transfer, easy.hasTaken(line) else {
    return Int(CURL_WRITEFUNC_ERROR)
  }
  return transfer.receiveLine(line)
}

private func easyReads(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let transfer = easy(context)?.transfer else { return Int(CURL_READFUNC_ABORT) }
  return transfer.readBody(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
}

private func easySeeks(_ context: UnsafeMutableRawPointer?, _ offset: curl_off_t, _ origin: Int32) -> Int32 {
  guard let transfer = easy(context)?.transfer, origin == SEEK_SET, transfer.rewindBody(to: Int64(offset)) else {
    return CURL_SEEKFUNC_FAIL
  }
  return CURL_SEEKFUNC_OK
}

private func easyMakesProgress(
  _ context: UnsafeMutableRawPointer?, _: curl_off_t, _: curl_off_t, _: curl_off_t, _ sent: curl_off_t
) -> Int32 {
  easy(context)?.transfer?.hasSent(Int64(sent))
  return 0
}

private func easyResolves(
  _: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  easy(context)?.transfer?.reached(.resolving)
  return 0
}

private func easyOpensSocket(
  _ context: UnsafeMutableRawPointer?, _: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let easy = easy(context), let address = address?.pointee else { return CURL_SOCKET_BAD }
  let descriptor = socket(address.family, address.socktype | Int32(SOCK_CLOEXEC.rawValue), address.protocol)
  guard descriptor >= 0 else { return CURL_SOCKET_BAD }
  easy.multi.loop.sockets.opened(descriptor)
  easy.transfer?.reached(.connecting)
  return descriptor
}

private func easyClosesSocket(_ context: UnsafeMutableRawPointer?, _ descriptor: curl_socket_t) -> Int32 {
  if let context {
    Unmanaged<TransferLoop>.fromOpaque(context).takeUnretainedValue().sockets.willClose(descriptor)
  }
  return close(descriptor)
}

private func easyIsAboutToSend(
  _ context: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<CChar>?, _: UnsafeMutablePointer<CChar>?, _: Int32,
  _: Int32
) -> Int32 {
  easy(context)?.transfer?.mayBeSent() == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}

private func easyMakesTLSContext(
  _: UnsafeMutableRawPointer?, _ tls: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?
) -> CURLcode {
  guard let easy = easy(context), let transfer = easy.transfer, let tls else { return CURLE_SSL_CERTPROBLEM }
  transfer.reached(.handshaking)
  var trust = transfer.request.trust
  // The first handshake is that with the proxy, which nobody is asked about.
  if transfer.request.proxy.speaksTLS, easy.certificateCheck == nil { trust.askNobody() }
  let check = CertificateCheck(trust: trust, url: transfer.request.url) { [weak transfer] in
    transfer?.handshakeWaits()
  }
  easy.certificateCheck = check
  return check.attach(to: OpaquePointer(tls)) ? CURLE_OK : CURLE_SSL_CERTPROBLEM
}
