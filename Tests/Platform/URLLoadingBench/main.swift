// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading

let usage = """
  Usage: URLLoadingBench gets URL [COUNT] [WIDTH]     small responses, several at a time
         URLLoadingBench forget URL [ROUNDS]          one large response, to a delegate that drops it
         URLLoadingBench download URL [ROUNDS]        one large response, to a file
         URLLoadingBench lines URL [ROUNDS]           the lines of a large response, each of which ends with LF
         URLLoadingBench data URL                     the memory that one large response in memory takes
         URLLoadingBench sleep URL [SECONDS]          the memory of a reader that sleeps
         URLLoadingBench race URL [COUNT] [WIDTH]     requests that are cancelled at random moments; fails where
                                                      tasks, credentials or descriptors are left
         URLLoadingBench once URL                     one response; returns from `main` at once then, while all of the
                                                      process's threads are there (see script/exits)
         URLLoadingBench serve [PORT]                 the server for `race`; prints its URL
  The URL is of a server on this machine. Each side runs in turn, in this process; add `stock` to let the toolchain's
  FoundationNetworking run too. Rounds alternate between the sides; their medians count.
  """

var arguments = Array(CommandLine.arguments.dropFirst())
let runsStock = arguments.contains("stock")
arguments.removeAll { $0 == "stock" }
if arguments.first == "serve" { try RaceServer.run(port: arguments.dropFirst().first.flatMap { UInt16($0) } ?? 0) }
guard arguments.count >= 2, let url = URL(string: arguments[1]) else {
  print(usage)
  exit(64)
}
let numbers = arguments.dropFirst(2).compactMap { Int($0) }

/// libcurl with its default, with the receive buffer of `URLSession`, and with the one that it is fastest with.
let references = [
  ("libcurl, 16 KB", CurlSide(bufferSize: 0)), ("libcurl, 60 KB", CurlSide(bufferSize: 60 * 1024)),
  ("libcurl, 512 KB", CurlSide(bufferSize: 512 * 1024)),
]
var rounds = Rounds()

switch arguments[0] {
case "gets":
  let (count, width) = (numbers.first ?? 50_000, numbers.dropFirst().first ?? 50)
  for _ in 0..<3 {
    rounds.note("libcurl", CurlSide().gets(url.absoluteString, count: count, width: width))
    rounds.note("URLLoading", await SessionSide.gets(url, count: count, width: width))
  }
  if runsStock { rounds.note("FoundationNetworking", await StockSide.gets(url, count: count / 10, width: width)) }
  rounds.summarize()
case "forget":
  for _ in 0..<(numbers.first ?? 5) {
    for (name, side) in references { rounds.note(name, side.gets(url.absoluteString, count: 1, width: 1)) }
    rounds.note("URLLoading", try await SessionSide.discard(url))
  }
  if runsStock { rounds.note("FoundationNetworking", try await StockSide.discard(url)) }
  rounds.summarize()
case "download":
  for _ in 0..<(numbers.first ?? 5) {
    for (name, side) in references { rounds.note(name, side.download(url.absoluteString)) }
    rounds.note("URLLoading", try await SessionSide.download(url))
  }
  if runsStock { rounds.note("FoundationNetworking", try await StockSide.download(url)) }
  rounds.summarize()
case "lines":
  for _ in 0..<(numbers.first ?? 5) {
    for (name, side) in references { rounds.note(name, side.gets(url.absoluteString, count: 1, width: 1)) }
    rounds.note("bytes.lines", try await Lines.read(url))
  }
  rounds.summarize()
case "data":
  let before = Memory.resident
  let count = try await URLSession(configuration: .ephemeral).data(from: url).0.count
  print(String(format: "%.1f MB came, at most %.1f MB more", Double(count) / 1e6, Double(Memory.peak - before) / 1e6))
case "sleep":
  try await Lines.sleep(url, seconds: numbers.first ?? 5)
  print(String(format: "peak %.1f MB", Double(Memory.peak) / 1e6))
case "once":
  try await OneLoad.run(url)
case "race":
  let (count, width) = (numbers.first ?? 1_000_000, numbers.dropFirst().first ?? 64)
  guard await CancellationRace.run(url, count: count, width: width) else { exit(1) }
default:
  print(usage)
  exit(64)
}
