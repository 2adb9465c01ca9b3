import CCurl
import COpenSSL

/// The ways for a handshake to wait while somebody is asked about a certificate, and all other transfers go on.
enum HandshakeWaiting {
  /// OpenSSL leaves the handshake, and asks again when libcurl goes on with it: libcurl 8.3 and newer know of that.
  case retry
  /// OpenSSL runs the handshake on a stack of its own, which is left in the middle: libcurl has known of that for long,
  /// but newer ones wait for the server then.
  case fiber
  /// It cannot wait: the handshake is ended, and another one made when somebody has been asked.
  case impossible

  /// The way that these libraries have.
  static let way: HandshakeWaiting =
    curl_version_info(CURLVERSION_FIRST).pointee.version_num >= 0x08_03_00
    ? .retry : ASYNC_is_capable() == 1 ? .fiber : .impossible
}
