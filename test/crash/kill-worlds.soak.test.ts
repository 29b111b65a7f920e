// A server is killed while worlds are forked, reset and removed: acknowledged changes survive the restart, and no world is
// incomplete.

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { seededRandom } from '../support/arbitraries/seeded-random.ts';
import { journalsOfFile } from '../support/store/journals.ts';
import { startServe, type ServeProcess } from '../support/server/serve-process.ts';
import { rounds } from '../support/runner/soak.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';

const kills = rounds('CRASH_RUNS', 2, 12);
const seed = Number(process.env['CRASH_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

const folder = temporaryFolder();
const file = join(folder, 'kept.db');

interface Shown {
  readonly name: string;
  readonly position: number;
  readonly digest: string;
}

const control = async (server: ServeProcess, method: string, path: string, body?: object) => {
  const response = await fetch(`${server.url}/__reprise${path}`, {
    method,
    headers: { Authorization: `Bearer ${server.token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
};

it(
  `all acknowledged changes of worlds survive ${kills} kills (CRASH_SEED=${seed})`,
  { timeout: 600_000 },
  async () => {
    const chance = seededRandom(seed);
    let names = 0;
    /** The last seen state of each world, or `unsure` after a request without a response. */
    const known = new Map<string, Shown | 'unsure'>();
    for (let kill = 0; kill < kills; kill += 1) {
      const server = await startServe(['--data', file, '--clock', 'frozen'], { cwd: folder });
      const { body } = await control(server, 'GET', '/worlds');
      const there = new Map<string, Shown>();
      for (const { name } of (body as { worlds: readonly Shown[] }).worlds) {
        there.set(name, (await control(server, 'GET', `/worlds/${name}`)).body as Shown);
      }
      for (const [name, shown] of known) {
        if (shown === 'unsure') known.delete(name);
        else expect(there.get(name)).toMatchObject(shown);
      }
      for (const { name, position, digest } of there.values()) {
        known.set(name, { name, position, digest });
      }
      let isOver = false;
      let answers = 0;
      /** Changes worlds until the server is gone; each client has worlds of its own. */
      const client = async (number: number) => {
        while (!isOver) {
          const own = [...known.keys()].filter((name) => name.endsWith(`-${number}`));
          const name = own.length === 0 ? undefined : chance.pick(own as [string, ...string[]]);
          const what = name === undefined ? 0 : chance.below(10);
          const fresh = `w${(names += 1)}-${number}`;
          const subject = what < 4 || name === undefined ? fresh : name;
          known.set(subject, 'unsure');
          const parent = name ?? 'default';
          const asked =
            subject === fresh
              ? control(server, 'POST', `/worlds/${parent}/fork`, { name: fresh })
              : what < 6
                ? control(server, 'DELETE', `/worlds/${subject}`)
                : what < 7
                  ? control(server, 'POST', `/worlds/${subject}/reset`)
                  : control(server, 'PATCH', `/worlds/${subject}/wallet/chains/ETH-SEPOLIA`, {
                      congestion: 1 + chance.below(50),
                    });
          const answered = await asked;
          answers += 1;
          if (answered.status === 204) known.delete(subject);
          else if (answered.status < 300) {
            const shown = (await control(server, 'GET', `/worlds/${subject}`)).body as Shown;
            const { position, digest } = shown;
            known.set(subject, { name: subject, position, digest });
          }
        }
      };
      const clients = [0, 1, 2].map((number) => client(number).catch(() => undefined));
      const enough = 5 + chance.below(150);
      while (answers < enough) await new Promise((resolve) => setImmediate(resolve));
      await server.stop('SIGKILL');
      isOver = true;
      await Promise.all(clients);
      await journalsOfFile(file, join(folder, 'copy.db')); // throws if a journal is incomplete
    }
    expect(known.size).toBeGreaterThan(1);
  },
);
