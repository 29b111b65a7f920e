// Pairs the messages of a session that was performed again with the recorded ones, and the names in them.

import type { AnyRecording } from '../../recording/diff/proxy-exchanges.ts';
import { withoutMarks } from '../../recording/diff/numeric-ids.ts';
import type { ItemRef } from '../../recording/differences/difference.ts';
import { comparedMessages } from '../compare-sessions.ts';
import { LearnedValues } from '../learned-values.ts';
import { isId, textsIn } from './entity-names.ts';

export interface SessionSides {
  readonly recorded: AnyRecording;
  /** The session that was performed again. */
  readonly retold: AnyRecording;
  /** Paths of fields that do not count. */
  readonly ignore?: readonly string[] | undefined;
}

export class SessionPairs {
  readonly #learned = new LearnedValues();
  /** By the recorded name: the first entry with it, and the new one in its place. */
  readonly #origins = new Map<string, readonly [left: number, right: number]>();
  /** The names that the new session has received. */
  readonly #received = new Set<string>();
  /** By channel, in the order of the recorded entries: their numbers, and those of the new ones. */
  readonly #pairs = new Map<string, (readonly [left: number, right: number])[]>();
  /** By channel: the numbers of the new entries, in their order. */
  readonly #rights = new Map<string, number[]>();

  constructor({ recorded, retold, ignore }: SessionSides) {
    for (const { left, right } of comparedMessages(recorded, retold, ignore)) {
      if (right === undefined) continue;
      listIn(this.#rights, right.channel).push(right.n);
      for (const name of namesIn(right.received)) this.#received.add(name);
      if (left === undefined) continue;
      listIn(this.#pairs, left.channel).push([left.n, right.n]);
      this.#learned.learn(withoutMarks(left.received), withoutMarks(right.received));
      for (const name of namesIn(left.received)) {
        if (!this.#origins.has(name)) this.#origins.set(name, [left.n, right.n]);
      }
    }
    for (const numbers of this.#rights.values()) numbers.sort((one, other) => one - other);
    for (const pairs of this.#pairs.values()) pairs.sort(([one], [other]) => one - other);
  }

  /** The new name in place of a recorded one: the same where none was learned. */
  nameOf(name: string): string {
    return this.#learned.get(name) ?? name;
  }

  isReceived(name: string): boolean {
    return this.#received.has(name);
  }

  /** The new entry in place of the recorded one that brought a name first, before another entry of the recording. */
  originOf(name: string, before: number): number | undefined {
    const [left, right] = this.#origins.get(name) ?? [Infinity];
    return left < before ? right : undefined;
  }

  /** The new handshake of the connection of a frame. */
  openingOf({ channel }: ItemRef): number | undefined {
    return this.#pairs.get(channel.replace(/ received$/, ' sent'))?.[0]?.[1];
  }

  /** The new entries of a channel around a missing one: those up to the pair before it, and those after that. */
  around({ n, channel }: ItemRef): {
    readonly before: readonly number[];
    readonly after: readonly number[];
  } {
    const pair = this.#pairs.get(channel)?.findLast(([left]) => left < (n ?? 0));
    const [, last = 0] = pair ?? [];
    const all = this.#rights.get(channel) ?? [];
    return {
      before: all.filter((right) => right <= last),
      after: all.filter((right) => right > last),
    };
  }
}

function namesIn(received: unknown): readonly string[] {
  return textsIn(received).filter(isId);
}

function listIn<Value>(lists: Map<string, Value[]>, key: string): Value[] {
  const known = lists.get(key) ?? [];
  lists.set(key, known);
  return known;
}
