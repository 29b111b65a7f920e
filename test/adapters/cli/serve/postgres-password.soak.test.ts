// The password of a store in PostgreSQL, wherever it is given: it is in nothing that the server prints, writes or answers, nor in the
// list of processes. With real processes.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { describePostgres, testServer } from '../../../support/postgres/databases.ts';
import { longMs } from '../../../support/runner/timeouts.ts';
import { testFolder } from '../../../support/runner/temporary-folder.ts';
import { sendRequest } from '../../../support/server/load.ts';
import { spawnServeForTest } from '../../../support/server/serve-child.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

/** As it is in the URL, and decoded. */
const password = 'needle%40of-the-store';
const needles = [password, decodeURIComponent(password), 'needle'];

/** Reads that do not depend on content. */
const reads = [
  '/__reprise/health',
  '/__reprise/worlds',
  '/__reprise/worlds/default',
  '/__reprise/worlds/default/state',
  '/__reprise/worlds/default/requests',
  '/__reprise/openapi.json',
  '/w/default/v1/w3s/walletSets',
];

describePostgres('the password of a store', () => {
  const { newUrl, run } = testServer(['fsync=off']);

  it.each(['a flag', 'a flag with =', 'the environment', 'the settings'])(
    'is shown nowhere if it is given by %s',
    async (source) => {
      const folder = testFolder();
      const plain = await newUrl();
      const hasParameter = source === 'the environment' || source === 'a flag';
      const url = hasParameter
        ? `${plain}?password=${password}`
        : plain.replace('@', `:${password}@`);
      const settings = {
        clock: 'frozen',
        log: 'json',
        ...(source.includes('settings') ? { store: url } : {}),
      };
      writeFileSync(join(folder, 'reprise.config.json'), JSON.stringify(settings));
      const flag = source === 'a flag with =' ? [`--store=${url}`] : ['--store', url];
      const isFlag = source.startsWith('a ');
      const before = source === 'the environment' ? `export REPRISE_STORE='${url}'` : ':';
      const child = spawnServeForTest(isFlag ? flag : [], { cwd: folder, before });
      const place = await child.ready;

      const shown: string[] = [readFileSync(`/proc/${child.processId}/cmdline`, 'latin1')];
      for (const path of reads) {
        const answer = await sendRequest(place, { method: 'GET', path, body: undefined });
        expect([path, answer.status]).toEqual([path, 200]);
        shown.push(JSON.stringify(answer.body));
      }
      const role = new URL(plain).username;
      await run(`REVOKE ALL ON reprise_worlds FROM ${role}`, plain);
      const refused = await sendRequest(place, {
        method: 'GET',
        path: reads[1] ?? '',
        body: undefined,
      });
      expect(refused.body.error.message).toMatch(/^The store refuses it: permission denied/);
      shown.push(JSON.stringify(refused.body));
      await run(`GRANT ALL ON reprise_worlds TO ${role}`, plain);

      const home = join(folder, '.reprise');
      for (const name of existsSync(home) ? readdirSync(home) : []) {
        shown.push(readFileSync(join(home, name), 'latin1'));
      }
      const stored = await run('SELECT * FROM reprise_worlds', plain);
      child.kill('SIGTERM');
      expect(await child.exited).toBe(0);
      shown.push(JSON.stringify(stored), child.complaint(), ...child.lines());
      for (const needle of needles) expect(shown.join('\n')).not.toContain(needle);
    },
  );
});
