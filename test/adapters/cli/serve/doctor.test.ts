import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { nodeMajorMin, type Finding } from '../../../../adapters/cli/serve/doctor.ts';
import type { CliHost } from '../../../../adapters/cli/support/cli-host.ts';
import { root } from '../../../support/documents/page.ts';
import type { Shell } from '../shell.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';

const it = shellTest().extend('defects', ({ shell }) => defectsIn(shell));
/** The texts of failed checks, by check. The port is a free one unless a test sets it. */
const defectsIn =
  (shell: Shell) =>
  async (env: Record<string, string> = {}, changes: Partial<CliHost> = {}) => {
    const { exitCode, out } = await shell.run(
      ['doctor', '--json'],
      { REPRISE_PORT: '0', ...env },
      changes,
    );
    const { isFine, findings } = JSON.parse(out.join('\n')) as {
      isFine: boolean;
      findings: readonly Finding[];
    };
    const wrong = findings.filter((finding) => !finding.isFine);
    expect({ isFine, exitCode }).toEqual({
      isFine: wrong.length === 0,
      exitCode: wrong.length === 0 ? 0 : 2,
    });
    return Object.fromEntries(wrong.map(({ check, text }) => [check, text]));
  };

/** A server with one fixed answer: another program, or another version of Reprise. */
async function otherServer(answer: string) {
  const server = createServer((_, response) => response.end(answer)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port: String(port), url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

describe('doctor', () => {
  it('reports no problem for a valid folder, with and without a server', async ({ shell }) => {
    const { exitCode, out } = await shell.run(['doctor'], { REPRISE_PORT: '0' });
    expect({ exitCode, out }).toEqual({
      exitCode: 0,
      out: [
        `ok   Node is ${process.versions.node}.`,
        'ok   SQLite can be loaded.',
        `ok   Stores can be created in ${shell.cwd}.`,
        'ok   There is no configuration file.',
        expect.stringMatching(/^ok {3}Port \d+ is free\.$/),
        'ok   No server was started in this folder; `reprise serve` starts one.',
        'ok   REPRISE_TOKEN is not set.',
      ],
    });
    const { ready } = await shell.serve(['--memory']);
    shell.write('reprise.config.yaml', 'fixture: wallet/treasury\n');
    const port = new URL(ready.url).port;
    expect((await shell.run(['doctor'], { REPRISE_PORT: port })).out.slice(2)).toEqual([
      `ok   Stores can be created in ${shell.cwd}/.reprise.`,
      'ok   reprise.config.yaml is valid.',
      'ok   The fixture wallet/treasury is valid.',
      `ok   Port ${port} is that of the running server.`,
      `ok   The server at ${ready.url} answers, version 1.2.3-test.`,
      'ok   The server accepts the token. Worlds: 1.',
    ]);
  });

  it('reports problems of the installation, the folder and its settings', async ({
    shell,
    defects,
  }) => {
    shell.write('.reprise', 'not a folder');
    shell.write('reprise.config.yaml', 'prot: 1\n');
    expect(await defects({ REPRISE_TOKEN: 'short' }, { nodeVersion: '18.20.4' })).toEqual({
      node: 'Node is 18.20.4: install 20 or later.',
      folder: expect.stringContaining('.reprise: make it a writable folder'),
      settings: expect.stringContaining('Did you mean port?'),
      token: expect.stringContaining('REPRISE_TOKEN must have 8 to 200 characters'),
    });
    shell.write('reprise.config.yaml', 'fixture: wallet/nowhere\ndata: no/such/folder.db\n');
    expect(await defects({}, { cwd: shell.cwd })).toMatchObject({
      fixture: expect.stringContaining('There is no fixture wallet/nowhere.'),
      folder: expect.stringContaining('no/such: make it a writable folder'),
    });
  });

  it('reports problems of the port and the server', async ({ shell, defects }) => {
    const other = await otherServer('hello');
    const older = await otherServer('{"status":"ok","version":"0.0.1"}');
    try {
      const token = 'a-token-for-tests';
      expect(await defects({ REPRISE_PORT: other.port, REPRISE_TOKEN: token })).toEqual({
        port: `Port ${other.port} is in use. Choose another with --port, or --port 0 for a free one.`,
        server: expect.stringContaining('is not Reprise'),
      });
      expect(await defects({ REPRISE_URL: older.url })).toEqual({
        server: `The server at ${older.url} is version 0.0.1, this is 1.2.3-test: stop it and start it again.`,
      });
      expect(await defects({ REPRISE_URL: 'nonsense', REPRISE_TOKEN: 'short' })).toEqual({
        server: expect.stringContaining("'nonsense' is not valid"),
        token: expect.stringContaining('REPRISE_TOKEN must have 8 to 200 characters'),
      });
    } finally {
      other.close();
      older.close();
    }
    await shell.serve(['--memory']);
    expect(await defects({ REPRISE_TOKEN: 'another-token' })).toEqual({
      token: expect.stringContaining('refuses the token'),
    });
  });

  it('checks for the oldest Node that the manifest allows', () => {
    const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      engines: { node: string };
    };
    expect(engines.node).toBe(`>=${nodeMajorMin}`);
  });
});
