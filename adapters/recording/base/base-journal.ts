// The journal of a world up to where its recording began, decided again: the file has its inputs, or only its fixture, but no events.

import { openEngine, type JournalEntry, type World } from '../../../core/index.ts';
import { frameTries } from '../../faults/frame-tries.ts';
import { seedCommands } from '../../fixture/seed-commands.ts';
import { queueMicrotask } from '../../host-timers.ts';
import { closeServices, oraclesOf } from '../../protocol/service.ts';
import { createMemoryStore } from '../../stores/memory/event-store.ts';
import { nodeHash } from '../../node-hash.ts';
import { services as modules } from '../../services/index.ts';
import { messageOf } from '../../wording.ts';
import { parseInput, type InputEntry } from '../format/entries.ts';
import type { Recording } from '../format/reader.ts';
import { RecordingError } from '../format/recording-error.ts';
import { createWorld, journalOf } from './header-world.ts';

/** Rejects with RecordingError if no world accepts the fixture or an input. */
export async function baseJournal(
  file: string,
  { header, entries }: Pick<Recording, 'header' | 'entries'>,
): Promise<readonly JournalEntry[]> {
  const { base, afterFixture, rsaBits } = header;
  if (base.inputs === 0) return [];
  const services = modules.map((module) => module.create({ rsaBits }));
  const engine = await openEngine({
    store: createMemoryStore(),
    host: { hash: nodeHash, monotonicMs: () => 0, defer: queueMicrotask },
    replayScript: { nowMs: () => 0 }, // holds and releases are among the inputs
    oracles: oraclesOf(services),
    reactions: [frameTries(services)],
    ...(afterFixture === undefined ? {} : { seedCommands }),
  });
  try {
    const world = await createWorld(file, header, engine);
    for (const entry of entries) {
      const isInput = entry.kind === 'input' || entry.kind === 'webhook.outcome';
      if (isInput && entry.input <= base.inputs) await applyInput(file, world, entry);
    }
    return await journalOf(engine, world);
  } finally {
    await engine.close();
    await closeServices(services);
  }
}

async function applyInput(file: string, world: World, entry: InputEntry): Promise<void> {
  const refusal = (reason: string) =>
    new RecordingError(
      `${file} cannot be replayed: entry ${entry.n} has an input that no world accepts (${reason}).`,
      file,
      entry.n,
    );
  const input = parseInput(entry);
  if (input === undefined) throw refusal('its schema is another');
  try {
    await world.replayInput(input);
  } catch (error) {
    throw refusal(messageOf(error).replace(/\.$/, ''));
  }
}
