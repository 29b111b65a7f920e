// Recordings of worlds of several `reprise serve` over one PostgreSQL: the node that serves a world next says of one that it was cut off.

import { expect, it, vi } from 'vitest';
import { seededRandom } from '../../support/arbitraries/seeded-random.ts';
import { describePostgres, testServer } from '../../support/postgres/databases.ts';
import { expectEqual } from '../../support/recording/recordings.ts';
import { longMs } from '../../support/runner/timeouts.ts';
import { temporaryFolder } from '../../support/runner/temporary-folder.ts';
import { get, goOn, post, startNode, takeoverMsMax } from '../../support/server/nodes.ts';
import { waitUntil } from '../../support/server/requests.ts';
import { createWalletSetLoad, isDone } from '../../support/server/wallet-set-load.ts';

vi.setConfig({ testTimeout: 2 * longMs, hookTimeout: longMs });

const world = 'rec';
const at = `/__reprise/worlds/${world}/recording`;

describePostgres('a recording of a node that shares its store', () => {
  const { newUrl } = testServer(['fsync=off']);
  const folder = temporaryFolder();

  /** Two nodes, of which the first has the world, and records it into `file`. */
  async function recorded() {
    const url = await newUrl();
    const one = await startNode(url, folder);
    const two = await startNode(url, folder);
    const load = createWalletSetLoad([world], seededRandom(7));
    expect(isDone(await load.send(one.place, world))).toBe(true);
    const { status, body } = await post(two, `${at}/start`, {});
    expect(status).toBe(201);
    expect(isDone(await load.send(two.place, world))).toBe(true);
    const file = String(body.file);
    const cut = { world, file, node: one.place.url, state: 'cut', base: body.base };
    return { one, two, file, cut, goOnAt: async (node = two) => goOn(node, load, [world]) };
  }

  it('is said to be cut off after a kill, until the next one', async () => {
    const { one, two, file, cut, goOnAt } = await recorded();
    one.child.kill('SIGKILL');
    await one.child.exited;
    await goOnAt(two);
    expect(await get(two, `${at}/status`)).toMatchObject({ status: 200, body: cut });
    const message = expect.stringContaining(`${file} on the machine of node ${one.place.url};`);
    for (const refused of [await post(two, `${at}/stop`, {}), await get(two, at)]) {
      expect(refused.body).toMatchObject({ error: { message } });
    }
    await expectEqual(file, 'cut');
    expect((await post(two, `${at}/start`, {})).status).toBe(201);
    expect((await post(two, `${at}/stop`, {})).body).toMatchObject({ state: 'complete' });
    expect((await get(two, `${at}/status`)).body).toMatchObject({ state: 'complete' });
  });

  it('is said to be cut off after its node has lost its lease', async () => {
    const { one, two, file, cut, goOnAt } = await recorded();
    one.child.kill('SIGSTOP');
    await goOnAt(two);
    expect((await get(two, `${at}/status`)).body).toEqual(cut);
    one.child.kill('SIGCONT');
    const saysSo = async () => (await get(one, `${at}/status`)).body?.state === 'cut';
    await waitUntil('the first node says so, too', saysSo, takeoverMsMax);
    await waitUntil(
      'the recording has ended',
      async () => one.child.complaint().includes(file),
      takeoverMsMax,
    );
    expect((await get(two, `${at}/status`)).body).toEqual(cut);
    await expectEqual(file);
  });

  it('leaves nothing behind after an ordinary stop of its node', async () => {
    const { one, two, file, goOnAt } = await recorded();
    one.child.kill('SIGTERM');
    expect(await one.child.exited).toBe(0);
    await goOnAt(two);
    expect((await get(two, `${at}/status`)).status).toBe(404);
    await expectEqual(file);
  });
});
