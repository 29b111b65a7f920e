// Names that resemble a misspelt one, for messages.

/** At most three names, the nearest first. Upper and lower case count as equal. */
export function similarNames(text: string, names: readonly string[]): readonly string[] {
  const target = text.toLowerCase();
  const distanceMax = Math.max(2, Math.floor(text.length / 4));
  return names
    .map((name) => ({ name, distance: distanceOf(target, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= distanceMax)
    .sort((left, right) => left.distance - right.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** 0 if equal, 1 if the right one contains the left one; else the Levenshtein distance. */
export function distanceOf(left: string, right: string): number {
  if (left === right) return 0;
  if (left !== '' && right.includes(left)) return 1;
  let row = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (const [index, character] of Array.from(left).entries()) {
    const next = [index + 1];
    for (let column = 1; column < row.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (character === right[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
