import { describe, expect } from 'vitest';
import { verbs as verbsKnown } from '../../../adapters/cli/verbs.ts';
import { shellTest } from '../../support/runner/shell-test.ts';

const it = shellTest();
const verbs = [
  ['serve'],
  ...['list', 'show', 'create', 'reset', 'remove'].map((part) => ['worlds', part]),
  ['fork'],
  ['clock', 'show'],
  ['clock', 'set'],
  ['clock', 'advance'],
  ['tx', 'list'],
  ['tx', 'show'],
  ['tx', 'watch'],
  ...['stick', 'unstick', 'drop', 'confirm', 'fail', 'deny', 'reorg', 'accelerate', 'cancel'].map(
    (action) => ['tx', action],
  ),
  ['events'],
  ...['list', 'show', 'fund', 'mint', 'freeze', 'unfreeze'].map((part) => ['wallet', part]),
  ...['show', 'set', 'pause', 'resume'].map((part) => ['chain', part]),
  ['env'],
  ...['start', 'stop', 'save'].map((part) => ['recording', part]),
  ['fixture', 'check'],
  ['fixture', 'list'],
  ['check'],
  ['inspect'],
  ['diff'],
  ['say'],
];

describe('the program', () => {
  it.for(['--version', '-V'])('prints its version for %s', async (flag, { shell }) => {
    expect(await shell.lines(flag)).toEqual(['1.2.3-test']);
  });

  it('lists its verbs for --help', async ({ shell }) => {
    const out = await shell.lines('--help');
    for (const verb of [
      'serve',
      'worlds',
      'fork',
      'clock',
      'tx',
      'events',
      'inspect',
      'diff',
      'say',
    ]) {
      expect(out.join('\n')).toMatch(new RegExp(`^ +${verb}\\b`, 'm'));
    }
  });

  it.for(verbs.map((words) => [words.join(' '), words] as const))(
    'explains %s for --help',
    async ([name, words], { shell }) => {
      const out = await shell.lines(...words, '--help');
      expect(out[0]).toMatch(new RegExp(`^Usage: reprise ${name}\\b`));
      expect(out.join('\n')).toContain('--json');
    },
  );

  it.for([
    ['worlds', ['list', 'show', 'create', 'reset', 'remove']],
    ['clock', ['show', 'set', 'advance']],
    [
      'tx',
      [
        'list',
        'show',
        'stick',
        'unstick',
        'drop',
        'confirm',
        'fail',
        'deny',
        'reorg',
        'accelerate',
        'cancel',
      ],
    ],
  ] as const)('lists what %s can do for --help', async ([verb, parts], { shell }) => {
    const out = await shell.lines(verb, '--help');
    expect(out[0]).toMatch(new RegExp(`^Usage: reprise ${verb}\\b`));
    for (const part of parts) expect(out.join('\n')).toMatch(new RegExp(`^ +${part}\\b`, 'm'));
  });

  it('serves without a verb', async ({ shell }) => {
    const out = await shell.lines('--port', '0', '--memory');
    expect(out[0]).toMatch(/^Reprise 1\.2\.3-test at http/);
  });

  it.for([
    [['dance'], /^There is no verb 'dance'; there are: serve, .*, completion\.$/],
    [['clok', 'show'], /^There is no verb 'clok'\. Did you mean clock\?/],
    [['sevre', '--port', '0'], /^There is no verb 'sevre'\. Did you mean serve or store\?/],
    [['clock', 'advnace', '1m'], /^There is no clock verb 'advnace'\. Did you mean advance\?/],
    [['tx', 'unstik'], /Did you mean unstick\? There are: list, .*, cancel\.$/],
  ] as const)('ends %j with 1 and names similar verbs', async ([args, sentence], { shell }) => {
    expect(await shell.refuses(...args)).toMatch(sentence);
  });

  it('lists each verb with the name and the flags of its help', async ({ shell }) => {
    const { out } = await shell.run(['--help']);
    for (const { name, summary } of verbsKnown) {
      expect(out.join('\n')).toContain(summary);
      const help = await shell.run(['help', name]);
      expect(help.out[0]).toMatch(new RegExp(`^Usage: reprise ${name}\\b`));
    }
  });
});

describe('bad flags', () => {
  const somewhere = ['--url', 'http://127.0.0.1:1'];

  it.for<[readonly string[], RegExp]>([
    [['serve', '--nope'], /--nope/],
    [['serve', 'extra'], /argument/],
    [['serve', '--port'], /--port/],
    [['serve', '--port', 'x'], /0 to 65535/],
    [['serve', '--port', '65536'], /0 to 65535/],
    [['serve', '--port', '-1'], /0 to 65535/],
    [['serve', '--port', '1e3'], /0 to 65535/],
    [['serve', '--rate', '0'], /above 0/],
    [['serve', '--idle', 'no'], /must be on or off/],
    [['serve', '--rate', '-1'], /above 0/],
    [['serve', '--rate', 'fast'], /above 0/],
    [['serve', '--rate', 'Infinity'], /above 0/],
    [['serve', '--clock', 'fast'], /real, frozen, skip/],
    [['serve', '--epoch', 'soon'], /ISO-8601/],
    [['serve', '--port', '0', '--memory', '--epoch', '2026-02-31'], /ISO-8601/],
    [['serve', '--ids', 'random'], /ordinal/],
    [['serve', '--durability', 'low'], /normal/],
    [['serve', '--rsa-bits', '1024'], /2048/],
    [['serve', '--wallet-key', 'a:b'], /PREFIX:ID:SECRET/],
    [['serve', '--speech-key', 'a key'], /It must be ASCII characters without spaces/],
    [['serve', '--advertise', 'https://node:1'], /It must have the form http:\/\/host:port/],
    [['serve', '--advertise', 'http://node:1/xx'], /without a user, path or query/],
    [['serve', '--data', 'a.db', '--memory'], /--memory/],
    [['worlds', 'dance', ...somewhere], /argument|dance/],
    [['worlds', 'show', ...somewhere], /name/],
    [['worlds', 'create', ...somewhere], /name/],
    [['worlds', 'create', 'a', '--epoch', 'soon', ...somewhere], /ISO-8601/],
    [['worlds', 'create', 'a', '--clock', 'fast', ...somewhere], /real, frozen, skip/],
    [['worlds', 'create', 'a', '--rate', '0', ...somewhere], /above 0/],
    [['worlds', 'create', 'a', '--ids', 'random', ...somewhere], /ordinal/],
    [['worlds', 'create', 'a', '--wallet-key', 'a:b', ...somewhere], /PREFIX:ID:SECRET/],
    [['worlds', 'remove', 'a', 'b', ...somewhere], /argument/],
    [['fork', ...somewhere], /parent/],
    [['fork', 'default', ...somewhere], /name/],
    [['fork', 'default', 'a', '--at', ...somewhere], /argument|fork/],
    [['clock', 'set', ...somewhere], /--mode, --rate, --idle/],
    [['clock', 'set', '--mode', 'fast', ...somewhere], /real, frozen, skip/],
    [['clock', 'set', '--rate', '0', ...somewhere], /above 0/],
    [['clock', 'advance', ...somewhere], /Set exactly one of/],
    [['clock', 'advance', '1m', '--until-idle', ...somewhere], /Set exactly one of/],
    [['clock', 'dance', ...somewhere], /argument|dance/],
    [['tx', 'stick', ...somewhere], /id/],
    [['tx', 'show', ...somewhere], /id/],
    [['tx', 'watch', ...somewhere], /id/],
    [['tx', 'melt', 'x', ...somewhere], /argument|melt/],
    [['tx', 'list', '--limit', '0', ...somewhere], /1 to 1000/],
    [['tx', 'list', '--limit', '1001', ...somewhere], /1 to 1000/],
    [['events', '--from', '0', ...somewhere], /from 1/],
    [['events', '--count', 'x', ...somewhere], /from 1/],
    [['events', '--within', 'soon', ...somewhere], /duration/],
    [['events', '--type', 'TransactionStucc', ...somewhere], /Similar: TransactionStuck/],
    [
      ['events', '--type', 'Nonsense', ...somewhere],
      /must be the type of an event, such as TransactionSent; reprise events/,
    ],
    [['inspect'], /file/],
    [['inspect', 'a', 'b'], /argument/],
    [['inspect', 'a', '--kind', 'frame'], /http\.request, .*event/],
    [['inspect', 'a', '--from', '0'], /from 1/],
    [['inspect', 'a', '--conn', 'x'], /from 1/],
    [['diff', 'a'], /right/],
    [['diff', 'a', 'b', 'c'], /argument/],
  ])('end %j with 1 and one clear sentence', async ([args, sentence], { shell }) => {
    const known = { REPRISE_TOKEN: 'a-token-for-tests' };
    // The error has one line, and optionally a hint at --help; more lines would be help or a stack.
    const { exitCode, out, errors } = await shell.run(args, known);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: [] });
    expect(errors[0]).toMatch(sentence);
    expect(errors.length).toBeLessThanOrEqual(2);
  });
});

describe('without a server', () => {
  it.for([
    ['worlds'],
    ['fork', 'default', 'a'],
    ['clock'],
    ['clock', 'show'],
    ['clock', 'advance', '1m'],
    ['tx'],
    ['tx', 'stick', '00000000-0000-4000-8000-000000000000'],
    ['events'],
    ['events', '--follow'],
  ] as const)('%s %s explains how to start one', async ([...args], { shell }) => {
    expect(await shell.refuses(...args)).toBe(
      'No server was started in this folder. Start one with `reprise serve`, or set --url.',
    );
  });

  it('reports that no server answers at a URL', async ({ shell }) => {
    const { ready, stop } = await shell.serve(['--memory']);
    await stop();
    const env = { REPRISE_TOKEN: ready.token };
    for (const [args, extra] of [
      [['clock', '--url', ready.url], {}],
      [['clock'], { REPRISE_URL: ready.url }],
    ] as const) {
      const { exitCode, errors } = await shell.run(args, { ...env, ...extra });
      expect(exitCode).toBe(1);
      expect(errors).toEqual([
        `No server answers at ${ready.url}. Start it with \`reprise serve\`, or set another --url.`,
      ]);
    }
  });

  it.for(['nonsense', 'http://', ''])('refuses the URL %j', async (url, { shell }) => {
    const env = { REPRISE_TOKEN: 'a-token-for-tests' };
    const { exitCode, errors } = await shell.run(['clock', '--url', url], env);
    expect(exitCode).toBe(1);
    expect(errors).toHaveLength(1);
  });
});
