// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofConfiguration
internal import WoofHTTP
internal import WoofAPI

/// The hosts that requests may name, and the origins whose pages may use the service; keys of the section that has them.
struct OriginSettings {
  /// The service's own origins, and those of web clients that may use it from elsewhere.
  let configuration: OriginConfiguration
  private let furtherHosts: [String]

  init(from reader: inout ConfigurationReader) {
    let own = reader.value(
      "origins", .list(of: .origin), default: [],
      "Where browsers find the service, as https://photos.example.org: requests may name these hosts, and pages from "
        + "there may change things.")
    furtherHosts = reader.value(
      "hosts", .list(of: .hostName), default: [],
      "Further hosts that requests may name, without a port; *.example.org stands for all names with one more label, and "
        + "* for any. Addresses, localhost, the names of this machine, of listen and of the TLS certificate need not be "
        + "given.")
    let clients: CrossOriginSettings = reader.section(
      "crossOrigin", "Web clients that are served from elsewhere (CORS).")
    configuration = clients.configuration(own: own)
  }

  /// The hosts that requests may name, where the service listens at these addresses.
  func hosts(listeningAt addresses: [ListenAddress]) -> HTTPHostRule {
    HTTPHostRule(
      names: configuration.own.map(\.host) + furtherHosts + addresses.compactMap(\.hostName) + Self.machineNames)
  }

  /// The names of this machine, in its network and by multicast DNS (RFC 6762); no stranger can make them lead
  /// elsewhere.
  private static var machineNames: [String] {
    let name = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { room in
      guard let base = room.baseAddress, gethostname(base, room.count - 1) == 0 else { return "" }
      room[room.count - 1] = 0
      return String(cString: base)
    }
    guard let label = name.split(separator: ".").first else { return [] }
    return [name, String(label), "\(label).local"]
  }
}

/// Web clients that are served from elsewhere.
struct CrossOriginSettings: ConfigurationSection {
  private let clients: [HTTPOrigin]
  private let sharesCredentials: Bool
  private let preflightLifetime: Duration

  init(from reader: inout ConfigurationReader) {
    clients = reader.value(
      "origins", .list(of: .origin), default: [],
      "The origins of the pages, as https://app.example.org. They may read and change what whoever signs in there may.")
    sharesCredentials = reader.value(
      "credentials", .boolean, default: false,
      "Whether the pages may have the browser send credentials that it remembers, beside those that they ask for.")
    preflightLifetime = reader.value(
      "maximalAge", .duration(in: .zero...(.seconds(86_400))), default: .seconds(600),
      "How long a browser may remember what the pages may do.")
  }

  func configuration(own: [HTTPOrigin]) -> OriginConfiguration {
    OriginConfiguration(
      own: own, clients: clients, sharesCredentials: sharesCredentials,
      preflightSeconds: Int(preflightLifetime.components.seconds))
  }
}

extension ConfigurationKind where Value == HTTPOrigin {
  /// The origin of pages.
  static var origin: Self {
    Self(
      name: "origin", allowed: "https://HOST, https://HOST:PORT, or the same with http", parse: { HTTPOrigin($0) },
      text: \.description)
  }
}

extension ConfigurationKind where Value == String {
  /// The name of a host without a port.
  static var hostName: Self {
    Self(name: "host name", allowed: "NAME, *.NAME or *") { text in
      let name = text.hasPrefix("*.") ? String(text.dropFirst(2)) : text
      let isName =
        !name.isEmpty && name.utf8.count <= 253
        && name.utf8.allSatisfy { byte in
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (0x30...0x39).contains(byte)
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
        }
      return isName || text == "*" ? text : nil
    } text: {
      $0
    }
  }
}
