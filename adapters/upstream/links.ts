// Replaces the links of a server in the texts that pass a proxy: in bodies, as they stream by, and in headers. Works on bytes as
// Latin-1, so that all others stay.

/** How a URL is written: as it is, with the slashes of JSON escaped, or encoded for a query. */
const forms = [
  { name: '', write: (url: string) => url },
  { name: ':json', write: (url: string) => url.replaceAll('/', String.raw`\/`) },
  { name: ':url', write: (url: string) => encodeURIComponent(url) },
] as const;

/**
 * What stands for a link in a recording: `{origin}`, `{origin:json}`, `{origin:ws:url}` and so on. In headers also `{origin:path}` for
 * the path of its base (linked-headers.ts).
 */
const placeholder = /\{origin(?:(:text)|:path|(?::ws)?(?::json|:url)?)\}/g;

const literal = '{origin';

/** A literal `{origin` in a text is written as `{origin:text}`. */
function escaped(text: string): string {
  return text.replaceAll(literal, `${literal}:text}`);
}

/** A piece of a text: as it was, or a link to the server, by its placeholder. */
export type LinkPiece = { readonly text: string } | { readonly link: string };

interface Link {
  readonly text: string;
  readonly placeholder: string;
}

/** All ways in which texts link to a base such as `https://host/blog`. */
function linksTo(base: string): readonly Link[] {
  const sockets = base.replace(/^http/, 'ws');
  return [
    { url: base, scheme: '' },
    { url: sockets, scheme: ':ws' },
  ].flatMap(({ url, scheme }) =>
    forms.map(({ name, write }) => ({
      text: write(url),
      placeholder: `{origin${scheme}${name}}`,
    })),
  );
}

/** What follows a link and leaves open whether it is one. */
const goingOn = ['.', ':', '-', '%3'] as const;

/** Finds the links to a server in a text that arrives in chunks. */
export class LinkFinder {
  readonly #links: readonly Link[];
  readonly #pattern: RegExp;
  /** The texts that are not cut in two, in lower case. */
  readonly #whole: readonly string[];
  readonly #lengthMax: number;
  #rest = '';

  constructor(base: string) {
    this.#links = linksTo(base);
    const followed = this.#links.flatMap(({ text }) => goingOn.map((next) => `${text}${next}`));
    this.#whole = [...followed.map((text) => text.toLowerCase()), literal];
    this.#lengthMax = Math.max(...this.#whole.map((text) => text.length));
    const sources = this.#links.map(({ text }) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
    // A longer name of a host, another port, or a longer segment of a path is another server. A full stop may end a sentence.
    this.#pattern = new RegExp(`(?:${sources.join('|')})(?!\\w|[.:-][\\w.:-]|%3A)`, 'gi');
  }

  /** The pieces that are certain so far: the beginning of a link waits for its end. */
  push(chunk: string): readonly LinkPiece[] {
    const text = this.#rest + chunk;
    const end = text.length - this.#openLength(text);
    this.#rest = text.slice(end);
    return this.#pieces(text, end);
  }

  end(): readonly LinkPiece[] {
    const text = this.#rest;
    this.#rest = '';
    return this.#pieces(text, text.length);
  }

  /** The pieces up to an offset. What follows it tells a link from a longer name. */
  #pieces(text: string, stop: number): readonly LinkPiece[] {
    const pieces: LinkPiece[] = [];
    let end = 0;
    for (const { 0: link, index } of text.matchAll(this.#pattern)) {
      if (index >= stop) break;
      if (index > end) pieces.push({ text: text.slice(end, index) });
      pieces.push({ link: this.#placeholderOf(link) });
      end = index + link.length;
    }
    if (end < stop) pieces.push({ text: text.slice(end, stop) });
    return pieces;
  }

  #placeholderOf(link: string): string {
    const lower = link.toLowerCase();
    return this.#links.find(({ text }) => text.toLowerCase() === lower)?.placeholder ?? link;
  }

  /** The length of the longest end of a text with which a link may begin. */
  #openLength(text: string): number {
    const lower = text.slice(-this.#lengthMax).toLowerCase();
    for (let length = lower.length; length > 0; length -= 1) {
      const end = lower.slice(-length);
      if (this.#whole.some((whole) => whole.startsWith(end))) return length;
    }
    return 0;
  }
}

/** A piece as a recording has it. */
export function recordedPiece(piece: LinkPiece): string {
  return 'link' in piece ? piece.link : escaped(piece.text);
}

/** A piece as one who knows the server at `base` has it. */
export function linkedPiece(piece: LinkPiece, base: string): string {
  return 'link' in piece ? resolved(piece.link, base) : piece.text;
}

/** A recorded text with links to the server at `base`. */
export function withLinks(recorded: string, base: string): string {
  return recorded.replaceAll(placeholder, (all: string, word: string | undefined) =>
    word === undefined ? resolved(all, base) : literal,
  );
}

function resolved(link: string, base: string): string {
  if (link === '{origin:path}') return new URL(base).pathname.replace(/\/$/, '');
  const isSocket = link.includes(':ws');
  const url = isSocket ? base.replace(/^http/, 'ws') : base;
  const form = forms.findLast(({ name }) => link.endsWith(`${name}}`)) ?? forms[0];
  return form.write(url);
}

/** A text with the links to `from` replaced by those to `to`. */
export function replaceLinks(text: string, from: string, to: string): string {
  return piecesOf(text, from)
    .map((piece) => linkedPiece(piece, to))
    .join('');
}

/** A text with the links to `base` as a recording has it. */
export function recordedText(text: string, base: string): string {
  return piecesOf(text, base).map(recordedPiece).join('');
}

function piecesOf(text: string, base: string): readonly LinkPiece[] {
  if (!mayLink(text, base)) return [{ text }];
  const finder = new LinkFinder(base);
  return [...finder.push(text), ...finder.end()];
}

/** Whether a text has the name of the host: most headers have not, and a search is dear. */
function mayLink(text: string, base: string): boolean {
  const [, host = ''] = /^\w+:\/\/([\w.-]*)/.exec(base) ?? [];
  return text.includes(literal) || text.toLowerCase().includes(host.toLowerCase());
}
