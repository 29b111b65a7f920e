import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReprise, type TestReprise } from '../../../adapters/testing/index.ts';
import { standingStill } from '../../../adapters/testing/standing-still.ts';
import { settings } from '../../support/speech/agent-commands.ts';

let reprise: TestReprise;
beforeAll(async () => {
  reprise = await startReprise();
});
afterAll(() => reprise.close());

/** A world with a session of the voice agent. */
async function conversingWorld(mode: 'frozen' | 'real') {
  const world = await reprise.createWorld({ clock: mode });
  const { running } = world;
  await running.send({
    domain: 'speech',
    prepare: () => ({
      command: {
        type: 'OpenSession',
        path: '/v1/agent/converse',
        parameters: { pace: 1, latency: { think: [400, 400], speak: [100, 100] } },
        limits: { idleMs: null, charactersPerMinute: null },
      },
    }),
    respond: () => undefined,
  });
  return world;
}

describe('a world that stands still', () => {
  it('has nothing to say once the test has disposed of it', async () => {
    const world = await reprise.createWorld();
    await world.dispose();
    expect(await standingStill(world)).toBeUndefined();
  });

  it('has nothing to say while nothing makes progress', async () => {
    const world = await conversingWorld('frozen');
    expect(await standingStill(world)).toBeUndefined();
  });

  it('says what is scheduled if nothing makes progress', async () => {
    const world = await reprise.createWorld({ clock: 'frozen' });
    const created = await world.fetch('/calendar/events/v1/events', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        title: 'Fair',
        start_date: '2026-05-01 10:00:00',
        end_date: '2026-05-01 12:00:00',
        date: '2026-01-01 02:00:00',
      }),
    });
    expect(created.status).toBe(201);
    const said = await standingStill(world);
    expect(said).toMatch(/is frozen: PublishPost is due in 7200000 ms, at 2026-01-01T02:00:00/);
    expect(said).toMatch(/waits for `await world\.clock\.advance\(7200000\)`\.$/);
  });

  it.each([
    ['frozen', /^The clock of 'world' is frozen: FinishThinking is due in 400 ms, at 2026-01-01T/],
    ['real', undefined],
  ] as const)('says what is due with a clock in mode %s', async (mode, expected) => {
    const world = await conversingWorld(mode);
    const { running } = world;
    const [opened] = await world.events('SessionOpened');
    const sessionId = String((opened?.data as { sessionId?: unknown } | undefined)?.sessionId);
    for (const command of [
      { type: 'ApplySettings', sessionId, settings: settings() } as const,
      { type: 'InjectUserMessage', sessionId, content: 'Hello.' } as const,
    ]) {
      await running.send({
        domain: 'speech',
        prepare: () => ({ command }),
        respond: () => undefined,
      });
    }
    const said = await standingStill(world);
    if (expected === undefined) expect(said).toBeUndefined();
    else {
      expect(said).toMatch(expected);
      expect(said).toContain('await world.clock.advance(400)');
    }
  });
});
