// `toMatchRecording` in vitest runs: the effects of `-u` and of CI on recordings.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProject, type Project } from './recipe.ts';

let project: Project;
beforeAll(() => {
  project = createProject();
  project.write('package.json', JSON.stringify({ type: 'module' }));
  project.write(
    'wallets.test.js',
    `import { expect, test } from 'reprise/vitest';

    test('lists wallets', async ({ world }) => {
      const headers = { Authorization: 'Bearer ' + world.walletKey };
      await world.fetch('/v1/w3s/wallets?refId=' + process.env.REF_ID, { headers });
      await expect(world).toMatchRecording('wallets');
    });`,
  );
});
afterAll(() => project.remove());

it('compares, and writes with -u or where a recording is missing, but not in CI', async () => {
  const file = join(project.folder, '__recordings__/wallets.jsonl');
  const run = (refId: string, command = 'npx vitest run') =>
    project.run(command, { REF_ID: refId });

  expect(await run('till')).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no __recordings__/wallets.jsonl'),
  });
  expect(await run('till', 'unset CI; npx vitest run')).toMatchObject({ code: 0 });
  const written = readFileSync(file, 'utf8');
  expect(written).toContain('refId=till');
  expect(await run('till')).toMatchObject({ code: 0 });

  expect(await run('operations')).toMatchObject({
    code: 1,
    output: expect.stringContaining('npx vitest run wallets.test.js -u'),
  });
  expect(readFileSync(file, 'utf8')).toBe(written);
  expect(await run('operations', 'npx vitest run -u')).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toContain('refId=operations');
});

it('goes on if tests fake the timers before they have a world', async () => {
  project.write(
    'timers.test.js',
    `import { afterEach, beforeEach, vi } from 'vitest';
    import { expect, test } from 'reprise/vitest';

    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    test('advances', async ({ world }) => {
      await world.clock.advance('10s');
      expect(world.clock.now).toEqual(new Date('2026-01-01T00:00:10Z'));
    });
    test.extend({ fakeTimers: true })('binds none', ({ world }) => world.name);`,
  );
  const { output } = await project.run('npx vitest run timers.test.js');
  expect(output).toMatch(/Tests\s+1 failed \| 1 passed/);
  expect(output).toContain('leave out vi.useFakeTimers()');
});
