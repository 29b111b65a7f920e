import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import { checkSnapshot } from '../../../../core/engine/history/snapshot-check.ts';
import { sessionOf } from '../../../support/arbitraries/session.ts';
import { hash } from '../../../support/engine/pure-world.ts';
import {
  loadSnapshot,
  sessionRecord,
  storeJournal,
  toStoredSnapshot,
  writeSnapshot,
  yieldToLoop,
  type LoadedSnapshot,
} from '../../../support/engine/stored-snapshots.ts';

const record = sessionRecord('harbour');

/** The snapshot after a short session. */
async function taken() {
  const { entries, state } = sessionOf([{ do: 'pass', ms: 60_000 }]);
  const store = createMemoryStore();
  await storeJournal(store, record, entries);
  await writeSnapshot(await store.snapshot(record.name, state.inputs), state);
  const [stored] = await store.snapshots(record.name);
  if (stored === undefined) throw new Error('A snapshot is expected.');
  return { snapshot: await loadSnapshot(stored), digest: state.digest };
}

const check = (snapshot: LoadedSnapshot, digest: string | undefined) =>
  checkSnapshot(toStoredSnapshot(snapshot), record, digest, hash, yieldToLoop);

const withForm = ({ head, ...rest }: LoadedSnapshot, form: number): LoadedSnapshot => ({
  ...rest,
  head: JSON.stringify({ ...JSON.parse(head), form }),
});

describe('checkSnapshot', () => {
  it('accepts a snapshot that is as it was written', async () => {
    const { snapshot, digest } = await taken();
    expect(await check(snapshot, digest)).toBe('valid');
  });

  it('refuses one that was taken after other events', async () => {
    const { snapshot } = await taken();
    expect(await check(snapshot, hash('others'))).toBe('invalid');
    expect(await check(snapshot, undefined)).toBe('invalid');
  });

  it('refuses one with an edited page, a missing page, or another head', async () => {
    const { snapshot, digest } = await taken();
    const [first, ...others] = snapshot.pages;
    if (first === undefined) throw new Error('A page is expected.');
    const edited = { ...first, text: first.text.replace(/\d/, '7').replace(/[a-z]/, 'q') };
    expect(await check({ ...snapshot, pages: [edited, ...others] }, digest)).toBe('invalid');
    expect(await check({ ...snapshot, pages: others }, digest)).toBe('invalid');
    expect(await check({ ...snapshot, head: '{' }, digest)).toBe('invalid');
  });

  it('tells a snapshot of an earlier version from a damaged one', async () => {
    const { snapshot, digest } = await taken();
    expect(await check(withForm(snapshot, 1), digest)).toBe('outdated');
    expect(await check(withForm(snapshot, 99), digest)).toBe('invalid');
    expect(await check(withForm(snapshot, 0), digest)).toBe('invalid');
  });
});
