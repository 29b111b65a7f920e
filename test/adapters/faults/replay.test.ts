// Recordings contain the effects of faults and replay equal: strikes, lost answers, delayed answers.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRecording } from '../../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../../adapters/recording/replay/replay.ts';
import type { World } from '../../../core/index.ts';
import { openFaultyWorld, type FaultyWorld } from '../../support/faults/faulty-world.ts';
import { expectEqual, recordingFolder } from '../../support/recording/recordings.ts';
import { twin } from '../../support/server/hosts.ts';

const folder = recordingFolder();
const events = '/calendar/events/v1/events';

/** Records a frozen world with these faults while `play` runs; returns the file. */
async function recorded(faults: readonly object[], play: (world: FaultyWorld) => Promise<unknown>) {
  const world = await openFaultyWorld(twin);
  const file = join(folder, `${randomUUID()}.jsonl`);
  const { engine, recordings } = world.reprise;
  await recordings.start(engine.world('default') as World, { file });
  for (const fault of faults) await world.add(fault);
  await play(world);
  await recordings.stop('default');
  await world.close();
  return file;
}

const advance = (world: FaultyWorld) =>
  world.control('POST', '/worlds/default/clock/advance', { by: '10s' });

const strikes = async (world: FaultyWorld) => {
  const { body } = await world.control('GET', '/worlds/default/events?type=FaultStruck');
  return body.events.length as number;
};

it('of delayed answers, while other requests are answered', async () => {
  const slow = { kind: 'slow', delay: '2s', when: { count: 2 } };
  const file = await recorded([slow], async (world) => {
    const waiting = [world.send('GET', events), world.send('GET', `${events}?page=2`)];
    await expect.poll(() => strikes(world)).toBe(2);
    await world.send('GET', events);
    await advance(world);
    await Promise.all(waiting);
  });
  const { entries } = await expectEqual(file);
  const answers = entries.filter((entry) => entry.kind === 'http.answer');
  expect(answers.map(({ at }) => at).filter((at) => at > answers[0]!.at)).toHaveLength(2);
});

it('of an answer that is still delayed at the end', async () => {
  const file = await recorded([{ kind: 'slow', delay: '2s' }], async (world) => {
    void world.send('GET', events);
    await expect.poll(() => strikes(world)).toBe(1);
  });
  const { entries } = await expectEqual(file);
  expect(entries.some((entry) => entry.kind === 'event' && entry.type === 'FaultStruck')).toBe(
    true,
  );
});

it('of a redacted body, whose fault matched a secret in it', async () => {
  const json = { entitySecretCiphertext: 'top-secret' };
  const refused = { kind: 'refuse', status: 503, when: { json } };
  const file = await recorded([refused], async (world) => {
    const path = '/v1/w3s/developer/walletSets';
    expect(await world.send('POST', path, json)).toMatchObject({ status: 503 });
  });
  const recording = await readRecording(file);
  const request = recording.entries.find((entry) => entry.kind === 'http.request');
  expect(request).toMatchObject({ facts: { faults: [expect.any(String)] } });
  expect(JSON.stringify(request)).not.toContain('top-secret');
  expect((await replayRecording(file, recording)).divergence).toBeUndefined();
});

it('with the answers that did not arrive', async () => {
  const faults = ['lose-answer', 'cut', 'malformed', 'hang'].map((kind) => ({
    kind,
    when: { count: 1 },
  }));
  const file = await recorded(faults, async (world) => {
    for (let count = 0; count < 3; count += 1) await world.send('GET', events);
    const leaving = new AbortController();
    const hanging = world.send('GET', events, undefined, leaving.signal);
    await expect.poll(() => strikes(world)).toBe(4);
    leaving.abort();
    await hanging;
  });
  const recording = await expectEqual(file);
  const of = recording.entries.filter((entry) => entry.kind === 'http.answer' && entry.delivery);
  expect(of).toMatchObject([
    { delivery: 'reset', status: 200, text: expect.stringContaining('"events"') },
    { delivery: 'cut', status: 200, text: expect.stringMatching(/}$/) },
    { delivery: 'malformed', status: 200, text: expect.stringMatching(/}$/) },
    { delivery: 'hang' },
  ]);
  const [lost] = of;
  const edited = recording.entries.map((entry) => {
    if (entry !== lost) return entry;
    const { delivery: _none, ...arrived } = lost as { readonly delivery?: string } & typeof lost;
    return arrived;
  });
  const replay = await replayRecording(file, { ...recording, entries: edited });
  expect(replay.divergence?.exchange).toMatchObject({ path: 'delivery', actual: 'reset' });
});
