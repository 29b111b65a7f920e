// Searches among the known sounds: none is found yet.

export type SoundMatch = { readonly sound: string; readonly offset: number };
export function findSound(_f: readonly number[], _s: Iterable<unknown>): SoundMatch | undefined {
  return undefined;
}
