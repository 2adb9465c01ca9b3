// SPDX-License-Identifier: Apache-2.0

import CCurl
import CLinux

/// An easy handle of libcurl, used for one transfer after another. Confined to the loop's thread.
///
/// What is the same for all transfers is set once; what one transfer needs is set, and set back, by ``setUp(for:)``.
final class EasyHandle {
  let handle: UnsafeMutableRawPointer  // owned, freed in deinit
  let multi: MultiHandle
  /// The transfer it is used for.
  private(set) var transfer: Transfer?
  /// The index of the handle among those that run; -1 while it does not run.
  var position = -1
  /// `true` if it may be used again: not after it has held a credential, or has talked to a proxy.
  private(set) var isReusable = true
  private var isUsed = false
  var firstField = FirstFieldGuard()
  /// The check of the server's certificate; `nil` before a handshake.
  var certificateCheck: CertificateCheck?
  /// `true` if the transfer has come to its proper end.
  var isDone = false
  /// The deadline at which the transfer has been idle for too long.
  private(set) lazy var idleDeadline = LoopDeadline { [unowned self] in self.idleTimeIsUp() }
  /// The settings that are not set again where they have not changed.
  private var settledURL: String?
  private var settledDecoding: Bool?
  private var settledReceiveSize: TransferReceiveSize?
  var settledFields: TransferFields?
  var settledContent = TransferContentKind.unknown
  var settledTrust: TransferTrust?
  var settledProxy: TransferProxy?

  let message: UnsafeMutablePointer<CChar>  // owned, freed in deinit
  var fields = FieldList()

  init?(multi: MultiHandle) {
    guard let handle = curl_easy_init() else { return nil }
    self.handle = handle
    self.multi = multi
    message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    settle()
  }

  deinit {
    curl_easy_cleanup(handle)
    message.deallocate()
  }

  /// The object for one of libcurl's handles.
  static func of(_ handle: UnsafeMutableRawPointer?) -> EasyHandle? {
    guard let handle, let context = ccurl_easy_get_string(handle, CURLINFO_PRIVATE) else { return nil }
    return Unmanaged<EasyHandle>.fromOpaque(context).takeUnretainedValue()
  }

  // MARK: Setting it up

  /// Prepares it for a transfer.
  func setUp(for transfer: Transfer) throws(TransferSetUpError) {
    self.transfer = transfer
    message.pointee = 0
    isDone = false
    certificateCheck = nil
    let request = transfer.request
    guardFirstField(isUsed: isUsed)
    isUsed = true
    if request.proxy.isProxy { isReusable = false }
    if settledURL != request.url { set(CURLOPT_URL, request.url) }
    settledURL = request.url
    try setFields(of: request)
    setMethodAndBody(of: request)
    setDigest(request.digest)
    setDecoding(request.decodesContent)
    setReceiveSize(request.receiveSize)
    let offersHTTP2 = request.allowsHTTP2 && transfer.isSecure
    set(CURLOPT_HTTP_VERSION, offersHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
    set(CURLOPT_PIPEWAIT, offersHTTP2 && transfer.pool.settings.multiplexes ? 1 : 0)
    if offersHTTP2 { set(CURLOPT_STREAM_WEIGHT, request.streamWeight) }
    setProxy(request.proxy)
    if transfer.isSecure { setTrust(request.trust) }
  }

  /// Lets go of the transfer, and of all that was its own.
  func forgetTransfer() {
    transfer = nil
    certificateCheck = nil
    endFirstFieldGuard()
    if !isDone { set(CURLOPT_FORBID_REUSE, 0) }
    if settledFields == nil { forgetFields() }
    forgetContent()
  }

  private func setReceiveSize(_ size: TransferReceiveSize) {
    guard settledReceiveSize != size else { return }
    settledReceiveSize = size
    set(CURLOPT_BUFFERSIZE, size.rawValue)
  }

  private func setDecoding(_ decodes: Bool) {
    guard settledDecoding != decodes else { return }
    settledDecoding = decodes
    set(CURLOPT_ACCEPT_ENCODING, decodes ? "" : nil)
  }

  private func setDigest(_ digest: (user: String, password: String)?) {
    guard let digest else { return }
    isReusable = false
    set(CURLOPT_HTTPAUTH, CCURL_AUTH_DIGEST)
    set(CURLOPT_USERNAME, digest.user)
    set(CURLOPT_PASSWORD, digest.password)
  }

  // MARK: Options

  func set(_ option: CURLoption, _ value: Int) { ccurl_easy_set_long(handle, option, value) }

  func set(_ option: CURLoption, _ value: String?) { ccurl_easy_set_string(handle, option, value) }

  func setOffset(_ option: CURLoption, _ value: Int64) { ccurl_easy_set_offset(handle, option, Int(value)) }

  func setPointer(
    _ option: CURLoption,
    _ value: UnsafeMutableRawPointer?  // lives as long as libcurl uses it
  ) {
    ccurl_easy_set_pointer(handle, option, value)
  }

  // MARK: Steering

  /// Pauses and resumes the two directions. Inside, libcurl may give what it has kept.
  func pause(receiving: Bool, sending: Bool) {
    let mask = (receiving ? CURLPAUSE_RECV : 0) | (sending ? CURLPAUSE_SEND : 0)
    _ = multi.loop.insideLibrary { curl_easy_pause(handle, mask) }
    multi.loop.touch(multi)
  }

  /// Has libcurl go on with a transfer that waits for nothing that it knows of.
  func nudge(_ flow: FlowControl) {
    pause(receiving: true, sending: true)
    pause(receiving: false, sending: false)
    if flow.holdsReceiving || flow.holdsSending { pause(receiving: flow.holdsReceiving, sending: flow.holdsSending) }
  }
}

extension TransferRequest {
  /// The weight of a stream of HTTP/2, of which 16 is the usual one.
  fileprivate var streamWeight: Int {
    guard priority >= 0 else { return 16 }
    return max(1, Int(min(1, priority) * 32))
  }
}

/// Why a transfer cannot even begin.
struct TransferSetUpError: Error {
  var cause: TransferError.Cause
  var message: String
}
