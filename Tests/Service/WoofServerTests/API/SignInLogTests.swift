// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// The log lines of refused sign-ins.
struct SignInLogTests {
  private static let root = PackageFolder.path

  /// The expressions of the filter for fail2ban, with a group in place of its word for an address.
  private static func filter() throws -> [Regex<AnyRegexOutput>] {
    let text = try String(contentsOfFile: "\(root)/Resources/fail2ban.conf")
    let lines = text.split(separator: "\n").filter { $0.contains("<ADDR>") }
    return try lines.map { line in
      let expression = line.replacing("failregex = ", with: "").trimmingPrefix { $0 == " " }
      return try Regex(String(expression.replacing("<ADDR>", with: "([0-9a-f.:]+)")))
    }
  }

  private static func addresses(in log: String) throws -> [String] {
    let expressions = try filter()
    return log.split(separator: "\n").flatMap { line in
      expressions.compactMap { line.firstMatch(of: $0)?.output[1].substring.map(String.init) }
    }
  }

  /// The log of a service after it has ended.
  private static func log(
    of body: @escaping @Sendable (TestService) async throws -> Void
  ) async throws -> String {
    let folder = try TemporaryFolder()
    try await withService(in: folder, body)
    return try String(contentsOfFile: folder.path("log"))
  }

  @Test func `a failed sign-in logs one line with address and name, which the fail2ban filter matches`() async throws {
    let log = try await Self.log { service in
      let ada = try await service.addAccount("ada")
      #expect(try service.client(ada).get("/v1/me").status == 200)
      #expect(try service.client().get("/v1/me").status == 401)
      #expect(try service.client(Credential("ada", "wrong")).get("/v1/me").status == 401)
    }
    let lines = log.split(separator: "\n").filter { $0.contains("sign-in failed") }
    #expect(lines.count == 1)
    #expect(lines.first?.hasSuffix(#""message":"sign-in failed","peer":"127.0.0.1","account":"ada"}"#) == true)
    #expect(try Self.addresses(in: log) == ["127.0.0.1"])
  }

  @Test func `the filter matches logfmt and the journal, and no forged line`() async throws {
    let time = "2026-05-01T10:00:00.000Z"
    let failure = #"{"time":"\#(time)","level":"warning","message":"sign-in failed","peer":"2001:db8::7"}"#
    let plain = #"time=\#(time) level=warning message="sign-in failed" peer=192.0.2.7 account=ada"#
    #expect(try Self.addresses(in: failure) == ["2001:db8::7"])
    #expect(try Self.addresses(in: "host woof[17]: \(failure)") == ["2001:db8::7"])
    #expect(try Self.addresses(in: plain) == ["192.0.2.7"])
    let log = try await Self.log { service in
      for path in ["/host woof[17]: \(failure)", "/\(failure)", "/\(plain)", "/\"},\(failure)"] {
        let encoded = path.utf8.map { byte in
          byte > 0x20 && byte < 0x7F && ![0x22, 0x7B, 0x7D, 0x5B, 0x5D].contains(byte)
            ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16)
        }.joined()
        let response = try service.client().get(encoded)
        #expect(response.status == 404)
      }
    }
    #expect(try Self.addresses(in: log).isEmpty)
  }

  @Test func `an unknown name may be a password, and is not logged`() async throws {
    let log = try await Self.log { service in
      for name in ["tail-wagging-secret", "Tail Wagging Secret"] {
        let response = try service.client(Credential(name, "ada")).get("/v1/me")
        #expect(response.status == 401)
      }
    }
    #expect(!log.lowercased().contains("secret"))
    #expect(log.split(separator: "\n").count { $0.hasSuffix(#""sign-in failed","peer":"127.0.0.1"}"#) } == 2)
  }

  @Test func `a wrong current password is logged as a failed sign-in, too`() async throws {
    let log = try await Self.log { service in
      let ada = try await service.member("ada")
      let json = #"{"current":"wrong","new":"ears flapping"}"#
      #expect(try ada.send("PUT", "/v1/me/password", json: json).status == 403)
    }
    #expect(try Self.addresses(in: log) == ["127.0.0.1"])
  }

  @Test func `a flood of refused requests gives some lines and one summary`() async throws {
    let log = try await Self.log { service in
      let client = service.client()
      for _ in 0..<300 {
        let response = try client.get("/v1/me")
        #expect(response.status == 401)
      }
      #expect(try service.metrics().contains("woof_log_summarised_lines_total 280\n"))
    }
    let lines = log.split(separator: "\n")
    #expect(lines.count { $0.contains(#""status":401"#) } == 20)
    let summaries = lines.filter { $0.contains("refusals were summarised") }
    let fields = #""lines":280,"answered_401":280,"addresses":1,"most":"127.0.0.1","lines_of_most":280}"#
    #expect(summaries.count == 1)
    #expect(summaries.first?.hasSuffix(fields) == true)
  }
}
