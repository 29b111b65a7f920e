// Live requests as a proxy would have recorded them: a long text is redacted in the same parts, since names and secrets are found in
// each by itself.

import type { InPieces } from '../../../core/index.ts';
import type { Numbered } from '../../recording/format/file-writer.ts';
import type { UnsealedProxyEntry } from '../../recording/format/proxy-entries.ts';
import type { Redactor, WireRequest } from '../../recording/redaction/redactor.ts';
import { isTextType } from '../headers.ts';
import { linkedPiece, LinkFinder, recordedPiece, type LinkPiece } from '../links.ts';
import { EntryRedactor } from '../record/entry-redactor.ts';
import type { RedactionRules } from '../redaction-rules.ts';
import { BodyRecorder, type MessageEntries } from '../relay/body-recorder.ts';
import { joinedContent, type RecordedContent } from '../../recording/format/recorded-content.ts';
import { otherPaths } from '../upstreams.ts';
import type { LiveRequest } from './live-request.ts';
import type { ComparedRequest } from './request-content.ts';

/** How much of a body is searched for links at once. */
const chunkBytes = 64 * 1024;
/** The number of the entry of the request, to which its parts refer. */
const headNumber = 1;

type Entry = Numbered<UnsealedProxyEntry>;

export class LiveRecorder {
  readonly #redactor: Redactor;
  readonly #rules: RedactionRules;

  constructor(redactor: Redactor, rules: RedactionRules) {
    this.#redactor = redactor;
    this.#rules = rules;
  }

  /** `upstream`: the URL of its service. */
  *recorded(live: LiveRequest, upstream: string): InPieces<ComparedRequest> {
    const { method, headers } = live;
    const content = isTextType(headers['content-type'])
      ? yield* this.#text(live, upstream)
      : { base64: live.body.toString('base64') };
    return { ...this.#redacted(live), method, content };
  }

  *#text(live: LiveRequest, upstream: string): InPieces<RecordedContent> {
    const { base, body } = live;
    const redactor = new EntryRedactor(this.#redactor, this.#rules);
    const waiting: Entry[] = [];
    const recorder = new BodyRecorder(
      {
        entry: (content) => waiting.push(headOf(live, content)),
        part: (content) => waiting.push(partOf(content)),
      },
      { isText: true, isStream: false },
    );
    const links = new LinkReplacer(base, upstream);
    const parts: RecordedContent[] = [];
    for (let start = 0; start < body.length; start += chunkBytes) {
      recorder.push(links.push(body.toString('latin1', start, start + chunkBytes)));
      for (const entry of waiting.splice(0)) parts.push(yield* this.#part(entry, redactor));
      yield;
    }
    recorder.push(links.end());
    recorder.end();
    for (const entry of waiting) parts.push(yield* this.#part(entry, redactor));
    return joinedContent(parts);
  }

  /** The content of an entry: that of a request is redacted in pieces, which its redactor then finds by the headers. */
  *#part(entry: Entry, redactor: EntryRedactor): InPieces<RecordedContent> {
    yield;
    if (entry.kind !== 'http.request' || entry.text === undefined) return redactor.redacted(entry);
    const rules = this.#rules;
    const { url, headers, text } = entry;
    const named = { url: rules.url(url), headers: rules.headers(headers), text: rules.body(text) };
    yield* this.#redactor.prepare(named);
    return redactor.redacted({ ...entry, ...named });
  }

  #redacted({ url, headers }: LiveRequest): WireRequest {
    const given = { url: this.#rules.url(url), headers: this.#rules.headers(headers) };
    return this.#redactor.request(given).wire;
  }
}

type EntryContent = Parameters<MessageEntries['entry']>[0];

/** Services and instants do not count. */
function headOf({ method, url, headers }: LiveRequest, content: EntryContent): Entry {
  const place = { n: headNumber, at: 0, service: otherPaths };
  return { kind: 'http.request', ...place, method, url, headers, ...content };
}

function partOf(content: Parameters<MessageEntries['part']>[0]): Entry {
  return { kind: 'http.part', n: headNumber + 1, at: 0, to: headNumber, ...content };
}

/** Turns links to the player, and those to the service itself, into placeholders. */
class LinkReplacer {
  readonly #upstream: string;
  readonly #toPlayer: LinkFinder;
  readonly #toService: LinkFinder;

  constructor(player: string, upstream: string) {
    this.#upstream = upstream;
    this.#toPlayer = new LinkFinder(player);
    this.#toService = new LinkFinder(upstream);
  }

  /** As Latin-1. */
  push(chunk: string): string {
    return recordedOf(this.#toService.push(this.#serviceText(this.#toPlayer.push(chunk))));
  }

  end(): string {
    const rest = this.#toService.push(this.#serviceText(this.#toPlayer.end()));
    return recordedOf([...rest, ...this.#toService.end()]);
  }

  #serviceText(pieces: readonly LinkPiece[]): string {
    return pieces.map((piece) => linkedPiece(piece, this.#upstream)).join('');
  }
}

function recordedOf(pieces: readonly LinkPiece[]): string {
  return pieces.map(recordedPiece).join('');
}
