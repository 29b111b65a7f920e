// The events of a world, by their positions and by what they concern.

import { isId, textsIn } from './entity-names.ts';
import type { LiveEvent } from './live-history.ts';

/** The beginning of a SHA-256, as recordings of audio show it. */
const hashStart = /^[0-9a-f]{16}$/;

export class LiveEventIndex {
  readonly #byPosition = new Map<number, LiveEvent>();
  /** By the last part of their streams, such as an id. */
  readonly #byStream = new Map<string, LiveEvent[]>();
  /** By each id in them or in the name of their stream. */
  readonly #byName = new Map<string, LiveEvent[]>();
  readonly #texts = new Map<LiveEvent, ReadonlySet<string>>();

  constructor(events: readonly LiveEvent[]) {
    for (const event of events) {
      const { position, stream, data } = event;
      const texts = new Set(textsIn(data));
      const own = lastPart(stream);
      this.#byPosition.set(position, event);
      this.#texts.set(event, texts);
      add(this.#byStream, own, event);
      for (const name of new Set([own, ...[...texts].filter(isId)])) add(this.#byName, name, event);
    }
  }

  at(position: number): LiveEvent | undefined {
    return this.#byPosition.get(position);
  }

  /** In the order of their positions. */
  concerning(names: readonly string[]): readonly LiveEvent[] {
    return foundIn(this.#byName, names);
  }

  /** Those of the streams that have such names. */
  ofStreams(names: readonly string[]): readonly LiveEvent[] {
    return foundIn(this.#byStream, names);
  }

  /** The events of the same stream. */
  besides({ stream }: LiveEvent): readonly LiveEvent[] {
    return this.ofStreams([lastPart(stream)]).filter((one) => one.stream === stream);
  }

  /** Whether an event has one of these values, or a hash that begins with it. */
  holds(event: LiveEvent, values: readonly string[]): boolean {
    const texts = this.#texts.get(event) ?? new Set();
    return values.some(
      (value) =>
        texts.has(value) ||
        (hashStart.test(value) && [...texts].some((text) => text.startsWith(value))),
    );
  }

  /** Whether an event or a stream has such a name. */
  has(name: string): boolean {
    return this.#byName.has(name);
  }
}

function lastPart(stream: string): string {
  return stream.slice(stream.lastIndexOf('/') + 1);
}

function add(events: Map<string, LiveEvent[]>, name: string, event: LiveEvent): void {
  const known = events.get(name);
  if (known === undefined) events.set(name, [event]);
  else known.push(event);
}

function foundIn(
  events: ReadonlyMap<string, readonly LiveEvent[]>,
  names: readonly string[],
): readonly LiveEvent[] {
  const found = new Set(names.flatMap((name) => events.get(name) ?? []));
  return [...found].sort((one, other) => one.position - other.position);
}
