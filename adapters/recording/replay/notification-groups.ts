// Groups the notifications of a run by their kind, subscription and subject: those of two runs correspond by their index in a group.
// Ids that the client has not learned so far count as equal.

import type { LearnedPair } from './learned-ids.ts';
import { RankedList } from './ranked-list.ts';

export interface SentNotification {
  readonly service: string;
  readonly id: string;
  /** Of its service. */
  readonly kind: string;
  readonly subscriptionId: string;
  /** The id of what it is about; empty if that has none. */
  readonly subjectId: string;
  /** How many were made so far. */
  attempts: number;
}

/** Notifications of two runs with equal places correspond. */
export interface NotificationPlace {
  readonly group: string;
  /** Its index among those of the group, in the order of their first attempts. */
  readonly index: number;
}

interface Member {
  readonly group: RankedList<SentNotification>;
  readonly slot: number;
}

export class NotificationGroups {
  readonly #learned: readonly LearnedPair[];
  readonly #side: keyof LearnedPair;
  readonly #groups = new Map<string, RankedList<SentNotification>>();
  readonly #members = new Map<SentNotification, Member>();
  /** By each of their ids that is not learned. */
  readonly #waiting = new Map<string, SentNotification[]>();
  /** By an id of this run: the id of the replay. */
  readonly #names = new Map<string, string>();
  #learnedCount = 0;

  /** `learned`: grows while the replay learns ids. `side`: the one with the ids of this run. */
  constructor(learned: readonly LearnedPair[], side: keyof LearnedPair) {
    this.#learned = learned;
    this.#side = side;
  }

  add(one: SentNotification): void {
    this.#join(one);
    for (const id of new Set([one.subscriptionId, one.subjectId])) {
      if (this.#names.has(id)) continue;
      const waiting = this.#waiting.get(id);
      if (waiting === undefined) this.#waiting.set(id, [one]);
      else waiting.push(one);
    }
  }

  /** Undefined for a notification that was not added. */
  placeOf(one: SentNotification): NotificationPlace | undefined {
    this.#update();
    const member = this.#members.get(one);
    return member && { group: this.#groupOf(one), index: member.group.rankOf(member.slot) };
  }

  /** Undefined if the group has fewer notifications so far. */
  at(place: NotificationPlace): SentNotification | undefined {
    this.#update();
    return this.#groups.get(place.group)?.at(place.index);
  }

  /** Moves the notifications with ids that were learned since the last call. */
  #update(): void {
    for (; this.#learnedCount < this.#learned.length; this.#learnedCount += 1) {
      const pair = this.#learned[this.#learnedCount];
      if (pair === undefined) return;
      const id = pair[this.#side];
      this.#names.set(id, pair.present);
      // No other id has this name, so their new groups were empty, and get them in their order.
      for (const one of this.#waiting.get(id) ?? []) {
        const member = this.#members.get(one);
        member?.group.remove(member.slot);
        this.#join(one);
      }
      this.#waiting.delete(id);
    }
  }

  #join(one: SentNotification): void {
    const name = this.#groupOf(one);
    const group = this.#groups.get(name) ?? new RankedList();
    this.#groups.set(name, group);
    this.#members.set(one, { group, slot: group.append(one) });
  }

  #groupOf({ kind, subscriptionId, subjectId }: SentNotification): string {
    const names = [subscriptionId, subjectId].map((id) => this.#names.get(id) ?? '');
    return [kind, ...names].join(' ');
  }
}
