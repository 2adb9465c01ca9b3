// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestKit
@testable import URLLoading

struct LoadedResponseTests {
  private func response(_ fields: [String: String], url text: String = "http://a.test/x/photo") throws -> LoadedResponse
  {
    let url = try #require(URL(string: text))
    return try #require(LoadedResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: fields))
  }

  @Test(arguments: [
    ("attachment; filename=\"dog.jpeg\"", "dog.jpeg"), ("inline; filename=dog.png", "dog.png"),
    ("attachment; filename=\"a.txt\"; filename*=UTF-8''h%C3%BCnd.txt", "h\u{FC}nd.txt"),
    ("attachment; filename=\"../../etc/passwd\"", "passwd"), ("attachment; filename=\"C:\\\\x\\\\dog.jpg\"", "dog.jpg"),
    ("attachment; filename*=UTF-8''%2e%2e%2fx", "x"), ("attachment; filename=\"..\"", "photo"), ("attachment", "photo"),
    ("attachment; filename=\"a\u{1}b\"", "ab"),
  ])
  func `a server can suggest a name, but no path out of a folder`(disposition: String, name: String) throws {
    #expect(try response(["Content-Disposition": disposition]).suggestedFilename == name)
  }

  @Test(arguments: [
    ("http://a.test/x/photo", "image/jpeg", "photo.jpeg"), ("http://a.test/x/photo.jpg", "image/jpeg", "photo.jpg"),
    ("http://a.test/", "text/html", "a.test.html"), ("http://a.test/x/ph%20oto", "", "ph oto"),
    ("http://a.test", "", "a.test"),
  ])
  func `without a suggestion the URL gives the name`(url: String, type: String, name: String) throws {
    #expect(try response(type.isEmpty ? [:] : ["Content-Type": type], url: url).suggestedFilename == name)
  }

  @Test func `the length of encoded content is not that of the decoded content`() throws {
    #expect(try response(["Content-Length": "55", "Content-Encoding": "gzip"]).expectedContentLength == -1)
    #expect(try response(["Content-Length": "55"]).expectedContentLength == 55)
  }

  @Test func `equal responses have equal heads`() throws {
    let (one, same, other) = (try response(["ETag": "1"]), try response(["ETag": "1"]), try response(["ETag": "2"]))
    #expect(one == same)
    #expect(one != other)
  }

  @Test func `the name is one component, whatever a server suggests`() throws {
    var generator = SeededGenerator(seed: 61)
    for _ in 0..<2000 {
      let disposition = Mutation.mutated(
        "attachment; filename=\"../a/b.txt\"; filename*=UTF-8''%2e%2e%2fx", using: &generator)
      let name = SuggestedFileName.name(disposition: disposition, url: nil, mimeType: nil)
      #expect(!name.isEmpty && !name.contains("/") && name != "." && name != ".." && name.utf8.count <= 255)
    }
  }
}
