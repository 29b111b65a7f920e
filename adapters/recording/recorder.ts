// Follows one world and writes down what goes over its wire, what came of it, and what came in otherwise; so completely
// that all of it can be done again.

import { isUtf8 } from 'node:buffer';
import type { JournalEntry, Json, Place, RequestPlace, Witness, World } from '../../core/index.ts';
import type { RawRequest } from '../http/app.ts';
import type { HttpResponse, Service } from '../http/table.ts';
import type { Exchange, Facts, Tap } from '../http/tap.ts';
import type { EntryOf, Touch, Unplaced } from './format.ts';
import type { Redactor, Secrets } from './redaction.ts';
import type { RecordingWriter } from './writer.ts';

export interface RecorderParts {
  readonly world: World;
  readonly writer: RecordingWriter;
  readonly redactor: Redactor;
  /** How many inputs of the world are written down already, and its digest behind them. */
  readonly inputs: number;
  readonly position: number;
  readonly digest: string;
}

export interface Recorder {
  readonly tap: Tap;
  /** Follows no more; gives the digest behind the last input that was written down. */
  readonly stop: () => string;
}

/** An exchange whose line is still to be written. */
interface Opened {
  /** Writes the line, unless it is there; gives its number. */
  readonly write: () => number;
  /** An input that it made is stored. */
  readonly stored: (input: number) => void;
}

export function createRecorder(parts: RecorderParts): Recorder {
  const { world, writer, redactor } = parts;
  let { inputs, position, digest } = parts;
  /** Who made an input that is not stored yet. */
  const makers = new Map<number, Opened>();
  let isStopped = false;

  const following = world.entries$.subscribe((entry) => {
    const { n } = entry.input;
    const maker = makers.get(n);
    makers.delete(n);
    if (maker === undefined) writer.append(inputEntry(entry, redactor));
    else maker.stored(n);
    for (const event of entry.events) writer.appendEvent(event);
    inputs = n;
    position = entry.events.at(-1)?.position ?? position;
    ({ digest } = entry);
  });

  function request(raw: RawRequest, service: Service): Exchange {
    const facts: Record<string, Json> = {};
    let touches: Touch[] = [];
    const stored = new Set<number>();
    let idFrom: RequestPlace | undefined;
    let written: number | undefined;
    let toldTouches = 0;
    let isAnswered = false;
    let secrets: Secrets | undefined;

    function write(): number {
      if (written !== undefined) return written;
      const { wire, secrets: found } = redactor.request({
        url: raw.url,
        headers: definedOf(raw.headers),
        ...contentOf(raw.body),
      });
      secrets = found;
      const [touch] = touches;
      toldTouches = touch === undefined ? 0 : 1;
      written = writer.append({
        kind: kindOf(raw, service),
        service: service.name,
        method: raw.method,
        origin: raw.origin,
        ...wire,
        ...(touch ?? { at: world.nowMs(), position, after: inputs }),
        ...(idFrom === undefined ? {} : { idFrom }),
        ...(Object.keys(facts).length === 0 ? {} : { facts }),
      });
      return written;
    }

    const opened: Opened = {
      write,
      stored: (input) => {
        stored.add(input);
        write();
      },
    };
    const witness: Witness = {
      after: (place) => {
        if (isAnswered) return; // an answer that goes on, by which nothing is to be done again
        touches.push(touchOf(place));
        if (place.input !== undefined && !isStopped) makers.set(place.input, opened);
      },
      identified: (taken) => {
        idFrom = taken;
        return taken;
      },
    };

    function answered(response: HttpResponse): void {
      isAnswered = true;
      for (const [n, maker] of makers) if (maker === opened) makers.delete(n);
      if (isStopped) return;
      const isLost = ({ input }: Touch) => input !== undefined && !stored.has(input);
      // What was done and then lost was never done; somebody else makes the input of that number.
      touches = touches.filter((touch) => !isLost(touch));
      const to = write();
      const { status, headers, body, stream } = response;
      const text = body === undefined ? {} : { text: body };
      const answer = redactor.answer({ status, headers, ...text }, secrets as Secrets);
      const further = touches.slice(toldTouches);
      writer.append({
        kind: 'http.answer',
        at: touches.at(-1)?.at ?? world.nowMs(),
        to,
        ...answer,
        ...(further.length === 0 ? {} : { further }),
        ...(stream === undefined ? {} : { stream: true }),
      });
    }

    return { world: world.through(witness), facts: notedIn(facts), answered };
  }

  return {
    tap: {
      request,
      open: () => {
        throw new Error('not yet');
      },
    },
    stop: () => {
      isStopped = true;
      following.unsubscribe();
      makers.clear();
      return digest;
    },
  };
}

/** An input as an entry of its own. */
export function inputEntry(
  { input }: Pick<JournalEntry, 'input'>,
  redactor: Redactor,
): Unplaced<EntryOf<'input'>> {
  const { n, atMs, ...data } = input;
  const kept = input.kind === 'config' ? redactor.json(data) : data;
  return { kind: 'input', at: atMs, input: n, data: kept as EntryOf<'input'>['data'] };
}

function kindOf({ url }: RawRequest, { isInWorld }: Service): 'http.request' | 'clock' | 'control' {
  if (isInWorld) return 'http.request';
  return /\/worlds\/[^/?]*\/clock(\/|\?|$)/.test(url) ? 'clock' : 'control';
}

function touchOf({ atMs, inputs, position, input }: Place): Touch {
  return input === undefined ? { at: atMs, position, after: inputs } : { at: atMs, input };
}

/** Finds facts and keeps them. */
function notedIn(facts: Record<string, Json>): Facts {
  return {
    find: (name, find) => {
      const fact = find();
      facts[name] = fact;
      return fact;
    },
  };
}

function definedOf(headers: RawRequest['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function contentOf(body: Buffer): { readonly text?: string; readonly base64?: string } {
  if (body.length === 0) return {};
  return isUtf8(body) ? { text: body.toString() } : { base64: body.toString('base64') };
}
