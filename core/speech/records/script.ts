// What sessions are to hear.

import type { ScriptPart } from '../hearing/script.ts';
export type ScriptRecord = { readonly id: string; readonly parts: readonly ScriptPart[] };
export const scriptId = 'script';
