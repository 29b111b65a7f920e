// `reprise converse`: conversations with the voice agent in a world of their own, and with a server.

import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { decode } from '../../../../adapters/audio/encoding.ts';
import { readWav } from '../../../../adapters/audio/wav.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';

const it = shellTest()
  .extend('converse', ({ shell }) => {
    return (...args: string[]) => shell.lines('converse', ...args);
  })
  .extend('fixture', ({ shell }) => {
    return (speech: object) => shell.write('own.json', JSON.stringify({ version: 1, speech }));
  });
interface Printed {
  readonly atMs: number;
  readonly from: string;
  readonly message: { readonly type: string; readonly [member: string]: unknown };
}

const messagesIn = (lines: readonly string[]) => lines.map((line) => JSON.parse(line) as Printed);
const textsIn = (lines: readonly string[]) => lines.map((line) => line.slice(9));
const typing = (...lines: string[]) => ({
  async *input() {
    for (const line of lines) yield Buffer.from(`${line}\n`);
  },
});

describe('reprise converse', () => {
  it('books a table with two functions and a correction', async ({ converse }) => {
    const lines = await converse('--script', 'speech/booking');
    expect(textsIn(lines).filter((text) => !text.includes('(hears'))).toEqual([
      'agent  Osteria Gallo, good evening.',
      'agent  How can I help you?',
      'user   A table for four people at seven, please.',
      'heard  A table for four people at seven, please.',
      'agent  check_availability({"people":4,"time":"seven"})',
      'user   check_availability answers {"table":7}',
      'agent  I have table 7 for four at seven.',
      'agent  Shall I book it?',
      'user   Sorry, make that eight thirty, please.',
      'heard  Sorry, make that eight thirty, please.',
      'agent  check_availability({"people":4,"time":"eight thirty"})',
      'user   check_availability answers {"table":3}',
      'agent  I have table 3 for four at eight thirty.',
      'agent  Shall I book it?',
      'user   Yes, please.',
      'heard  Yes, please.',
      'agent  One moment.',
      'agent  book_table({"table":3,"time":"eight thirty"})',
      'user   book_table answers {"confirmed":true}',
      'agent  Done.',
      'agent  Your table is number 3, at eight thirty.',
      'agent  Bye!',
    ]);
  });

  it('interrupts the agent, and writes both sides at their times', async ({ shell, converse }) => {
    const messages = messagesIn(
      await converse('--script', 'speech/support', '--json', '-o', 'c.wav'),
    );
    const said = messages.filter(({ message }) => message['content'] !== undefined);
    expect(said.map(({ message }) => message['content'])).not.toContain(
      'We are here from Monday to Friday, and on every second Saturday of the month.',
    );
    const heardMs = messages.filter(({ message: { type } }) => type === 'UserStartedSpeaking');
    const interruptedMs = heardMs[1]?.atMs ?? 0;
    const nextMs = said.find(({ message }) => message['content'] === 'Thank you.')?.atMs ?? 0;
    expect(interruptedMs).toBeLessThan(nextMs);

    const wav = readWav(readFileSync(shell.path('c.wav')));
    expect(wav).toMatchObject({ encoding: 'linear16', sampleRate: 24_000, channels: 2 });
    const samples = decode(wav?.audio ?? new Uint8Array(), 'linear16');
    const isLoud = (channel: number, fromMs: number, toMs: number) => {
      let loudest = 0;
      for (let at = fromMs * 24; at < toMs * 24; at += 1) {
        loudest = Math.max(loudest, Math.abs(samples[at * 2 + channel] ?? 0));
      }
      return loudest > 1_000;
    };
    const [user, agent] = [0, 1];
    expect(isLoud(user, 0, 3_700)).toBe(false);
    expect(isLoud(agent, 200, 1_500)).toBe(true);
    expect(isLoud(user, interruptedMs, nextMs)).toBe(true);
    expect(isLoud(agent, interruptedMs, nextMs)).toBe(false);
    expect(isLoud(agent, nextMs, nextMs + 1_000)).toBe(true);
  });

  it('shows providers that fail, the same each time', async ({ converse }) => {
    const whole = await converse('--script', 'speech/fallback');
    const lines = textsIn(whole);
    expect(lines).toContain(
      'agent  Warning THINK_REQUEST_FAILED: open_ai gpt-4o-mini: The model is overloaded.',
    );
    expect(lines).toContain('agent  It is sunny in Lisbon.');
    expect(lines).toContainEqual(expect.stringMatching(/Warning SPEAK_REQUEST_FAILED: .*voice/));
    expect(lines).toContain('agent  It will rain tomorrow.');
    expect(await converse('--script', 'speech/fallback')).toEqual(whole);
  });

  it('speaks typed lines, with a plain agent if there is no script', async ({ shell }) => {
    const typed = typing('', 'I am Ann.', '');
    const { exitCode, out } = await shell.run(['converse'], {}, typed);
    expect(exitCode).toBe(0);
    expect(textsIn(out)).toEqual([
      'agent  Hello.',
      'agent  How can I help you?',
      'user   I am Ann.',
      'agent  (hears the user)',
      'heard  I am Ann.',
      'agent  I heard: I am Ann.',
    ]);
  });

  it('plays audio files, recognised word for word if they contain their text', async ({
    shell,
    converse,
  }) => {
    await shell.run(['say', 'A table for two at six.', '-o', 'table.wav', '--encoding', 'mulaw']);
    const lines = textsIn(await converse('--script', 'speech/booking', '--wav', 'table.wav'));
    expect(lines).toContain('heard  A table for two at six.');
    expect(lines).toContain('agent  I have table 7 for two at six.');
  });

  it('talks to a server, and explains its rules', async ({ shell, converse, fixture }) => {
    const file = fixture({
      agents: [{ id: '6f1d3a52-8c0e-4b7a-9d53-2e4f60718291', agent: {} }],
      answer: [{ hears: 'hello', says: 'Goodbye.', latency: { think: 0, speak: 0 } }],
      converse: { user: ['Hello.'] },
    });
    const { ready } = await shell.serve(['--memory', '--fixture', file]);
    const args = ['--script', file, '--key', ready.speechKey, '--explain'];
    const lines = await converse(...args, '--url', ready.url);
    expect(textsIn(lines)).toEqual([
      'user   Hello.',
      'agent  (hears the user)',
      'heard  Hello.',
      'agent  Goodbye.',
      "rule   answer.0 'hello'",
    ]);
    const url = `${ready.url}/w/nobody`;
    expect(await shell.refuses('converse', ...args, '--url', url)).toBe(
      "There is no world 'nobody'; there are: default.",
    );
  });

  const pizza = {
    agents: [{ id: '6f1d3a52-8c0e-4b7a-9d53-2e4f60718291', agent: { greeting: 'Hello.' } }],
    answer: [
      { hears: '* {kind} pizza', says: 'One {kind}.', sets: { order: '{kind}' } },
      { hears: 'pay now', when: { order: 'none' }, says: 'There is nothing to pay.' },
    ],
    converse: { user: ['One margherita pizza.', 'Please, pay now.'] },
  };
  const thoughts = [
    "rule   answer.0 '* {kind} pizza': {kind} 'One margherita', * ''",
    'hint   * takes as few words as it can, here none. For one word before {kind}, write {first} {kind}',
    'plain  no rule matches',
    "near   answer.1 'pay now': has no place for: Please; when order is 'none', but it is 'One margherita'",
  ];
  const ofThoughts = /^(rule|hint|near|plain)/;

  it('explains the rules below the turns that led to them', async ({ converse, fixture }) => {
    const file = fixture(pizza);
    const lines = textsIn(await converse('--script', file, '--explain'));
    const heard = lines.indexOf('heard  One margherita pizza.');
    expect(lines.slice(heard, heard + 4)).toEqual([
      'heard  One margherita pizza.',
      ...thoughts.slice(0, 2),
      'agent  One One margherita.',
    ]);
    expect(lines.filter((line) => ofThoughts.test(line))).toEqual(thoughts);

    const json = await converse('--script', file, '--explain', '--json');
    const members = json
      .map((line) => JSON.parse(line) as { thought?: object })
      .flatMap(({ thought }) => thought ?? []);
    expect(members).toMatchObject([
      { kind: 'greeting' },
      { kind: 'rule', rule: { captures: { kind: 'One margherita' } } },
      { kind: 'plain', nearMisses: [{ index: 1 }] },
    ]);
  });

  it('ends with 1 if the agent ends the conversation', async ({ shell, fixture }) => {
    const agent = { think: { provider: { type: 'open_ai', model: 'gpt-4o' } } };
    const file = fixture({
      agents: [{ id: '6f1d3a52-8c0e-4b7a-9d53-2e4f60718291', agent }],
      answer: [{ hears: '*', fails: { provider: 'think' } }],
      converse: { user: ['Hello.', 'Are you there?'] },
    });
    const { exitCode, out, errors } = await shell.run(['converse', '--script', file]);
    expect(exitCode).toBe(1);
    expect(textsIn(out)).not.toContain('user   Are you there?');
    expect(errors).toEqual([
      expect.stringMatching(/^The agent has ended the conversation: FAILED_TO_THINK: .*\.$/),
    ]);
  });

  it.for([
    [['--wav', 'nothing.wav'], /^There is no file nothing\.wav\./],
    [['--url', 'nowhere'], /^--url must be a URL of ws:, wss:, http: or https:, not 'nowhere'\.$/],
    [['--url', 'ws://127.0.0.1:9'], /^Cannot connect to ws:\/\/127\.0\.0\.1:9\/v1\/agent\/conv/],
    [
      ['--script', 'nothing'],
      /^There is no fixture nothing\. --script is a file, or a packaged fixture: .*speech\/booking/,
    ],
    [['--script', 'speech/fallback', '-o', 'no/folder.wav'], /^Cannot write no\/folder\.wav/],
    [['--script', 'speech/fallback', '-o', '.'], /^Cannot write \. \(EISDIR\)\./],
    [['--script', 'speech/fallback', '-o', '-'], /^--output must be a file: /],
  ] as const)('%s ends with 1 and a sentence, and no call', async ([args, sentence], { shell }) => {
    expect(await shell.refuses('converse', ...args)).toMatch(sentence);
  });
});
