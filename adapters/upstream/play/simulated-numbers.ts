// Ids of a service that are plain numbers: in place of those of a simulated world a client sees the recorded ones. Each number stands for
// one other, so that what the world creates is never taken for what was recorded.

import type { NumericIds } from '../../contracts/numeric-ids.ts';
import { IdMarker, withNumbers } from '../../recording/diff/numeric-ids.ts';
import { isRecord, parsed } from '../../recording/format/json-values.ts';
import type { UnknownId } from '../fixture/fixture-of.ts';
import { pathOf } from '../relay/destination.ts';

/** What was recorded, and has no record in the world, is above this number there. */
const absentMin = 1_000_000_000;

export interface NumberedId {
  readonly shown: UnknownId;
  /** In the world. */
  readonly own: string | undefined;
}

/** Those of one service. */
export class SimulatedNumbers {
  readonly #service: string;
  readonly #counters = new Map<string, NumberPairs>();

  constructor(service: string, { kinds }: NumericIds, ids: readonly NumberedId[]) {
    this.#service = service;
    for (const { shown, own } of ids) {
      const counter = kinds[shown.kind] ?? shown.kind;
      const pairs = this.#counters.get(counter) ?? new NumberPairs();
      this.#counters.set(counter, pairs);
      pairs.add(shown.id, own);
    }
  }

  /** A URL as the world understands it, without the path of a world. */
  sentUrl(url: string): string {
    return this.#owned(this.#marker(url).sent(url));
  }

  /** The text of a body. */
  sentBody(url: string, type: string, text: string): string {
    const marker = this.#marker(url);
    if (type.startsWith('application/x-www-form-urlencoded')) {
      const fields = [...new URLSearchParams(text)].map(([name, value]) => {
        const own = this.#owned(marker.sent({ [name]: value }));
        return [name, String(own[name])] as [string, string];
      });
      return String(new URLSearchParams(fields));
    }
    return changedText(text, (value) => this.#owned(marker.sent(value)));
  }

  /** The text of a body or header of an answer to a URL. */
  received(url: string, text: string): string {
    const marker = this.#marker(url);
    return changedText(text, (value) =>
      withNumbers(marker.received(value), (counter, id) => this.#pairs(counter).recorded(id)),
    );
  }

  #marker(url: string): IdMarker {
    return new IdMarker(this.#service, pathOf(url));
  }

  #owned<Value>(marked: Value): Value {
    return withNumbers(marked, (counter, id) => this.#pairs(counter).own(id));
  }

  #pairs(counter: string): NumberPairs {
    return this.#counters.get(counter) ?? none;
  }
}

/** Of one counter. */
class NumberPairs {
  readonly #own = new Map<string, string>();
  readonly #recorded = new Map<string, string>();
  /** The largest recorded one. */
  #last = 0;

  add(recorded: string, own: string | undefined): void {
    this.#last = Math.max(this.#last, Number(recorded));
    if (own === undefined) return;
    this.#own.set(recorded, own);
    this.#recorded.set(own, recorded);
  }

  own(recorded: string): string {
    return (
      this.#own.get(recorded) ??
      moved(recorded, (id) => (id > this.#last ? id - this.#last : id + absentMin))
    );
  }

  recorded(own: string): string {
    return (
      this.#recorded.get(own) ??
      moved(own, (id) => (id > absentMin ? id - absentMin : id + this.#last))
    );
  }
}

const none = new NumberPairs();

function moved(id: string, to: (id: number) => number): string {
  const number = Number(id);
  return number > 0 && Number.isSafeInteger(number) ? String(to(number)) : id;
}

/** The text with its JSON changed, or itself if it is none. */
function changedText(text: string, change: <Value>(value: Value) => Value): string {
  const value = parsed(text);
  if (!isRecord(value) && !Array.isArray(value)) return change(text);
  const [before, now] = [JSON.stringify(value), JSON.stringify(change(value))];
  return now === before ? text : now;
}
