// SPDX-License-Identifier: Apache-2.0

internal import WoofConfiguration
internal import WoofAPI

extension RequestRates {
  init(from reader: inout ConfigurationReader) {
    self.init()
    ofAccount = RequestRate(
      perSecond: reader.value(
        "perAccount", .integer(in: 0...1_000_000), default: ofAccount.perSecond,
        "How many requests of one account are answered each second in the long run; 0 for as many as come."),
      burst: reader.value(
        "accountBurst", .integer(in: 1...10_000_000), default: ofAccount.burst,
        "How many requests of one account are answered at once, after a rest."))
    ofAddress = RequestRate(
      perSecond: reader.value(
        "perAddress", .integer(in: 0...1_000_000), default: ofAddress.perSecond,
        "How many requests from one address (one /64 network of IPv6) are answered each second in the long run, whoever "
          + "signs in; 0 for as many as come."),
      burst: reader.value(
        "addressBurst", .integer(in: 1...10_000_000), default: ofAddress.burst,
        "How many requests from one address are answered at once, after a rest."))
    countsLocalRequests = reader.value(
      "local", .boolean, default: countsLocalRequests,
      "Whether requests count that come from this machine. Behind a proxy on it, set proxies.trusted, so that requests are "
        + "those of the clients behind it.")
  }
}
