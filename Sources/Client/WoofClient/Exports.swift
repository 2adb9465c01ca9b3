// SPDX-License-Identifier: Apache-2.0

// Whoever uses the client meets the values of the wire contract in every call.
@_exported public import WoofModel
