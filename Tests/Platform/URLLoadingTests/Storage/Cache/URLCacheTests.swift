// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Testing

@testable import TestKit
@testable import URLLoading

final class URLCacheTests {
  typealias URLCache = URLLoading.URLCache
  typealias CachedURLResponse = URLLoading.CachedURLResponse

  private let folder: TemporaryFolder
  /// Those that may be writing to the folder still.
  private var caches: [URLCache] = []

  init() throws { folder = try TemporaryFolder() }

  deinit {
    for cache in caches { cache.flush() }
  }

  private func cache(memory: Int = 1 << 20, disk: Int = 1 << 20) -> URLCache {
    let cache = URLCache(
      memoryCapacity: memory, diskCapacity: disk, directory: URL(fileURLWithPath: folder.path("cache")))
    caches.append(cache)
    return cache
  }

  private func request(_ text: String = "http://a.test/x", _ fields: [String: String] = [:]) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: text)))
    request.allHTTPHeaderFields = fields
    return request
  }

  private func response(
    _ text: String, fields: [String: String] = ["Cache-Control": "max-age=60"],
    policy: URLCache.StoragePolicy = .allowed
  ) throws -> CachedURLResponse {
    let url = try #require(URL(string: "http://a.test/x"))
    let head = try #require(HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: fields))
    return CachedURLResponse(response: head, data: Data(text.utf8), userInfo: ["k": "v"], storagePolicy: policy)
  }

  private func text(_ cache: URLCache, _ request: URLRequest) -> String? {
    cache.cachedResponse(for: request).map { String(decoding: $0.data, as: UTF8.self) }
  }

  /// What a cache holds after something was done to it while it read the file of a response, "old", for the first time.
  private func text(changing change: (URLCache, URLRequest) -> Void) throws -> String? {
    let asked = try request()
    let first = cache(disk: 128 << 20)
    first.storeCachedResponse(try response("old" + String(repeating: "x", count: 4 << 20)), for: asked)
    first.flush()
    let name = try #require(files.first)
    let second = cache(memory: 128 << 20, disk: 128 << 20)
    // Lets it read the folder now.
    #expect(second.currentDiskUsage > 4 << 20)
    let opening = try FileOpening(of: folder.path("cache/\(name)"))
    let isRead = Gate()
    second.perform {
      _ = second.cachedResponse(for: asked)
      isRead.open()
    }
    #expect(opening.waitBlocking())
    change(second, asked)
    try isRead.waitBlocking()
    second.flush()
    return text(second, asked).map { String($0.prefix(3)) }
  }

  private var files: [String] { folder.files(below: "cache") }

  @Test func `a stored response is found by its URL, whatever the fragment is`() throws {
    let cache = cache()
    cache.storeCachedResponse(try response("one"), for: try request())
    #expect(text(cache, try request("HTTP://A.test/x#part")) == "one")
    #expect(text(cache, try request("http://a.test/x?y")) == nil)
    #expect(text(cache, try request("http://a.test/X")) == nil)
    #expect(text(cache, try request("https://a.test/x")) == nil)
  }

  @Test func `a stored response survives a restart`() throws {
    let first = cache()
    first.storeCachedResponse(try response("one", fields: ["ETag": "\"1\"", "X-Dog": "Rex"]), for: try request())
    first.flush()
    let found = try #require(cache().cachedResponse(for: try request()))
    #expect(found.data == Data("one".utf8))
    #expect((found.response as? HTTPURLResponse)?.statusCode == 200)
    #expect((found.response as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-Dog") == "Rex")
    #expect(found.entry?.fields["ETag"] == "\"1\"")
    #expect(found.userInfo?["k"] as? String == "v")
  }

  @Test func `a response is found before it is written`() throws {
    let cache = cache(memory: 0)
    cache.storeCachedResponse(try response("one"), for: try request())
    #expect(text(cache, try request()) == "one")
    cache.flush()
    #expect(text(cache, try request()) == "one")
  }

  @Test func `a newer response replaces the older one`() throws {
    let cache = cache()
    cache.storeCachedResponse(try response("one"), for: try request())
    cache.storeCachedResponse(try response("two"), for: try request())
    cache.flush()
    #expect(text(cache, try request()) == "two")
    #expect(text(self.cache(), try request()) == "two")
    #expect(files.count == 1)
  }

  @Test func `variants are stored side by side`() throws {
    let cache = cache(memory: 0)
    let fields = ["Vary": "Accept-Language", "Cache-Control": "max-age=60"]
    for language in ["de", "en"] {
      let asked = try request("http://a.test/x", ["Accept-Language": language])
      cache.storeCachedResponse(try response(language, fields: fields), for: asked)
    }
    cache.flush()
    #expect(text(cache, try request("http://a.test/x", ["Accept-Language": " de "])) == "de")
    #expect(text(cache, try request("http://a.test/x", ["Accept-Language": "en"])) == "en")
    #expect(text(cache, try request("http://a.test/x", ["Accept-Language": "fr"])) == nil)
    #expect(text(cache, try request()) == nil)
  }

  @Test func `a response for one user is not given to another, and is not written`() throws {
    let cache = cache()
    let ada = try request("http://a.test/x", ["Authorization": "Basic YWRhOjE="])
    cache.storeCachedResponse(try response("Ada's"), for: ada)
    cache.flush()
    #expect(text(cache, ada) == "Ada's")
    #expect(text(cache, try request("http://a.test/x", ["Authorization": "Basic Ym9iOjI="])) == nil)
    #expect(text(cache, try request()) == nil)
    #expect(files.isEmpty)
  }

  @Test func `responses for memory only are not written`() throws {
    let cache = cache()
    cache.storeCachedResponse(try response("one", policy: .allowedInMemoryOnly), for: try request())
    cache.flush()
    #expect(text(cache, try request()) == "one")
    #expect(files.isEmpty)
  }

  @Test func `a response that is not cacheable is not stored`() throws {
    let cache = cache()
    cache.storeCachedResponse(try response("one", policy: .notAllowed), for: try request())
    cache.storeCachedResponse(try response("one", fields: ["Vary": "*"]), for: try request())
    var post = try request()
    post.httpMethod = "POST"
    cache.storeCachedResponse(try response("one"), for: post)
    #expect(text(cache, try request()) == nil)
  }

  @Test func `a response larger than a twentieth of the capacity is not stored`() throws {
    let cache = cache(memory: 100_000, disk: 100_000)
    cache.storeCachedResponse(try response(String(repeating: "x", count: 5001)), for: try request())
    cache.flush()
    #expect(text(cache, try request()) == nil)
    #expect(files.isEmpty)
  }

  @Test func `the least recently used response is removed first`() throws {
    let cache = cache(memory: 100_000, disk: 0)
    for index in 0..<40 {
      let asked = try request("http://a.test/\(index)")
      cache.storeCachedResponse(try response(String(repeating: "x", count: 4000)), for: asked)
      #expect(text(cache, try request("http://a.test/0")) != nil)
      #expect(cache.currentMemoryUsage <= 100_000)
    }
    #expect(text(cache, try request("http://a.test/1")) == nil)
    #expect(text(cache, try request("http://a.test/39")) != nil)
  }

  @Test func `the disk holds no more than its capacity`() throws {
    let cache = cache(memory: 0, disk: 100_000)
    for index in 0..<60 {
      let asked = try request("http://a.test/\(index)")
      cache.storeCachedResponse(try response(String(repeating: "x", count: 4000)), for: asked)
    }
    cache.flush()
    #expect(cache.currentDiskUsage <= 100_000)
    #expect(text(cache, try request("http://a.test/59")) != nil)
    #expect(text(cache, try request("http://a.test/0")) == nil)
    cache.diskCapacity = 0
    #expect(files.isEmpty)
  }

  @Test func `responses can be removed singly, by time, and all at once`() throws {
    let cache = cache()
    cache.storeCachedResponse(try response("one"), for: try request("http://a.test/1"))
    cache.storeCachedResponse(try response("two"), for: try request("http://a.test/2"))
    cache.removeCachedResponse(for: try request("http://a.test/1"))
    #expect(text(cache, try request("http://a.test/1")) == nil)
    cache.removeCachedResponses(since: Date() + 1000)
    #expect(text(cache, try request("http://a.test/2")) == "two")
    cache.removeCachedResponses(since: Date() - 1000)
    #expect(text(cache, try request("http://a.test/2")) == nil)
    cache.storeCachedResponse(try response("two"), for: try request("http://a.test/2"))
    cache.removeAllCachedResponses()
    cache.flush()
    #expect(text(cache, try request("http://a.test/2")) == nil)
    #expect(cache.currentMemoryUsage == 0)
    #expect(cache.currentDiskUsage == 0)
    #expect(files.isEmpty)
  }

  @Test func `a response removed during a read stays removed`() throws {
    #expect(try text { cache, asked in cache.removeCachedResponse(for: asked) } == nil)
    #expect(try text { cache, _ in cache.removeCachedResponses(since: .distantPast) } == nil)
    #expect(try text { cache, _ in cache.removeAllCachedResponses() } == nil)
  }

  @Test func `a response stored during the read of an older one is kept`() throws {
    let newer = try response("new")
    #expect(try text { cache, asked in cache.storeCachedResponse(newer, for: asked) } == "new")
  }

  @Test func `files and folder are readable for their user only`() throws {
    let cache = cache()
    cache.storeCachedResponse(try response("one"), for: try request())
    cache.flush()
    let attributes = FileManager.default
    let name = try #require(files.first)
    let ofFile = try attributes.attributesOfItem(atPath: folder.path("cache/\(name)"))[.posixPermissions] as? Int
    let ofFolder = try attributes.attributesOfItem(atPath: folder.path("cache"))[.posixPermissions] as? Int
    #expect(ofFile == 0o600)
    #expect(ofFolder == 0o700)
  }

  @Test func `without disk capacity the disk is not used`() throws {
    let cache = cache(disk: 0)
    cache.storeCachedResponse(try response("one"), for: try request())
    cache.flush()
    #expect(text(cache, try request()) == "one")
    #expect(folder.names.isEmpty)
  }

  @Test func `a response other than of HTTP is stored`() throws {
    let url = try #require(URL(string: "dogs://x/y"))
    let head = URLResponse(url: url, mimeType: "text/plain", expectedContentLength: 3, textEncodingName: "utf-8")
    let first = cache()
    first.storeCachedResponse(CachedURLResponse(response: head, data: Data("dog".utf8)), for: URLRequest(url: url))
    first.flush()
    let found = try #require(cache().cachedResponse(for: URLRequest(url: url)))
    #expect(found.response.mimeType == "text/plain")
    #expect(found.data == Data("dog".utf8))
  }

  @Test func `damage of each kind is a miss, and the file is removed`() throws {
    let first = cache()
    first.storeCachedResponse(try response("content"), for: try request())
    first.flush()
    let name = try #require(files.first)
    let whole = folder.read("cache/\(name)")
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<300 {
      let damaged = Mutation.mutated(whole, using: &generator)
      try folder.write(damaged, to: "cache/\(name)")
      let found = text(cache(memory: 0), try request())
      #expect(found == (damaged == whole ? "content" : nil))
      if damaged != whole { #expect(!files.contains(name)) }
    }
  }

  @Test func `a file under another's name is not used`() throws {
    let first = cache()
    first.storeCachedResponse(try response("one"), for: try request("http://a.test/1"))
    first.flush()
    let one = try #require(files.first)
    first.storeCachedResponse(try response("two"), for: try request("http://a.test/2"))
    first.flush()
    let two = try #require(files.first { $0 != one })
    try folder.write(folder.read("cache/\(two)"), to: "cache/\(one)")
    let second = cache(memory: 0)
    #expect(text(second, try request("http://a.test/1")) == nil)
    #expect(text(second, try request("http://a.test/2")) == "two")
  }

  @Test func `several threads can use the cache`() async throws {
    let cache = cache(memory: 40_000, disk: 60_000)
    let requests = try (0..<50).map { try request("http://a.test/\($0)") }
    let response = try response(String(repeating: "x", count: 1000))
    await withTaskGroup { group in
      for seed in 0..<4 {
        group.addTask {
          var generator = SeededGenerator(seed: UInt64(seed))
          for _ in 0..<300 {
            guard let request = requests.randomElement(using: &generator) else { return }
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: cache.removeCachedResponse(for: request)
            case 1...4: cache.storeCachedResponse(response, for: request)
            default: _ = cache.cachedResponse(for: request)
            }
          }
        }
      }
    }
    cache.flush()
    #expect(cache.currentMemoryUsage <= 40_000)
    #expect(cache.currentDiskUsage <= 60_000)
    let sizes = files.map { folder.read("cache/\($0)").count }
    #expect(sizes.reduce(0, +) == cache.currentDiskUsage)
  }
}
