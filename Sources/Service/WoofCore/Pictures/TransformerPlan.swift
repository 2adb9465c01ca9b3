// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The chain of an installation in the order of its configuration, in the two parts in which a picture goes through it.
package struct TransformerPlan: Sendable {
  /// The inspecting steps at its beginning, which are fed while bytes arrive.
  package let inspectors: TransformerChain
  /// The steps from the first transforming one on, which see the complete picture; `nil` where there are none.
  package let pictures: PictureChain?

  /// Orders steps.
  ///
  /// - Parameters:
  ///   - steps: All that there are.
  ///   - order: The names of those that pictures go through, in order; where it is empty, all inspecting steps and then all
  ///     others, as they come.
  ///   - switchedOff: The names of steps that the order may name although they are not there.
  ///   - workers: Threads for inspecting steps that stand behind a transforming one.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the order names what there is not, or twice,
  ///   or does not begin with an inspecting step, without which nobody knows the format.
  package init(
    _ steps: [TransformerStep], order: [String], switchedOff: Set<String> = [], workers: WorkerPool
  ) throws(WoofError) {
    let named = Self.named(steps)
    var ordered = named.filter { $0.step.isInspecting } + named.filter { !$0.step.isInspecting }
    if !order.isEmpty { ordered = try Self.ordered(named, order, switchedOff) }
    let leading = ordered.prefix { $0.step.isInspecting }
    inspectors = TransformerChain(
      leading.compactMap { entry -> (any PhotoTransforming)? in
        guard case .inspecting(let step) = entry.step else { return nil }
        return step
      })
    let rest = ordered.dropFirst(leading.count).map(\.step)
    pictures = rest.isEmpty ? nil : PictureChain(Array(rest), workers: workers)
  }

  private typealias Named = (name: String, step: TransformerStep)

  /// Steps by names of their own: one that comes a second time is `vips#2`.
  private static func named(_ steps: [TransformerStep]) -> [Named] {
    var counts: [String: Int] = [:]
    return steps.map { step in
      counts[step.name, default: 0] += 1
      let count = counts[step.name, default: 1]
      return (count == 1 ? step.name : "\(step.name)#\(count)", step)
    }
  }

  private static func ordered(
    _ steps: [Named], _ order: [String], _ switchedOff: Set<String>
  ) throws(WoofError) -> [Named] {
    guard Set(order).count == order.count else { throw invalid("a step stands in it twice") }
    var ordered: [Named] = []
    for name in order {
      if let step = steps.first(where: { $0.name == name }) {
        ordered.append(step)
      } else if !switchedOff.contains(String(name.prefix { $0 != "#" })) {
        let known = steps.map { $0.name }.joined(separator: ", ")
        throw invalid("there is no step \(name); there are \(known.isEmpty ? "none" : known)")
      }
    }
    guard ordered.first?.step.isInspecting == true else {
      throw invalid("it has to begin with a step that inspects bytes, as structure does")
    }
    return ordered
  }

  private static func invalid(_ reason: String) -> WoofError {
    WoofError(.invalidParameter, "pictures.chain: \(reason).", details: ["parameter": "pictures.chain"])
  }
}

/// A step of the one chain that every picture goes through. Its kind says what the step sees and may do, and it is given
/// nothing else.
package enum TransformerStep: Sendable {
  /// Compiled in. Sees the bytes, in order, and nothing of what other steps found. May refuse them, and say what the file
  /// says of itself: format, size, time, metadata. Never sees pixels, and derives nothing.
  case inspecting(any PhotoTransforming)
  /// A plugin in its sandbox, or what stands for one. Sees the complete picture, to be read only, once all inspecting steps
  /// before it have accepted it, and which images are still wanted. May refuse it, describe its looks and derive images;
  /// changes none of its bytes, and what it says is checked.
  case transforming(any PictureTransforming, name: String)

  /// The name by which a configuration orders the steps, as `structure` or `vips`.
  package var name: String {
    switch self {
    case .inspecting(let step): step.name
    case .transforming(_, let name): name
    }
  }

  var isInspecting: Bool {
    switch self {
    case .inspecting: true
    case .transforming: false
    }
  }
}
