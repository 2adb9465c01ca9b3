// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore

/// Browsers by what they call themselves.
struct BrowserDeviceTests {
  @Test(
    arguments: [
      ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"),
      (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 "
          + "Edg/141.0.0.0",
        "Edge", "Windows"
      ),
      (
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
        "Chrome", "Android"
      ),
      (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 "
          + "Mobile/15E148 Safari/604.1",
        "Safari", "iPhone"
      ),
      (
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
        "Safari", "macOS"
      ),
      ("curl/7.88.1", "curl", nil), ("", nil, nil), ("<script>", nil, nil),
    ] as [(String, String?, String?)])
  func `a browser and its system are told from what it says of itself`(
    text: String, browser: String?, system: String?
  ) {
    #expect(BrowserDevice(userAgent: text) == BrowserDevice(browser: browser, system: system))
  }
}
