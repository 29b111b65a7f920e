// Documentation that is code: the wallet's README is generated from the source, what the README tells
// readers to type is run.

import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { rejected } from '../../adapters/services/wallet/errors.ts';
import { routes as calendarRoutes } from '../../adapters/services/calendar/routes.ts';
import { routes } from '../../adapters/services/wallet/routes.ts';
import { transitions } from '../../core/wallet/records/lifecycle.ts';
import { rejectionCodes } from '../../core/wallet/rejections.ts';
import { calendarReadme, isUnrestricted } from '../support/calendar-readme.ts';
import { longMs } from '../support/patience.ts';
import { linesOf, writeSealed, type Raw } from '../support/recordings.ts';
import { builtMain } from '../support/serve-process.ts';
import { startServer, token, type TestServer } from '../support/server.ts';
import { receiveWebhooks } from '../support/webhook-receiver.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The text of a file, and that of those in the folder of its name. */
function sourceOf(file: string): string {
  const folder = file.replace(/\.ts$/, '');
  const more = existsSync(join(root, folder)) ? readdirSync(join(root, folder)).sort() : [];
  return [file, ...more.map((name) => `${folder}/${name}`)].map(read).join('\n');
}

/** The message types that a file declares, and those that the folder of its name does, in order. */
function typesIn(file: string): readonly string[] {
  return [...sourceOf(file).matchAll(/readonly type: '([A-Za-z]+)'/g)].map(
    ([, type]) => type ?? '',
  );
}

/** The life of a transaction as a diagram. */
function lifeOfTransactions(): string {
  const arrows = Object.entries(transitions).flatMap(([from, targets]) =>
    targets.length === 0 ? [`  ${from} --> [*]`] : targets.map((to) => `  ${from} --> ${to}`),
  );
  return ['stateDiagram-v2', '  [*] --> INITIATED', ...arrows].join('\n');
}

function walletReadme(): string {
  const rows = rejectionCodes.map((code) => {
    const answer = rejected({ code });
    const body = JSON.parse(answer.body ?? '{}') as { code: number; message: string };
    return `| \`${code}\` | ${answer.status} | ${body.code} | ${body.message} |`;
  });
  return `# Wallet

Generated from the source and checked by a test: \`npx vitest run test/guards/docs.test.ts -u\` writes it anew.

## The life of a transaction

\`\`\`mermaid
${lifeOfTransactions()}
\`\`\`

An inbound record begins as CONFIRMED, or COMPLETE on a chain with instant finality.

## Commands

From clients, from the operator, and from time:
${typesIn('core/wallet/commands.ts').join(', ')}.

## Events

${typesIn('core/wallet/events.ts').join(', ')}.

## Refusals, in the order in which they are checked

| code in the core | status | code on the wire | message |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

describe('core/wallet/README.md', () => {
  it('is what the source says', async () => {
    await expect(walletReadme()).toMatchFileSnapshot('../../core/wallet/README.md');
  });
});

describe('core/calendar/README.md', () => {
  it('is what the source says', async () => {
    const text = calendarReadme(
      sourceOf('core/calendar/commands.ts'),
      sourceOf('core/calendar/events.ts'),
      sourceOf('core/calendar/react.ts'),
    );
    await expect(text).toMatchFileSnapshot('../../core/calendar/README.md');
  });

  it('says rightly that any status may become any other', () => {
    expect(isUnrestricted()).toBe(true);
  });
});

describe('the chapter on the wallet service in the README', () => {
  const chapter = chapterOf('The wallet service');

  it('draws the life of a transaction as it is', () => {
    const drawn = /^```mermaid\n([\s\S]*?)\n```/m.exec(chapter)?.[1];
    expect(drawn).toBe(lifeOfTransactions());
  });

  it('lists every operation', () => {
    const listed = [...chapter.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/v\d\/[^`]+)`/g)];
    const known = routes.map(({ method, path }) => `${method} ${path}`);
    expect(listed).toHaveLength(known.length);
    expect(new Set(listed.map(([, place]) => place))).toEqual(new Set(known));
  });
});

describe('the chapter on the calendar service in the README', () => {
  it('lists every operation', () => {
    const [table = ''] = chapterOf('The calendar service').split('### ');
    const listed = [...table.matchAll(/`([A-Z/]+) (\/[^`]*)`/g)].flatMap(([, methods, path]) =>
      (methods ?? '').split('/').map((method) => `${method} ${path}`),
    );
    const known = calendarRoutes.flatMap(({ methods, path }) =>
      methods.map((method) => `${method} ${path === '' ? '/' : path}`),
    );
    expect([...listed].sort()).toEqual([...known].sort());
  });

  it('does what it says', async () => {
    const blocks = blocksOf('The calendar service');
    expect(blocks.map(({ language }) => language)).toEqual(['sh', 'js', 'sh', 'sh']);
    const server = await startServer();
    try {
      const [, walked = '', published = '', live = ''] = await runBlocks(server, blocks);
      const [, found, total] = /^(\d+) of (\d+) events\n$/.exec(walked) ?? [];
      expect(Number(found)).toBeGreaterThan(100);
      expect(found).toBe(total);
      const [config, event] = published
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(config.config.calendar.users).toHaveLength(1);
      expect(event).toEqual({
        id: 2,
        status: 'future',
        date: '2025-12-31 21:00:00',
        start_date: '2026-01-07 20:00:00',
      });
      const [advanced, shown = '', ...feed] = live.trim().split(/\r?\n/);
      expect(advanced).toContain('2026-01-01T02:00:00.000Z');
      expect(JSON.parse(shown)).toEqual({ id: 2, title: 'Concert', status: 'publish' });
      expect(feed).toEqual(expect.arrayContaining(['BEGIN:VCALENDAR', 'SUMMARY:Concert']));
    } finally {
      await server.close();
    }
  });
});

describe('links in the documentation', () => {
  it.each(['README.md', 'core/README.md', 'fixtures/README.md', 'recordings/README.md'])(
    'of %s lead to files',
    (file) => {
      const links = [...read(file).matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => link ?? '');
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) {
        const target = join(root, dirname(file), link);
        expect({ link, exists: existsSync(target) }).toEqual({ link, exists: true });
      }
    },
  );
});

describe('the example of embedding in the README', () => {
  it('runs', async () => {
    const code = /^```ts\n([\s\S]*?)^```/m.exec(read('README.md'))?.[1] ?? '';
    const folder = mkdtempSync(join(tmpdir(), 'reprise-embed-'));
    try {
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
      const source = code.replace("'reprise'", JSON.stringify(join(root, 'adapters/index.ts')));
      const shown = `${source}\nconsole.log(await answer.json(), typeof site);\nawait reprise.close();\n`;
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      writeFileSync(join(folder, 'embed.ts'), shown);
      const args = ['--import', import.meta.resolve('tsx'), join(folder, 'embed.ts')];
      const { stdout } = await run(process.execPath, args, { cwd: folder });
      expect(stdout).toBe("{ message: 'pong' } function\n");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

interface Block {
  readonly language: string;
  readonly code: string;
}

/** A chapter of the README. */
function chapterOf(title: string): string {
  const chapters = read('README.md').split(/^## /m);
  return chapters.find((text) => text.startsWith(title)) ?? '';
}

/** The code of a chapter of the README. */
function blocksOf(title: string): readonly Block[] {
  return [...chapterOf(title).matchAll(/^```(js|sh|text)\n([\s\S]*?)^```/gm)].map(
    ([, language, code]) => ({
      language: language ?? '',
      code: code ?? '',
    }),
  );
}

/** Writes the command that a script of the package is, without what else npm does. */
function writeCommand(folder: string, name: string, shifted = 0): void {
  const lines = ['#!/bin/sh', `shift ${shifted}`, `exec '${process.execPath}' '${builtMain}' "$@"`];
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`, { mode: 0o755 });
}

/** Where this is found first, and programs otherwise. */
const pathWith = (folder: string) => `${folder}:${process.env['PATH']}`;

describe('npm run reprise', () => {
  it('builds the command line and runs it', async () => {
    const { scripts, version } = JSON.parse(read('package.json')) as {
      scripts: { reprise: string };
      version: string;
    };
    expect(scripts.reprise).toBe('npm run --silent build && node dist/adapters/main.js');
    const line = ['run', '--silent', 'reprise', '--', '--version'];
    expect((await run('npm', line, { cwd: root })).stdout).toBe(`${version}\n`);
  });
});

/** Runs blocks as a reader would, but for npm, which is a good part of a second each time; gives what each printed. */
async function runBlocks(server: TestServer, blocks: readonly Block[]): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-blocks-'));
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeCommand(folder, 'npm', 'run --silent reprise --'.split(' ').length);
    const PATH = pathWith(folder);
    const env = { ...process.env, PATH, REPRISE_URL: server.url, REPRISE_TOKEN: token };
    const printed: string[] = [];
    for (const { language, code } of blocks) {
      writeFileSync(join(folder, 'tour.mjs'), code);
      const { stdout } =
        language === 'js'
          ? await run(process.execPath, [join(folder, 'tour.mjs')], { cwd: root, env })
          : await run('bash', ['-euo', 'pipefail', '-c', code], { cwd: root, env });
      printed.push(stdout);
    }
    return printed;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the tour in the README', () => {
  it('does what it says, block by block', async () => {
    const blocks = blocksOf('Tour');
    expect(blocks.map(({ language }) => language)).toEqual(['js', 'sh', 'sh']);
    const server = await startServer();
    try {
      const [made = '', moved = '', read = ''] = await runBlocks(server, blocks);
      const id = made.split(' ')[0] ?? '';
      expect(made).toBe(`${id} INITIATED\n`);
      expect(moved).toMatch(
        new RegExp(`${id}\\s+INITIATED[\\s\\S]*${id}\\s+SENT[\\s\\S]*${id}\\s+COMPLETE`),
      );
      expect(read).toContain(id);
      expect(read).toContain('TransactionConfirmed');
    } finally {
      await server.close();
    }
  });
});

describe('the chapter on webhooks in the README', () => {
  it('verifies what is sent', async () => {
    const [block] = blocksOf('Webhooks');
    const folder = mkdtempSync(join(tmpdir(), 'reprise-webhooks-'));
    const receiver = await receiveWebhooks();
    const server = await startServer();
    try {
      const file = join(folder, 'verify.mjs');
      writeFileSync(file, block?.code ?? '');
      const { isSigned } = (await import(file)) as {
        isSigned: (client: unknown, headers: unknown, body: Buffer) => Promise<boolean>;
      };
      const client = server.client();
      await client.createSubscription({ endpoint: receiver.url });
      await server.control('POST', '/worlds/default/clock/advance', { by: 0 });
      const [{ headers, text } = { headers: {}, text: '' }] = receiver.received;
      expect(await isSigned(client, headers, Buffer.from(text))).toBe(true);
      expect(await isSigned(client, headers, Buffer.from(`${text} `))).toBe(false);
    } finally {
      await server.close();
      await receiver.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('the chapter on worlds in the README', () => {
  it('does what it says behind the tour', async () => {
    const blocks = blocksOf('Worlds');
    expect(blocks.map(({ language }) => language)).toEqual(['sh', 'sh']);
    const server = await startServer();
    try {
      const tour = blocksOf('Tour').slice(0, 2); // its transfer is COMPLETE then
      const [, , shell = '', wire = ''] = await runBlocks(server, [...tour, ...blocks]);
      expect(shell).toMatch(/Made world 'alice', at position [1-9]/); // its fixture has happened
      expect(shell).toMatch(/'before', at position \d+, 2026-01-01T00:00:05\.000Z/);
      expect(shell).toMatch(/ SENT +OUTBOUND /);
      expect(shell).toMatch(/^before .* default at \d+$/m);
      expect(shell).toContain("Removed world 'twin'");

      const answers = wire.trim().split('\n');
      expect(answers).toHaveLength(5); // the removal of a world has no answer
      const [carol, earlier, state, changed, anew] = answers.map((line) => JSON.parse(line));
      expect(carol).toMatchObject({ name: 'carol', seed: 'roses', clock: { rate: 60 } });
      expect(earlier).toMatchObject({ position: 7, forkedFrom: { world: 'default', position: 7 } });
      expect(state.now).toBe('2026-01-01T00:00:05.000Z');
      expect(state.tables['wallet/transactions'].rows).toHaveLength(1);
      expect([changed.config.ids, anew.config.ids]).toEqual(['idempotency-key', 'ordinal']);
      const { body } = await server.control('GET', '/worlds');
      const names = body.worlds.map(({ name }: { name: string }) => name);
      expect(names).toEqual(['default', 'before', 'alice', 'carol']);
    } finally {
      await server.close();
    }
  });
});

/** As if a version had written the recording that bid less: the transfer is sent with another fee, and another hash. */
function bidLess(lines: readonly Raw[]): void {
  const sent = lines.find(({ type }) => type === 'TransactionSent').data.attempt;
  const hash = `0x${'5e'.repeat(32)}`;
  for (const line of lines) {
    if (line.kind === 'http.answer') line.text = line.text?.replaceAll(sent.txHash, hash);
  }
  Object.assign(sent, { maxFee: '14385000000', txHash: hash });
}

describe('the chapter on regression tests in the README', () => {
  it('does what it says, and shows what a replay prints', async () => {
    const [client] = blocksOf('Tour');
    const blocks = blocksOf('Regression tests');
    expect(blocks.map(({ language }) => language)).toEqual(['sh', 'sh', 'text']);
    const [record, replay, shown] = blocks;
    const folder = mkdtempSync(join(tmpdir(), 'reprise-regression-'));
    const server = await startServer();
    try {
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
      writeFileSync(join(folder, 'tour.mjs'), client?.code ?? '');
      // Where it is installed, `reprise` is a command.
      writeCommand(folder, 'reprise');
      const PATH = pathWith(folder);
      const env = { ...process.env, PATH, REPRISE_URL: server.url, REPRISE_TOKEN: token };
      const sh = (code = '') =>
        run('bash', ['-euo', 'pipefail', '-c', code], { cwd: folder, env }).then(
          ({ stdout }) => ({ code: 0, stdout }),
          ({ code: exit, stdout }: { code: number; stdout: string }) => ({ code: exit, stdout }),
        );

      const recorded = await sh(record?.code);
      expect(recorded.code).toBe(0);
      expect(recorded.stdout).toMatch(/"state":"complete"/);
      const equal = await sh(replay?.code);
      expect(equal).toMatchObject({ code: 0, stdout: expect.stringMatching(/^equal /) });
      expect(readFileSync(join(folder, 'report.xml'), 'utf8')).toContain('failures="0"');

      const file = join(folder, 'recordings/tour.jsonl');
      const lines = linesOf(file);
      bidLess(lines);
      writeSealed(file, lines);
      const different = await sh(replay?.code);
      expect(different.code).toBe(2);
      expect(different.stdout).toBe(shown?.code);
    } finally {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
