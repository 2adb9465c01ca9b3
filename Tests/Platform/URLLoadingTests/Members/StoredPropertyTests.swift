// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

/// Properties that are kept without effect, or with that of another one.
@Suite struct StoredPropertyTests {
  @Test func `a request accepts the newer kinds of traffic`() throws {
    var request = URLRequest(url: try #require(URL(string: "http://a.test")))
    let kinds: [NSURLRequest.NetworkServiceType] = [.responsiveData, .avStreaming, .responsiveAV, .callSignaling]
    for kind in kinds {
      request.networkServiceType = kind
      #expect(request.networkServiceType == kind)
    }
  }

  @Test func `a configuration keeps its values, and so does its copy`() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.multipathServiceType = .handover
    configuration.usesClassicLoadingMode = false
    configuration.enablesEarlyData = true
    configuration.allowsUltraConstrainedNetworkAccess = true
    let copy = URLSession(configuration: configuration).configuration
    #expect(copy.multipathServiceType == .handover)
    #expect(!copy.usesClassicLoadingMode)
    #expect(copy.enablesEarlyData)
    #expect(copy.allowsUltraConstrainedNetworkAccess)
  }

  @available(*, deprecated, message: "What it tries is deprecated, as on Apple's systems.")
  @Test(arguments: [SSLProtocol.tlsProtocol1, .tlsProtocol11, .tlsProtocol12, .tlsProtocol13])
  func `the older names of TLS versions have the same meaning`(version: SSLProtocol) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.tlsMinimumSupportedProtocol = version
    configuration.tlsMaximumSupportedProtocol = version
    #expect(configuration.tlsMinimumSupportedProtocol == version)
    #expect(configuration.tlsMinimumSupportedProtocolVersion == configuration.tlsMaximumSupportedProtocolVersion)
    configuration.tlsMinimumSupportedProtocol = .sslProtocolUnknown
    #expect(configuration.tlsMinimumSupportedProtocolVersion == .TLSv12)
  }
}
