import Foundation

let usage = """
  Usage: URLLoadingBench gets URL [COUNT] [WIDTH]     small responses, several at a time
         URLLoadingBench download URL                 one large response
         URLLoadingBench lines URL                    the lines of a large response
         URLLoadingBench sleep URL [SECONDS]          the memory of a reader that sleeps
         URLLoadingBench race URL [COUNT]             requests that are cancelled at random moments
  The URL is of a server on this machine. Each side runs in turn, in this process; add `stock` to let the toolchain's
  FoundationNetworking run too.
  """

var arguments = Array(CommandLine.arguments.dropFirst())
let runsStock = arguments.contains("stock")
arguments.removeAll { $0 == "stock" }
guard arguments.count >= 2, let url = URL(string: arguments[1]) else {
  print(usage)
  exit(64)
}
let numbers = arguments.dropFirst(2).compactMap { Int($0) }

func show(_ results: [(name: String, measurement: Measurement)]) {
  for (name, measurement) in results { print(measurement.describe(name)) }
  guard let reference = results.first?.measurement else { return }
  for (name, measurement) in results.dropFirst() {
    print(String(format: "%@: %.0f %% of libcurl from C", name, reference.elapsed / measurement.elapsed * 100))
  }
}

switch arguments[0] {
case "gets":
  let (count, width) = (numbers.first ?? 50_000, numbers.dropFirst().first ?? 50)
  for _ in 0..<3 {
    show([
      ("libcurl from C", CurlSide.gets(url.absoluteString, count: count, width: width)),
      ("URLLoading", await SessionSide.gets(url, count: count, width: width)),
    ])
  }
  if runsStock { print(await StockSide.gets(url, count: count / 10, width: width).describe("FoundationNetworking")) }
case "download":
  for _ in 0..<3 {
    show([
      ("libcurl, forgotten", CurlSide.gets(url.absoluteString, count: 1, width: 1)),
      ("URLLoading, forgotten", try await SessionSide.discard(url)),
    ])
    show([
      ("libcurl, to a file", CurlSide.download(url.absoluteString)),
      ("URLLoading, to a file", try await SessionSide.download(url)),
    ])
  }
  if runsStock {
    print(try await StockSide.discard(url).describe("stock, forgotten"))
    print(try await StockSide.download(url).describe("stock, to a file"))
  }
case "lines":
  for _ in 0..<3 { print(try await Lines.read(url).describe("bytes.lines")) }
case "sleep":
  try await Lines.sleep(url, seconds: numbers.first ?? 5)
  print(String(format: "peak %.1f MB", Double(Memory.peak) / 1e6))
case "race":
  await CancellationRace.run(url, count: numbers.first ?? 1_000_000)
default:
  print(usage)
  exit(64)
}
