// Who may write a page in place. A collection writes pages of its own generation; all others it shares with a fork or a
// snapshot, and copies before it writes. Generations only tell pages apart: no result depends on them.

let newest = 0;

/** A generation that no page has yet; later ones are greater. */
export function nextGeneration(): number {
  newest += 1;
  return newest;
}
