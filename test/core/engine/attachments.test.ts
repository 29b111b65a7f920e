// Commands with attachments: the engine stores the bytes beside the input, and the input itself has only their hash.

import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { openEngine } from '../../../core/engine/engine.ts';
import type { World } from '../../../core/engine/world/world-contract.ts';
import type { JournalEntry } from '../../../core/kernel/input.ts';
import { InvariantError } from '../../../core/kernel/invariant.ts';
import { talkDomain, talkDomains } from '../../support/domains/talk.ts';
import { epochMs, hash } from '../../support/engine/pure-world.ts';

const host = { hash, monotonicMs: () => 0, defer: setImmediate };
const record = {
  name: 'w',
  seed: 's',
  epochMs,
  ids: 'ordinal',
  clock: { mode: 'frozen', rate: 1 },
  config: null,
} as const;

/** Sends a command with a word and the sound of it; `hasHash` adds the sound's hash to the command. */
const say = (world: World, word: string, hasHash = true) => {
  const attachment = new TextEncoder().encode(`sound of ${word}`);
  const said = { type: 'Hear', id: 't', word };
  const command = hasHash ? { ...said, attachment: hash(`sound of ${word}`) } : said;
  return world.send({
    domain: talkDomain,
    prepare: () => ({ command, attachment }),
    respond: (outcome) => outcome.ok,
  });
};

async function opened() {
  const broken: unknown[] = [];
  const options = { store: createMemoryStore(), host, domains: talkDomains };
  const engine = await openEngine({ ...options, onBroken: (error) => broken.push(error) });
  const world = await engine.create(record);
  const sound = async (name: string, input: number) => {
    const attachment = await engine.store.attachment(name, input);
    return attachment instanceof Uint8Array ? new TextDecoder().decode(attachment) : attachment;
  };
  return { engine, world, broken, sound };
}

describe('a command with an attachment', () => {
  it('is stored with it, and is read by forks too; the world replays without divergence', async () => {
    const { engine, world, sound } = await opened();
    await say(world, 'one');
    await world.advance({ byMs: 5 });
    await Promise.all([say(world, 'two'), say(world, 'three')]);
    const inputs = (await engine.store.read('w', 1, 100)).map(({ input }) => input);
    const heard = inputs.filter(({ kind }) => kind === 'command').map(({ n }) => n);
    expect(await Promise.all(heard.map((n) => sound('w', n)))).toEqual([
      'sound of one',
      'sound of two',
      'sound of three',
    ]);
    const fork = await engine.fork('w', { name: 'fork' });
    await say(fork, 'four');
    expect(await sound('fork', heard[0] ?? 0)).toBe('sound of one');
    expect(await sound('fork', inputs.length + 1)).toBe('sound of four');
    expect(await sound('w', inputs.length + 1)).toBeUndefined();
    expect((await engine.replay('fork')).divergence).toBeUndefined();
    await engine.reset('w');
    expect(await sound('w', heard[0] ?? 0)).toBeUndefined();
    await engine.close();
  });

  it('is read together with those of other matching commands, in order', async () => {
    const { engine, world } = await opened();
    const words = Array.from({ length: 300 }, (_, n) => `${n}`);
    await Promise.all(words.map(async (word) => say(world, word)));
    const fork = await engine.fork('w', { name: 'fork' });
    await say(fork, '300');
    const isEven = (command: object) => Number((command as { word: string }).word) % 2 === 0;
    const read: string[] = [];
    for await (const { command, bytes } of fork.attachments(isEven)) {
      expect(isEven(command)).toBe(true);
      read.push(bytes === 'dropped' ? bytes : new TextDecoder().decode(bytes));
    }
    const even = [...words, '300'].filter((word) => isEven({ word }));
    expect(read).toEqual(even.map((word) => `sound of ${word}`));
    await engine.close();
  });

  it('has its hash in the stored input, and no bytes', async () => {
    const { engine, world } = await opened();
    await say(world, 'one');
    const [entry] = await engine.store.read('w', 1, 1);
    expect(JSON.parse(JSON.stringify(entry))).toMatchObject({
      input: { kind: 'command', command: { word: 'one', attachment: hash('sound of one') } },
    });
    expect(entry).not.toHaveProperty('attachment');
    await engine.close();
  });

  it('breaks its world where the command lacks the hash', async () => {
    const { engine, world, broken } = await opened();
    await expect(say(world, 'one', false)).rejects.toBeInstanceOf(InvariantError);
    expect(broken).toHaveLength(1);
    expect(await engine.store.read('w', 1, 1)).toEqual([]);
    await engine.close();
  });

  it('can be replayed without its bytes, which are then reported as dropped', async () => {
    const first = await opened();
    await say(first.world, 'one');
    const entries: readonly JournalEntry[] = await first.engine.store.read('w', 1, 10);
    await first.engine.close();
    const { engine, world, sound } = await opened();
    for (const { input } of entries) await world.replayInput(input);
    expect(await sound('w', 1)).toBe('dropped');
    const read = await world.attachments(() => true).next();
    expect(read.value).toMatchObject({ command: { word: 'one' }, bytes: 'dropped' });
    await engine.close();
  });
});
