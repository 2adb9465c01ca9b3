// SPDX-License-Identifier: Apache-2.0

/// A namespace for types that serve as publishers.
///
/// The operators defined on ``Publisher`` are the usual way to make them.
public enum Publishers {}
