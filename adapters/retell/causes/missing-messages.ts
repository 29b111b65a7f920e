// Finds why a recorded frame or webhook did not come: the fault that struck it, the last event of its entity, an act of the operator on that
// entity, or the request that was to begin it.

import type { ItemRef } from '../../recording/differences/difference.ts';
import type { EventChains } from './event-chains.ts';
import { isId, namesNear, textsIn } from './entity-names.ts';
import type { SessionItem, SessionItems } from './session-items.ts';
import type { SessionPairs } from './session-pairs.ts';

export interface MissingMessagesOptions {
  readonly recorded: SessionItems;
  readonly retold: SessionItems;
  readonly pairs: SessionPairs;
  readonly chains: EventChains;
  /** The causes of a new entry that differs, itself first; undefined if it does not. */
  readonly causesOfNew: (n: number) => readonly ItemRef[] | undefined;
}

const ofFrames = / received$/;

export class MissingMessages {
  readonly #options: MissingMessagesOptions;

  constructor(options: MissingMessagesOptions) {
    this.#options = options;
  }

  /** Of a frame or webhook; none for all else. */
  causesOf(left: ItemRef): readonly ItemRef[] {
    if (ofFrames.test(left.channel)) return this.#causesOfFrame(left);
    const item = this.#options.recorded.at(left.n);
    return item?.kind === 'webhook' ? this.#causesOfWebhook(item) : [];
  }

  /** The request of the new session that did not bring what the recorded request of an entry was about. */
  originsOf(n: number | undefined): readonly ItemRef[] {
    const item = this.#options.recorded.at(n);
    if (item === undefined) return [];
    return this.#originsOf([...item.path.split('/'), ...textsIn(item.sent)].filter(isId), item);
  }

  /** The nearest frame that differs: the next one, or one before it. Frames that are equal say nothing. */
  #causesOfFrame(left: ItemRef): readonly ItemRef[] {
    const { chains, pairs, retold, causesOfNew } = this.#options;
    const { before, after } = pairs.around(left);
    const [next] = after;
    const ofNext = next === undefined ? undefined : causesOfNew(next);
    if (ofNext !== undefined) return ofNext;
    const opening = retold.at(pairs.openingOf(left));
    if (opening === undefined) return [];
    const { session, path, ref } = opening;
    if (session === undefined) return causesOfNew(ref.n ?? 0) ?? [ref];
    const strike = chains.strikeOnFrames(path);
    if (strike !== undefined) return chains.causes(strike);
    for (const earlier of before.toReversed()) {
      const causes = causesOfNew(earlier);
      if (causes !== undefined) return causes;
    }
    const event = chains.concerning([session]).at(-1);
    return chains.causes({ event, outside: chains.outside(undefined, [session]) });
  }

  #causesOfWebhook(item: SessionItem): readonly ItemRef[] {
    const { chains } = this.#options;
    const all = textsIn(item.body);
    const origins = this.#originsOf(all.filter(isId), item);
    if (origins.length > 0) return origins;
    const [own = [], ...others] = namesNear(item, 'body.notification.state');
    const [ofOwn, ofAll] = [own, all].map((names) => chains.concerning(this.#liveNames(names)));
    const about = ofOwn?.length === 0 ? ofAll : ofOwn;
    const strike = chains.strikeOnWebhooks(about?.flatMap(notificationIn) ?? []);
    if (strike !== undefined) return chains.causes(strike);
    const related = this.#liveNames(others.at(-1)?.filter(isId) ?? []);
    const event = ofOwn?.at(-1) ?? chains.lastOfAny(related) ?? ofAll?.at(-1);
    return chains.causes({ event, outside: chains.outside(undefined, this.#liveNames(all)) });
  }

  /** Those that the world knows. */
  #liveNames(recorded: readonly string[]): readonly string[] {
    const { pairs, chains } = this.#options;
    return recorded.map((name) => pairs.nameOf(name)).filter((name) => chains.isNamed(name));
  }

  /** The new request in the place of the one that brought the first name which the new session does not know. */
  #originsOf(names: readonly string[], { ref }: SessionItem): readonly ItemRef[] {
    const { pairs, chains, retold } = this.#options;
    for (const name of names) {
      const now = pairs.nameOf(name);
      if (chains.isNamed(now) || pairs.isReceived(now)) continue;
      const origin = retold.at(pairs.originOf(name, ref.n ?? 0));
      if (origin !== undefined) return [origin.ref];
    }
    return [];
  }
}

function notificationIn({ data }: { readonly data: object }): readonly string[] {
  const { notificationId } = data as { readonly notificationId?: unknown };
  return typeof notificationId === 'string' ? [notificationId] : [];
}
