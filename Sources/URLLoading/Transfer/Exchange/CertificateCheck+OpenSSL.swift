import COpenSSL
import Foundation

extension CertificateCheck {
  func attach(to context: OpaquePointer) {}
}
