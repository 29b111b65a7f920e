// `reprise studio`: the address of a server, or of a temporary file.

import { copyFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { root } from '../../../support/documents/page.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';
import { storyIn } from '../../../support/studio/stories.ts';

const it = shellTest().extend('files', ({ shell }) => {
  const names = ['transfer.jsonl', 'denied.jsonl'];
  for (const name of names)
    copyFileSync(join(root, 'recordings/v1/wallet', name), shell.path(name));
  return names;
});

describe('reprise studio', () => {
  it('prints the address of the running server, with the token in the fragment', async ({
    shell,
  }) => {
    const { ready } = await shell.serve(['--memory']);
    const address = `${ready.url}/__reprise/studio/#token=${ready.token}`;
    expect(await shell.lines('studio')).toEqual([address]);
    expect(await shell.lines('studio', '--world', 'default')).toEqual([
      `${address}&/w/default/timeline`,
    ]);
    expect(await shell.json('studio')).toEqual({ url: address, opened: false });
  });

  it('opens a file that leads there, so that no argument of a program has the token', async ({
    shell,
  }) => {
    const { ready } = await shell.serve(['--memory']);
    const opened: string[] = [];
    const openInBrowser = async (url: () => string) => opened.push(url()) > 0;
    const { out } = await shell.run(['studio'], {}, { openInBrowser });
    expect(out).toEqual([`Opened ${ready.url}/__reprise/studio/ in the browser.`]);
    expect(opened.join('\n')).not.toContain(ready.token);
    const file = fileURLToPath(opened[0] ?? '');
    expect(readFileSync(file, 'utf8')).toContain(
      `0; url=${ready.url}/__reprise/studio/#token=${ready.token}"`,
    );
    expect(statSync(file).mode & 0o077).toBe(0);
    await shell.run(['studio', '--print'], {}, { openInBrowser });
    expect(opened).toHaveLength(1);
  });

  it('is printed by the server when it starts', async ({ shell }) => {
    const { out } = await shell.run(
      ['serve', '--port', '0', '--memory'],
      { REPRISE_TOKEN: 'a-token-for-tests' },
      { stopped: async () => 'SIGTERM' },
    );
    expect(out.join('\n')).toMatch(
      /\n {2}studio {5}http:\/\/127\.0\.0\.1:\d+\/__reprise\/studio\/#token=a-token-for-tests\n/,
    );
  });

  it('needs a server, and a world of it', async ({ shell }) => {
    expect(await shell.refuses('studio')).toContain('No server was started in this folder.');
    await shell.serve(['--memory']);
    expect(await shell.refuses('studio', '--world', 'nowhere')).toContain(
      "There is no world 'nowhere'",
    );
  });

  it('writes recordings into one temporary file, with a world each', async ({ shell, files }) => {
    const [url = ''] = await shell.lines('studio', ...files);
    expect(url).toMatch(/^file:\/\/.*\/transfer\.html$/);
    const { worlds, title } = storyIn(readFileSync(fileURLToPath(url), 'utf8'));
    expect(title).toBe('transfer.jsonl and denied.jsonl');
    expect(worlds.map(({ record }) => record.name)).toEqual(files);
    const [single = ''] = await shell.lines('studio', 'denied.jsonl');
    const story = storyIn(readFileSync(fileURLToPath(single), 'utf8'));
    expect(story.worlds.map(({ record }) => record.name)).toEqual(['default']);
  });

  it('refuses what is no recording, and flags of a server beside recordings', async ({
    shell,
    files,
  }) => {
    shell.write('text.jsonl', 'hello\n');
    const { exitCode, errors } = await shell.run(['studio', 'text.jsonl']);
    expect({ exitCode, errors }).toEqual({
      exitCode: 3,
      errors: [expect.stringContaining('is not a recording')],
    });
    expect(await shell.refuses('studio', '--world', 'default', ...files)).toBe(
      '--world is for a running server: leave it out, or the recordings.',
    );
  });
});
