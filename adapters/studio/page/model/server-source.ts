// The worlds of a running server, by the control plane: the list is read again and again, a world that is looked at is followed.

import { signal, type Signal } from '@preact/signals';
import type { Subscription } from 'rxjs';
import { createClient, RepriseError, type Client, type Worlds } from '../../../client/index.ts';
import { journalEntryOf } from './journal-entry.ts';
import { KnownExchanges } from './known-exchanges.ts';
import { sentenceOf } from './sentence.ts';
import type { Source, WorldSummary } from './source.ts';
import { WorldHistory } from './world-history.ts';
import { recordOf } from './written-record.ts';
import type { WrittenRecord } from '../../story/story.ts';

/** Between two looks at the list of worlds, in ms. */
const listEveryMs = 2_000;
/** How long new exchanges are waited for after new entries, in ms. */
const exchangesAfterMs = 200;

/** A source that can be closed: it follows nothing then. */
export interface ServerSource extends Source {
  readonly close: () => void;
}

export function serverSource(url: string, token: string): ServerSource {
  const client = createClient({ url, token });
  const worlds = signal<readonly WorldSummary[]>([]);
  const problem = signal<string | undefined>(undefined);
  const histories = new Map<string, FollowedWorld>();

  async function refresh(): Promise<void> {
    try {
      worlds.value = (await client.worlds.list()).map((world) => summaryOf(world));
      problem.value = undefined;
    } catch (error) {
      problem.value = sentenceOf(error);
    }
  }

  const look = () => {
    if (document.visibilityState === 'visible') void refresh();
  };
  const listing = setInterval(look, listEveryMs);
  document.addEventListener('visibilitychange', look);
  void refresh();

  return {
    title: new URL(url).host,
    worlds,
    problem,
    history: (name) => {
      const followed = histories.get(name) ?? new FollowedWorld(client, name);
      histories.set(name, followed);
      return followed.history;
    },
    refresh,
    server: { client, url },
    close() {
      clearInterval(listing);
      document.removeEventListener('visibilitychange', look);
      for (const followed of histories.values()) followed.close();
    },
  };
}

/** One world, followed until the page is closed: it is read anew after a reset. */
class FollowedWorld {
  readonly history: Signal<WorldHistory | undefined> = signal(undefined);
  readonly #client: Client;
  readonly #name: string;
  #following: Subscription | undefined;
  #exchanges: ReturnType<typeof setTimeout> | undefined;
  #nextTry: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  readonly #known: KnownExchanges;

  constructor(client: Client, name: string) {
    this.#client = client;
    this.#name = name;
    this.#known = new KnownExchanges(client.world(name), () => {
      const history = this.history.peek();
      if (history !== undefined) this.#showExchanges(history);
    });
    void this.#begin();
  }

  /** Reads the journal so far in pages, then follows it. */
  async #begin(): Promise<void> {
    const world = this.#client.world(this.#name);
    let history: WorldHistory | undefined;
    try {
      let from: number | null = 1;
      while (from !== null && !this.#isClosed) {
        const { world: record, entries, next } = await world.journal({ from });
        history ??= new WorldHistory(recordOf(record as unknown as WrittenRecord));
        this.history.value = history;
        await history.extend(entries.map((entry) => journalEntryOf(entry)));
        const positions = history.position.value;
        if (next !== null) history.report({ kind: 'loading', positions, total: undefined });
        from = next;
      }
    } catch (error) {
      this.#fail(history, error);
      return;
    }
    if (history !== undefined && !this.#isClosed) this.#follow(history);
  }

  #follow(history: WorldHistory): void {
    const world = this.#client.world(this.#name);
    history.report({ kind: 'following' });
    this.#showExchanges(history);
    let extending = Promise.resolve();
    this.#following = world.journal$(history.inputs.value + 1).subscribe({
      next: (entry) => {
        extending = extending
          .then(() => history.extend([journalEntryOf(entry)]))
          .catch((error: unknown) => this.#fail(history, error));
        this.#showExchanges(history);
      },
      error: (error: unknown) => {
        history.report({ kind: 'disconnected', message: sentenceOf(error) });
        this.#beginLater();
      },
      complete: () => {
        history.report({ kind: 'gone', message: 'The world was removed or reset.' });
        this.#beginLater();
      },
    });
  }

  #fail(history: WorldHistory | undefined, error: unknown): void {
    this.#following?.unsubscribe();
    const isGone = error instanceof RepriseError && error.code === 'world-unknown';
    history?.report({ kind: isGone ? 'gone' : 'failed', message: sentenceOf(error) });
    this.#beginLater();
  }

  close(): void {
    this.#isClosed = true;
    this.#following?.unsubscribe();
    clearTimeout(this.#exchanges);
    clearTimeout(this.#nextTry);
  }

  #beginLater(): void {
    if (!this.#isClosed) this.#nextTry = setTimeout(() => void this.#begin(), listEveryMs);
  }

  /** Once, after the present entries. */
  #showExchanges(history: WorldHistory): void {
    clearTimeout(this.#exchanges);
    this.#exchanges = setTimeout(() => {
      this.#known
        .read()
        .then((exchanges) => {
          if (exchanges !== undefined) history.show(exchanges);
        })
        .catch(() => undefined); // the server does not answer, which the journal tells
    }, exchangesAfterMs);
  }
}

function summaryOf(world: Worlds['worlds'][number]): WorldSummary {
  if ('error' in world) return { name: world.name, error: world.error };
  const { name, seed, forkedFrom } = world;
  if ('isLoaded' in world) return { name, seed, forkedFrom };
  const { position, digest, clock, counts } = world;
  const rate = clock.mode === 'real' && clock.rate !== 1 ? ` × ${clock.rate}` : '';
  return {
    name,
    seed,
    forkedFrom,
    position,
    digest,
    counts,
    now: clock.now,
    clock: `${clock.mode}${rate}`,
  };
}
