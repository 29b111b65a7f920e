// Tests whether a text is JSON that a service reads.

import { parseJson } from '../../../core/index.ts';
export function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}
