// A verb that ends before it is done says so, and ends with 4: it would otherwise be silent, with an exit code like that of a usage error.

import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';
import { testFolder } from '../support/runner/temporary-folder.ts';
import { builtMain } from '../support/server/serve-process.ts';

interface ProgramEnd {
  readonly exitCode: unknown;
  readonly out: string;
  readonly errors: readonly string[];
}

/** Lists the worlds of a server, with a `fetch` that has this body. */
function listWorlds(body: string): Promise<ProgramEnd> {
  const module = `globalThis.fetch = () => { ${body} };`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(module)}`, builtMain];
  const verb = ['worlds', 'list', '--url', 'http://127.0.0.1:1'];
  const options = { cwd: testFolder(), env: { ...process.env, REPRISE_TOKEN: 'any' } };
  return new Promise((resolve) => {
    execFile(process.execPath, [...args, ...verb], options, (error, out, errors) =>
      resolve({ exitCode: error?.code ?? 0, out, errors: errors.trimEnd().split('\n') }),
    );
  });
}

it('says that nothing is left to wait for', async () => {
  expect(await listWorlds('return new Promise(() => {});')).toEqual({
    exitCode: 4,
    out: '',
    errors: [
      'reprise worlds ended before it was done; this is a bug of Reprise, please report it.',
    ],
  });
});

it('says what nobody has caught, and where', async () => {
  const { exitCode, out, errors } = await listWorlds("throw new RangeError('no\\nway');");
  expect({ exitCode, out }).toEqual({ exitCode: 4, out: '' });
  expect(errors[0]).toBe(
    'reprise worlds ended before it was done (no way); this is a bug of Reprise, please report it.',
  );
  expect(errors[1]).toMatch(/^ +at /);
});

it('says it of an error in a callback, too', async () => {
  const { exitCode, errors } = await listWorlds(
    "setTimeout(() => { throw new Error('late'); }); return new Promise(() => {});",
  );
  expect(exitCode).toBe(4);
  expect(errors[0]).toContain('(late)');
});
