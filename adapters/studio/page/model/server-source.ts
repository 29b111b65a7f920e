// The worlds of a running server, by the control plane: their list is read again and again, those that are shown are followed.

import { signal, type Signal } from '@preact/signals';
import { concatMap, lastValueFrom, ReplaySubject, takeUntil } from 'rxjs';
import { createClient, type WorldClient, type Worlds } from '../../../client/index.ts';
import { mayRetry, RepriseError } from '../../../client/error.ts';
import { answers } from './answers.ts';
import { bucketsWanted, countsOf } from './event-counts.ts';
import { journalEntriesOf } from './journal-entry.ts';
import { journalPages } from './journal-pages.ts';
import { knownExchanges$ } from './known-exchanges.ts';
import { sentenceOf } from './sentence.ts';
import type { Source, WorldSummary } from './source.ts';
import { WorldHistory, type HistoryStatus } from './world-history.ts';
import { recordOf } from './written-record.ts';
import type { WrittenRecord } from '../../story/story.ts';

/** Between two reads of the list of worlds, and before a world is read again, in ms. */
const readEveryMs = 2_000;
/** Before a world whose journal is damaged is read again, in ms. */
const readFailedEveryMs = 30_000;

const isVisible = () => document.visibilityState === 'visible';

/** A source that can be closed: it follows nothing then. */
export interface ServerSource extends Source {
  readonly close: () => void;
}

export function serverSource(url: string, token: string): ServerSource {
  const client = createClient({ url, token });
  const worlds = signal<readonly WorldSummary[]>([]);
  const problem = signal<string | undefined>(undefined);
  const refusal = signal<string | undefined>(undefined);
  const followed = new Map<string, FollowedWorld>();
  let reads = 0;

  async function refresh(): Promise<void> {
    reads += 1;
    const read = reads;
    try {
      const listed = await client.worlds.list();
      if (read !== reads) return;
      worlds.value = listed.map((world) => summaryOf(world));
      answers.value += 1;
      problem.value = undefined;
    } catch (error) {
      if (read !== reads) return;
      problem.value = sentenceOf(error);
      const isRefused = error instanceof RepriseError && error.status === 401;
      if (isRefused) refusal.value = 'The server refuses this token: it has another one.';
    }
  }

  function historyOf(name: string): Signal<WorldHistory | undefined> {
    const isListed = () => worlds.peek().some((world) => world.name === name);
    const world = followed.get(name) ?? new FollowedWorld(client.world(name), isListed);
    followed.set(name, world);
    return world.history;
  }

  function followOnly(shown: readonly string[]): void {
    for (const [name, world] of followed) {
      if (shown.includes(name)) continue;
      followed.delete(name);
      world.close();
    }
  }

  const refreshIfVisible = () => {
    if (isVisible()) void refresh();
  };
  const listing = setInterval(refreshIfVisible, readEveryMs);
  document.addEventListener('visibilitychange', refreshIfVisible);
  void refresh();

  return {
    title: new URL(url).host,
    worlds,
    problem,
    history: historyOf,
    followOnly,
    refresh,
    server: { client, url, refusal },
    close() {
      clearInterval(listing);
      document.removeEventListener('visibilitychange', refreshIfVisible);
      followOnly([]);
    },
  };
}

/** One world, followed until it is closed; read anew after a reset, or once the server answers again. */
class FollowedWorld {
  readonly history: Signal<WorldHistory | undefined> = signal(undefined);
  readonly #world: WorldClient;
  readonly #closed = new ReplaySubject<void>(1);
  readonly #isListed: () => boolean;
  #isClosed = false;
  /** The server has no such world. */
  #isGone = false;

  /** `isListed`: whether the server lists the world: one that is gone is read again once it does. */
  constructor(world: WorldClient, isListed: () => boolean) {
    this.#world = world;
    this.#isListed = isListed;
    void this.#run();
  }

  close(): void {
    this.#isClosed = true;
    this.#closed.next();
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      await this.#readAndFollow();
      await pause(this.#hasFailed ? readFailedEveryMs : readEveryMs);
      while (this.#isGone && !this.#isListed() && !this.#isClosed) await pause(readEveryMs);
    }
  }

  get #hasFailed(): boolean {
    return this.history.peek()?.status.peek().kind === 'failed';
  }

  /** Reads the journal so far, then follows it until the world ends. */
  async #readAndFollow(): Promise<void> {
    let history: WorldHistory | undefined;
    try {
      // One entry comes at once: the record of the world, and where it stands, before all the others.
      const { world: record } = await this.#world.journal({ limit: 1 });
      this.#isGone = false;
      history = new WorldHistory(recordOf(record as unknown as WrittenRecord));
      const counts = countsOf(await this.#world.timeline({ buckets: bucketsWanted }));
      history.report({ kind: 'loading', counts });
      // A failed one is shown, with why it failed, until the new one is whole.
      if (!this.#hasFailed) this.history.value = history;
      for await (const entries of journalPages(this.#world)) {
        if (this.#isClosed) return;
        await history.extend(journalEntriesOf(entries));
      }
      this.history.value = history;
      await this.#follow(history);
      history.report({ kind: 'gone', message: 'The world was removed or reset.' });
    } catch (error) {
      const status = statusAfter(error);
      this.#isGone = status.kind === 'gone';
      (history ?? this.history.peek())?.report(status);
    }
  }

  async #follow(history: WorldHistory): Promise<void> {
    history.report({ kind: 'following' });
    const exchanges = knownExchanges$(this.#world, isVisible).subscribe((known) =>
      history.show(known),
    );
    const entries$ = this.#world.journal$(history.inputs.value + 1).pipe(
      takeUntil(this.#closed),
      concatMap((entry) => history.extend(journalEntriesOf([entry]))),
    );
    try {
      await lastValueFrom(entries$, { defaultValue: undefined });
    } finally {
      exchanges.unsubscribe();
    }
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

function statusAfter(error: unknown): HistoryStatus {
  const message = sentenceOf(error);
  if (mayRetry(error)) return { kind: 'disconnected', message };
  const isGone = error instanceof RepriseError && error.code === 'world-unknown';
  return { kind: isGone ? 'gone' : 'failed', message };
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
    ...(clock.nextDue === null ? {} : { nextDue: clock.nextDue }),
  };
}
