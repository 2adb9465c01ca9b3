// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

/// The certificates a server has shown, and what the system found about them: what `SecTrust` is on Apple's systems.
public final class ServerTrust: Sendable {
  /// In DER form: the server's own, then those that vouch for it.
  public let certificates: [Data]
  /// `true` if the server can be trusted without asking anybody: the chain leads to a trusted authority, is valid
  /// today, and is made for the host.
  public let isTrusted: Bool

  init(_ evaluation: TransferTrustEvaluation) {
    certificates = evaluation.certificates
    isTrusted = evaluation.verdict == .trusted
  }
}

/// The space of a server-trust challenge, which carries what is to be judged.
final class ServerTrustSpace: URLProtectionSpace, @unchecked Sendable {  // immutable, as its superclass
  let trust: ServerTrust

  init(_ origin: Origin, _ trust: ServerTrust) {
    self.trust = trust
    super.init(
      host: origin.host, port: origin.port, protocol: origin.scheme, realm: nil,
      authenticationMethod: NSURLAuthenticationMethodServerTrust)
  }
}

/// The space of a client-certificate challenge.
final class ClientCertificateSpace: URLProtectionSpace, @unchecked Sendable {  // immutable, as its superclass
  let authorities: [Data]

  init(_ origin: Origin, _ authorities: [Data]) {
    self.authorities = authorities
    super.init(
      host: origin.host, port: origin.port, protocol: origin.scheme, realm: nil,
      authenticationMethod: NSURLAuthenticationMethodClientCertificate)
  }
}

extension URLProtectionSpace {
  /// The names of the authorities that the server takes a client's certificate from, in DER form, in a challenge whose
  /// method is `NSURLAuthenticationMethodClientCertificate`; otherwise `nil`. Empty where any will do.
  public var distinguishedNames: [Data]? { (self as? ClientCertificateSpace)?.authorities }

  /// The certificates to be judged, in a challenge whose method is `NSURLAuthenticationMethodServerTrust`; otherwise
  /// `nil`.
  public var serverTrust: ServerTrust? { (self as? ServerTrustSpace)?.trust }
}

extension URLCredential {
  /// Accepts the server's certificate as it is; no other, and no other server's.
  public convenience init(trust: ServerTrust) {
    let leaf = trust.certificates.first.map(TransferTrust.digest) ?? Data()
    self.init(
      user: Self.trustMark + leaf.base64EncodedString(), password: Self.trustSecret, persistence: .forSession)
  }

  /// Shows the server a certificate.
  public convenience init(identity: ClientIdentity, persistence: Persistence = .forSession) {
    let files = [identity.certificateFile.absoluteString, identity.privateKeyFile.absoluteString]
    self.init(
      user: Self.identityMark + files.joined(separator: "\n"), password: identity.passphrase ?? "",
      persistence: persistence)
  }

  /// Shows the server a certificate.
  ///
  /// - Parameter certificates: Those between it and an authority. Here they are in the identity's file: these are not
  ///   looked at.
  public convenience init(identity: ClientIdentity, certificates: [Any]?, persistence: Persistence) {
    self.init(identity: identity, persistence: persistence)
  }

  /// The certificate and key that the credential shows a server; `nil` for a credential of another kind.
  public var identity: ClientIdentity? { clientIdentity }

  /// The certificates of ``identity``, its own first: each is `Data` in DER form. Empty for a credential of another kind,
  /// and where the file cannot be read.
  public var certificates: [Any] {
    guard let file = identity?.certificateFile, let text = try? String(contentsOf: file, encoding: .utf8) else {
      return []
    }
    return text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst().compactMap { part in
      let lines = part.components(separatedBy: "-----END CERTIFICATE-----")[0]
      return Data(base64Encoded: lines, options: .ignoreUnknownCharacters)
    }
  }

  /// Foundation's credentials hold user and password only: what is said about certificates is written into them.
  private static let identityMark = "client-identity\n"
  private static let trustMark = "server-trust\n"
  /// Nobody who types a name and a password can say that a certificate is good.
  private static let trustSecret = UUID().uuidString

  /// `true` if the credential is about certificates: it has no name and no password that could be sent or kept.
  var isOfCertificates: Bool {
    user.map { $0.hasPrefix(Self.identityMark) || $0.hasPrefix(Self.trustMark) } ?? false
  }

  /// The SHA-256 digest of the server's certificate that it accepts; `nil` for a credential that accepts none.
  var acceptedLeaf: Data? {
    guard let user, user.hasPrefix(Self.trustMark), password == Self.trustSecret else { return nil }
    return Data(base64Encoded: String(user.dropFirst(Self.trustMark.count)))
  }

  var clientIdentity: ClientIdentity? {
    guard let user, user.hasPrefix(Self.identityMark) else { return nil }
    let files = user.dropFirst(Self.identityMark.count).split(separator: "\n").compactMap { URL(string: String($0)) }
    guard files.count == 2 else { return nil }
    let passphrase = password?.isEmpty == false ? password : nil
    return ClientIdentity(certificateFile: files[0], privateKeyFile: files[1], passphrase: passphrase)
  }
}

/// A certificate with its private key, which a client shows to servers that ask who it is.
public struct ClientIdentity: Hashable, Sendable {
  /// The certificate, and those between it and one the server trusts, in PEM form.
  public var certificateFile: URL
  /// The private key in PEM form.
  public var privateKeyFile: URL
  /// The passphrase of the private key; `nil` if the key is not encrypted.
  public var passphrase: String?

  /// Names the files; they are read when a connection is made.
  public init(certificateFile: URL, privateKeyFile: URL, passphrase: String? = nil) {
    self.certificateFile = certificateFile
    self.privateKeyFile = privateKeyFile
    self.passphrase = passphrase
  }
}
