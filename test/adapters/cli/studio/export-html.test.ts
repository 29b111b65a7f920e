// `reprise export --html`.

import { existsSync, copyFileSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { root } from '../../../support/documents/page.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';
import { linesOf, writeSealed } from '../../../support/recording/recordings.ts';
import { foldedWorld, storyIn } from '../../../support/studio/stories.ts';

const it = shellTest().extend('file', ({ shell }) => {
  copyFileSync(join(root, 'recordings/v1/wallet/transfer.jsonl'), shell.path('bank.jsonl'));
  return 'bank.jsonl';
});

describe('reprise export --html', () => {
  it('writes one file whose story folds to the digest of the recording', async ({
    shell,
    file,
  }) => {
    const [line, ...others] = await shell.lines('export', '--html', file);
    expect(line).toMatch(
      /^Exported bank\.jsonl into bank\.html, 1\.\d MB: open it in a browser\.$/,
    );
    expect(others).toEqual([]);
    const { worlds, title } = storyIn(shell.read('bank.html'));
    expect(title).toBe('bank.jsonl');
    const { digest } = linesOf(shell.path(file)).at(-1);
    expect((await foldedWorld(worlds[0]!)).digest).toBe(digest);
    expect(statSync(shell.path('bank.html')).mode & 0o077).toBe(0);
  });

  it('allows its own script and style by their hashes, and nothing else', async ({
    shell,
    file,
  }) => {
    await shell.lines('export', '--html', file);
    const html = shell.read('bank.html');
    const [, policy = ''] =
      /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    expect(policy).not.toContain('unsafe');
    const hash = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const [, script] = /<script type="module">(.*?)<\/script>/s.exec(html) ?? [];
    const [, style] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hash(script)}`,
      `style-src ${hash(style)}`,
      'img-src data:',
      'media-src blob: data:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(html).not.toMatch(/(?:src|href)="(?!data:)/);
  });

  it('says what the file does not have, also as JSON', async ({ shell, file }) => {
    writeSealed(shell.path('cut.jsonl'), linesOf(shell.path(file)).slice(0, 30));
    const note = 'cut.jsonl was cut after entry 29: it is shown up to there.';
    expect((await shell.lines('export', '--html', 'cut.jsonl'))[1]).toBe(`  ${note}`);
    expect(await shell.json('export', '--html', 'cut.jsonl', '-o', 'other.html')).toEqual({
      file: 'other.html',
      bytes: statSync(shell.path('cut.html')).size,
      notes: [note],
    });
  });

  it('refuses damaged files, and names the entry', async ({ shell, file }) => {
    shell.write(
      'damaged.jsonl',
      shell.read(file).replace('"TransferInitiated"', '"TransferIgnored"'),
    );
    const { exitCode, errors } = await shell.run(['export', '--html', 'damaged.jsonl']);
    expect({ exitCode, errors }).toEqual({
      exitCode: 3,
      errors: [expect.stringMatching(/damaged\.jsonl is damaged in entry \d+: /)],
    });
    expect(existsSync(shell.path('damaged.html'))).toBe(false);
  });

  it('overwrites nothing, and wants one format', async ({ shell, file }) => {
    shell.write('bank.html', 'mine');
    expect(await shell.refuses('export', '--html', file)).toContain(
      'exists already, and files are never overwritten.',
    );
    expect(shell.read('bank.html')).toBe('mine');
    expect(await shell.refuses('export', file)).toBe('The format is missing: set --har or --html.');
    expect(await shell.refuses('export', '--har', '--html', file)).toBe(
      'There are two formats: set --har or --html.',
    );
  });
});
