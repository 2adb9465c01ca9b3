// SPDX-License-Identifier: Apache-2.0

import "./morewords.js";
import { text } from "./words.js";

/** Why a link was not made or changed, in words. */
export function reasonOf(error) {
  if (error instanceof RangeError) return error.message;
  if (error.status === undefined) return text.sharing.unreachable;
  return text.sharing.refusals[error.status] ?? error.message;
}
