// Generations for copy-on-write: a collection writes pages of its own generation in place. All other pages are shared with a
// fork or a snapshot, and copied before they are written. No result depends on generations.

let newest = 0;

/** A new generation, greater than all before. */
export function nextGeneration(): number {
  newest += 1;
  return newest;
}
