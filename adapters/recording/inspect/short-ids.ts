// Shortens ids for people: the first digits of a UUID, the ends of addresses and hashes.

const ids =
  /(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b0x[0-9a-f]{40,}\b|\b[0-9a-f]{64}\b/gi;

/** Shortens the ids of one recording. Two ids with the same beginning are told apart. */
export class ShortIds {
  readonly #known = new Map<string, string>();

  shorten(text: string): string {
    return text.replace(ids, (id) => this.#short(id));
  }

  #short(id: string): string {
    if (id.startsWith('0x')) return `${id.slice(0, 6)}…${id.slice(-4)}`;
    if (!id.includes('-')) return `${id.slice(0, 8)}…`;
    const short = id.slice(0, 8);
    const known = this.#known.get(short) ?? id;
    this.#known.set(short, known);
    return known === id ? short : id;
  }
}
