// A row of a world in PostgreSQL is edited: that world alone is refused, by its name and place, whether the server has found it at the
// start, when it was woken, or later; the others go on.

import { expect, it, vi } from 'vitest';
import { seededRandom } from '../support/arbitraries/seeded-random.ts';
import { describePostgres, testServer } from '../support/postgres/databases.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';
import { sendRequest, type ServerAddress } from '../support/server/load.ts';
import { waitUntil } from '../support/server/requests.ts';
import { spawnServeForTest, type ServeChild } from '../support/server/serve-child.ts';
import {
  createWalletSetLoad,
  isDone,
  type WalletSetLoad,
} from '../support/server/wallet-set-load.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const worlds = ['harbour', 'meadow', 'brook'] as const;
const damaged = /^The log of world 'meadow' is damaged: .*\binput 2\b/;

describePostgres('a world whose row in PostgreSQL was edited', () => {
  const { newUrl, run } = testServer(['fsync=off']);
  const folder = temporaryFolder();

  function serve(url: string, ...flags: string[]): ServeChild {
    const all = ['--store', url, '--clock', 'frozen', '--worlds-on-demand', ...flags];
    return spawnServeForTest(all, { cwd: folder });
  }

  /** Creates three wallet sets in each world. */
  async function fill(place: ServerAddress): Promise<WalletSetLoad> {
    const load = createWalletSetLoad([...worlds], seededRandom(3));
    for (const world of [...worlds, ...worlds, ...worlds]) {
      expect(isDone(await load.send(place, world))).toBe(true);
    }
    return load;
  }

  /** Edits the text of an event of `meadow`. */
  async function edit(url: string): Promise<void> {
    const edited = await run(
      `UPDATE reprise_events SET text = replace(text, '"name":"set', '"name":"Set')
      WHERE world = (SELECT id FROM reprise_worlds WHERE name = 'meadow')
      AND position = (SELECT first_event FROM reprise_inputs
        WHERE world = reprise_events.world AND n = 2)
      RETURNING text`,
      url,
    );
    expect(edited).toMatchObject([{ text: expect.stringContaining('"name":"Set') }]);
  }

  /** Others go on, all are listed, and the damaged one is refused by name. */
  async function expectAloneRefused(place: ServerAddress, load: WalletSetLoad): Promise<void> {
    for (const repeat of [1, 2]) {
      const { answer } = await load.send(place, 'meadow');
      const message = expect.stringMatching(damaged);
      expect({ repeat, answer }).toMatchObject({ answer: { status: 500, body: { message } } });
      for (const world of ['harbour', 'brook']) {
        expect(isDone(await load.send(place, world))).toBe(true);
      }
    }
    const { body, status } = await get(place, '/__reprise/worlds');
    expect(status).toBe(200);
    const names = (body.worlds as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(['brook', 'default', 'harbour', 'meadow']);
    const shown = await get(place, '/__reprise/worlds/meadow');
    expect(shown).toMatchObject({ status: 500, body: { error: { code: 'damaged' } } });
    expect(shown.body.error.message).toMatch(damaged);
  }

  it('is refused alone after a start', async () => {
    const url = await newUrl();
    const first = serve(url);
    const load = await fill(await first.ready);
    first.kill('SIGKILL');
    await first.exited;
    await edit(url);
    const second = serve(url);
    await expectAloneRefused(await second.ready, load);
    second.kill('SIGTERM');
    expect(await second.exited).toBe(3);
    expect(second.complaint()).toMatch(/The log of world 'meadow' is damaged/);
  });

  it('is refused alone when it is woken', async () => {
    const url = await newUrl();
    const child = serve(url, '--sleep-after', '100ms');
    const place = await child.ready;
    const load = await fill(place);
    await waitUntil('it sleeps', async () => {
      const [stored] = await run(
        `SELECT inputs = (sleep::json->>'inputs')::bigint AS sleeps FROM reprise_worlds
        WHERE name = 'meadow'`,
        url,
      );
      if (stored?.['sleeps'] !== true) return false;
      const { body } = await get(place, '/__reprise/worlds'); // which keeps worlds awake that are awake
      return (body.worlds as object[]).some(
        (world) => 'name' in world && world.name === 'meadow' && 'isLoaded' in world,
      );
    });
    await edit(url);
    await expectAloneRefused(place, load);
    child.kill('SIGTERM');
    expect(await child.exited).toBe(3);
  });
});

const get = async (place: ServerAddress, path: string) =>
  sendRequest(place, { method: 'GET', path, body: undefined });
