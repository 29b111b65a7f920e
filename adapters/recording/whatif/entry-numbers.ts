// Translates the numbers of entries between the recording of real services and that of the world in which it was performed.

import { align } from '../diff/alignment.ts';
import { withoutIds } from '../diff/id-pairs.ts';
import { withoutWorld } from '../diff/volatile.ts';
import { changeText, EditError, type RecordingChange, type SetChange } from '../edit/change.ts';
import type { Entry } from '../format/entries.ts';
import type { ProxyEntry } from '../format/proxy-entries.ts';
import type { ProxyLines, Recording } from '../format/reader.ts';
import type { BecauseEvent, Consequence, ConsequenceGroup } from './consequences.ts';

type AnyEntry = Entry | ProxyEntry;

/** Requests and frames with the same content come first, then those to the same place. */
const keys: readonly ((entry: AnyEntry) => string)[] = [
  (entry) => `${placeOf(entry)} ${contentOf(entry)}`,
  placeOf,
];

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export class EntryNumbers {
  readonly #given: readonly ProxyEntry[];
  readonly #world: readonly Entry[];
  /** By the number in the given recording, and in that of the world. */
  readonly #inWorld = new Map<number, number>();
  readonly #inGiven = new Map<number, number>();
  /** Where the world was, which differs each time: left out of what is shown. */
  readonly #bases: readonly string[];

  constructor(given: Recording<ProxyLines>, world: Recording) {
    this.#given = given.entries;
    this.#world = world.entries;
    const prefix = `/w/${world.header.world.name}`;
    const origins = new Set(
      world.entries.flatMap((entry) => ('origin' in entry ? entry.origin : [])),
    );
    this.#bases = [...[...origins].flatMap((origin) => [`${origin}${prefix}`, origin]), prefix];
    const clients = [given.entries, world.entries].map((entries) =>
      (entries as readonly AnyEntry[]).filter(isByClient),
    ) as [AnyEntry[], AnyEntry[]];
    for (const { left, right } of align(...clients, keys)) {
      if (left === undefined || right === undefined) continue;
      this.#inWorld.set(left.n, right.n);
      this.#inGiven.set(right.n, left.n);
    }
  }

  /** A change of the world, for one of the given recording. Throws EditError if the world has nothing like it. */
  changeInWorld(change: RecordingChange): RecordingChange {
    if (change.kind === 'seed') return change;
    this.#checkIds(change);
    const { entry } = change;
    if (change.kind === 'set') this.#checkPath(change);
    return { ...change, entry: change.kind === 'insert' ? this.#place(entry) : this.#entry(entry) };
  }

  /** A message about entries of the world, with the numbers that they have in the given recording. */
  messageInGiven(message: string): string {
    const given = (digits: string) => String(this.#inGiven.get(Number(digits)) ?? digits);
    return message
      .replace(/(\bentry )(\d+)/gi, (_all, word: string, digits: string) => word + given(digits))
      .replace(/\b\d+(?=\.[a-z])/g, given);
  }

  /** Consequences with the numbers of the given recording, which has no events. `changes`: as they were given. */
  groupsInGiven(
    groups: readonly ConsequenceGroup[],
    changes: readonly RecordingChange[],
  ): readonly ConsequenceGroup[] {
    const texts = new Map(
      changes.map((change) => [changeText(this.changeInWorld(change)), changeText(change)]),
    );
    const own = (this.#withoutBases(groups) as readonly ConsequenceGroup[]).map((group) => ({
      ...group,
      change: texts.get(group.change) ?? group.change,
      also: group.also.map((change) => texts.get(change) ?? change),
      changed: group.changed && {
        ...group.changed,
        entry: this.#inGiven.get(group.changed.entry) ?? group.changed.entry,
      },
      event: group.event && withoutEntry(group.event),
      because: group.because.map(withoutEntry),
      consequences: group.consequences.flatMap((one) => this.#consequence(one)),
    }));
    return own.filter(({ consequences }) => consequences.length > 0);
  }

  #withoutBases(value: unknown): unknown {
    if (typeof value === 'string') {
      return this.#bases.reduce((text, base) => text.replaceAll(base, ''), value);
    }
    if (Array.isArray(value)) return value.map((one) => this.#withoutBases(one));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([name, one]) => [name, this.#withoutBases(one)]);
    return Object.fromEntries(members) as unknown;
  }

  /** None for answers to requests that only the world got, such as those that moved its clock. */
  #consequence(one: Consequence): readonly Consequence[] {
    if (one.kind !== 'answer' || one.entries.length === 0) return [one];
    const entries = one.entries.flatMap((entry) => this.#inGiven.get(entry) ?? []);
    return entries.length === 0 ? [] : [{ ...one, entries }];
  }

  #entry(n: number): number {
    const entry = this.#given[n - 1];
    if (entry === undefined) {
      throw new EditError(
        `There is no entry ${n}: the recording has entries 1 to ${this.#given.length}.`,
      );
    }
    if (!isByClient(entry)) {
      throw new EditError(
        `Entry ${n} (${entry.kind}) follows from what the client did: change one of its requests, frames or connections.`,
      );
    }
    const own = this.#inWorld.get(n);
    if (own !== undefined) return own;
    throw new EditError(
      `Entry ${n} did not reach the world in which the recording was performed, so nothing can follow from it there.`,
    );
  }

  /** A path is as the given recording has it: the ids in it are others in the world. */
  #checkPath({ entry, path, value }: SetChange): void {
    const given = this.#given[entry - 1];
    if (path !== 'path' || given === undefined || !('url' in given)) return;
    if (given.url.replace(/\?.*$/s, '') !== value) return;
    throw new EditError(`${entry}.path is ${JSON.stringify(value)} already.`);
  }

  /** Where a request is inserted: before the next entry of the client. */
  #place(n: number): number {
    const count = this.#given.length;
    if (n < 1 || n > count + 1) {
      throw new EditError(
        `There is no entry ${n} to insert a request before: the recording has entries 1 to ${count}, and ${count + 1} is its end.`,
      );
    }
    const next = this.#given.slice(n - 1).find((entry) => this.#inWorld.has(entry.n));
    return (next && this.#inWorld.get(next.n)) ?? this.#world.length + 1;
  }

  #checkIds(change: RecordingChange): void {
    for (const [id] of JSON.stringify(change).matchAll(uuid)) {
      const isIn = (entries: readonly AnyEntry[]) =>
        entries.some((entry) => JSON.stringify(entry).includes(id));
      if (!isIn(this.#given) || isIn(this.#world)) continue;
      throw new EditError(
        `${id} is an id of the real service: the world in which the recording was performed has another one for it.`,
      );
    }
  }
}

function isByClient(entry: AnyEntry): boolean {
  const { kind } = entry;
  if (kind === 'ws.in') return !('control' in entry && entry.control !== undefined);
  if (kind === 'ws.close') return entry.by === 'client';
  return kind === 'http.request' || kind === 'ws.open';
}

function placeOf(entry: AnyEntry): string {
  const { kind } = entry;
  if (!('url' in entry)) return kind;
  const method = 'method' in entry ? entry.method : '';
  return `${kind} ${method} ${withoutIds(withoutWorld(entry.url)).replace(/\?.*$/s, '')}`;
}

function contentOf(entry: AnyEntry): string {
  const { text = '', base64 = '' } = entry as { readonly text?: string; readonly base64?: string };
  const query = 'url' in entry ? entry.url.replace(/^[^?]*/s, '') : '';
  return `${withoutIds(query)} ${withoutIds(text)}${base64}`;
}

function withoutEntry({ entry: _none, ...event }: BecauseEvent): BecauseEvent {
  return event;
}
