// The part of a script that a session walks: none yet.

export type ScriptPart = {
  readonly gapMs?: number;
  readonly utterances: readonly { readonly text: string }[];
};
export function partOf(
  _script: { readonly parts: readonly ScriptPart[] },
  _of: unknown,
): ScriptPart | undefined {
  return undefined;
}
