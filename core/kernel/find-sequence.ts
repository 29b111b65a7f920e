// Finds a list of texts within another one, in linear time.

/** The index of the first place where all texts follow one another; -1 if there is none. */
export function findSequence(texts: readonly string[], wanted: readonly string[]): number {
  const borders = bordersOf(wanted);
  let matched = 0;
  for (let at = 0; matched < wanted.length; at += 1) {
    if (at >= texts.length) return -1;
    while (matched > 0 && wanted[matched] !== texts[at]) matched = borders[matched - 1]!;
    if (wanted[matched] === texts[at]) matched += 1;
    if (matched === wanted.length) return at + 1 - matched;
  }
  return 0;
}

/** Of each beginning of a list, how many of its last texts are also its first ones (Knuth, Morris and Pratt). */
function bordersOf(wanted: readonly string[]): readonly number[] {
  const borders: number[] = [];
  let border = 0;
  for (const [at, text] of wanted.entries()) {
    while (border > 0 && wanted[border] !== text) border = borders[border - 1]!;
    if (at > 0 && wanted[border] === text) border += 1;
    borders.push(border);
  }
  return borders;
}
