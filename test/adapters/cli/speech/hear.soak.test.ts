// `reprise hear`: lines and messages of audio files, standard input and recordings.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { readWav, writeWav } from '../../../../adapters/audio/wav.ts';
import { connectTo } from '../../../support/speech/client.ts';
import { inProcess } from '../../../support/speech/hosts.ts';
import { root } from '../../../support/documents/page.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';

const it = shellTest()
  .extend('say', ({ shell }) => {
    return (file: string, ...flags: string[]) => shell.lines('say', text, '-o', file, ...flags);
  })
  .extend('hear', ({ shell }) => {
    return (...args: string[]) => shell.lines('hear', ...args);
  })
  .extend('samplesOf', ({ shell }) => {
    return (file: string) =>
      readWav(readFileSync(shell.path(file))) ?? expect.unreachable('It is a WAV file.');
  });
const text = 'Hello from Reprise. Nice to meet you.';
const packets = ['--sample-rate', '48000', '--encoding'];

const note = /^Words are placeholders .* speech is not recognised\./;

describe('reprise hear', () => {
  it('prints the text of a file of `reprise say`, with its times', async ({ say, hear }) => {
    await say('hello.wav');
    const [head, ...lines] = await hear('hello.wav', '--punctuate');
    expect(head).toMatch(/^hello\.wav: [23]\.\d\d s at 24000 Hz, one channel\.$/);
    expect(lines).toEqual([
      expect.stringMatching(/^ {2}0\.\d\d {3}1\.\d\d {2}Hello from Reprise\.$/),
      expect.stringMatching(/^ {2}1\.\d\d {3}2\.\d\d {2}Nice to meet you\.$/),
    ]);
  });

  it('knows the text of a file of more than a minute', async ({ shell, say, hear, samplesOf }) => {
    await say('short.wav', '--encoding', 'mulaw');
    const { audio, words: _places, ...form } = samplesOf('short.wav'); // as an editor of audio does
    const silence = Buffer.alloc(60 * 8_000, 0xff);
    const long = writeWav({ ...form, audio: Buffer.concat([silence, audio]) });
    shell.write('long.wav', long);
    const [head, ...lines] = await hear('long.wav', '--punctuate');
    expect(head).toMatch(/^long\.wav: 6[2-4]\.\d\d s at 8000 Hz/);
    expect(lines).toEqual([
      expect.stringMatching(/^ 60\.\d\d {2}61\.\d\d {2}Hello from Reprise\.$/),
      expect.stringMatching(/^ 61\.\d\d {2}6[2-4]\.\d\d {2}Nice to meet you\.$/),
    ]);
  });

  it('prints turns with --v2', async ({ say, hear }) => {
    await say('hello.wav');
    const [, ...lines] = await hear('hello.wav', '--v2');
    expect(lines).toEqual([
      expect.stringContaining('Hello from Reprise. (turn 0)'),
      expect.stringContaining('Nice to meet you. (turn 1, not ended)'),
    ]);
  });

  it('marks placeholder words', async ({ shell, say, hear, samplesOf }) => {
    await say('hello.wav');
    const wav = samplesOf('hello.wav');
    shell.write('raw', wav.audio);
    const raw = ['raw', '--encoding', 'linear16', '--sample-rate', '24000'];
    const lines = await hear(...raw);
    expect(lines.at(-1)).toMatch(note);
    expect(lines.join(' ')).not.toContain('Reprise.');
    const { out, errors } = await shell.run(['hear', ...raw, '--json']);
    expect(errors.join(' ')).toMatch(note);
    expect(out.map((line) => JSON.parse(line).type).at(-1)).toBe('Metadata');
  });

  it('reports that silence has no voice', async ({ shell, hear }) => {
    const audio = new Uint8Array(32_000);
    const wav = writeWav({ encoding: 'linear16', sampleRate: 16_000, channels: 1, audio });
    shell.write('silence.wav', wav);
    expect(await hear('silence.wav')).toEqual([
      'silence.wav: 1.00 s at 16000 Hz, one channel, no voice.',
    ]);
  });

  it('hears standard input, and channels one by one', async ({ shell, say, samplesOf }) => {
    await say('hello.wav');
    const { audio, sampleRate } = samplesOf('hello.wav');
    const both = Buffer.alloc(audio.length * 2);
    for (let at = 0; at < audio.length; at += 2) both.set(audio.subarray(at, at + 2), at * 2);
    const wav = writeWav({ encoding: 'linear16', sampleRate, channels: 2, audio: both, text });
    const flags = ['--multichannel', '--diarize', '--interim-results'];
    const { out } = await shell.run(
      ['hear', '-', ...flags],
      {},
      {
        input: async function* () {
          yield wav.subarray(0, 1_000);
          yield wav.subarray(1_000);
        },
      },
    );
    expect(out[0]).toMatch(/2 channels/);
    const finals = out.slice(1).filter((line) => !line.includes('interim'));
    expect(finals.length).toBeLessThan(out.length - 1);
    expect(finals.join('\n')).toContain('hello from reprise (channel 0; speaker 0)');
    expect(finals.join('\n')).not.toContain('channel 1');
  });

  it('prints the messages of the channel with --json', async ({ shell, say, hear }) => {
    await say('hello.wav');
    const host = await inProcess();
    await host.reprise.engine.world('default')?.send({
      domain: 'speech',
      prepare: () => ({
        command: {
          type: 'SetScript',
          script: { parts: [{ select: {}, utterances: [{ text: 'One two.' }, { text: 'Ten.' }] }] },
        },
      }),
      respond: () => ({ status: 200, headers: {} }),
    });
    const client = await connectTo(host, '/v1/listen', {
      query: '?interim_results=true&smart_format=true&search=two',
    });
    client.socket.send(readFileSync(shell.path('hello.wav')));
    client.send({ type: 'CloseStream' });
    await client.closed;
    await host.close();
    const fixture = { version: 1, speech: { hear: [{ utterances: ['One two.', 'Ten.'] }] } };
    shell.write('script.yaml', JSON.stringify(fixture));
    const flags = ['--interim-results', '--smart-format', '--query', 'search=two', '--json'];
    const out = await hear('hello.wav', '--script', 'script.yaml', ...flags);
    const withoutIds = (message: object) =>
      JSON.stringify(message).replaceAll(/"(request_id|created)":"[^"]*"/g, '');
    expect(out.map((line) => withoutIds(JSON.parse(line)))).toEqual(client.seen.map(withoutIds));
  });

  it('knows the script of a fixture with settings, as its world does', async ({
    shell,
    say,
    hear,
  }) => {
    await say('hello.wav');
    const agent = { speak: { provider: { type: 'deepgram', model: 'my-voice' } } };
    const speech = {
      hear: [{ utterances: ['One two.', 'Ten.'] }],
      agents: [{ id: '6f1d3a52-8c0e-4b7a-9d53-2e4f60718291', agent }],
    };
    const write = (config: object) =>
      shell.write('own.json', JSON.stringify({ version: 1, config, speech }));
    write({ speech: { models: ['my-voice'] } });
    const lines = await hear('hello.wav', '--script', 'own.json');
    expect(lines.slice(1).map((line) => line.slice(15))).toEqual(['one two']);
    write({});
    expect(await shell.refuses('hear', 'hello.wav', '--script', 'own.json')).toMatch(
      /^The fixture is refused: own\.json, line 1, fixture\.speech\.agents\.0\.agent\.speak\.provider\.model: /,
    );
  });

  it('hears by a packaged fixture', async ({ say, hear }) => {
    await say('hello.wav');
    expect(await hear('hello.wav', '--script', 'speech/booking')).toHaveLength(3);
  });

  it('hears the connection of a recording, with its script', async ({ hear }) => {
    const recording = join(root, 'recordings/v1/speech/eager-turn.jsonl');
    const lines = await hear(recording);
    expect(lines.join('\n')).toContain('Two chairs instead of three, please.');
    const messages = await hear(recording, '--conn', '1', '--json');
    const sent = readFileSync(recording, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"kind":"ws.out"'))
      .map((line) => JSON.parse(JSON.parse(line).text))
      .filter(({ event }) => event === 'EndOfTurn' || event === 'EagerEndOfTurn');
    const heard = messages
      .map((line) => JSON.parse(line))
      .filter(({ event }) => {
        return event === 'EndOfTurn' || event === 'EagerEndOfTurn';
      });
    const plain = (message: object) => ({ ...message, request_id: '', sequence_id: 0 });
    expect(heard.map(plain)).toEqual(sent.slice(0, heard.length).map(plain));
    expect(heard.length).toBeGreaterThan(1);
  });

  it.for<[string, string[], number, string]>([
    ['no file', ['none.wav'], 1, 'There is no file none.wav.'],
    ['no audio', ['text'], 3, 'The audio cannot be decoded: the first bytes 48656c6c.'],
    ['a cut header', ['cut'], 3, 'The audio cannot be decoded: no whole header.'],
    ['nothing', ['-'], 3, 'Standard input is empty.'],
    [
      'a parameter of the other channel',
      ['text', '--v2', '--diarize'],
      1,
      'diarize is no parameter',
    ],
    ['no sample rate', ['text', '--encoding', 'mulaw'], 1, 'sample_rate must be given'],
    ['raw opus', ['text', ...packets, 'opus'], 1, 'Set WAV, FLAC, Ogg or WebM with Opus'],
    ['raw opus with --v2', ['text', '--v2', ...packets, 'opus'], 1, 'opus has no packet borders'],
    [
      'raw speex',
      ['text', '--query', 'encoding=speex&sample_rate=8000'],
      1,
      'speex has no packet borders in a file',
    ],
    ['a connection of a file', ['text', '--conn', '1'], 1, '--conn selects a connection'],
    ['a damaged recording', ['damaged.jsonl'], 3, 'damaged.jsonl'],
    [
      'a fixture without speech',
      ['text', '--script', 'empty.yaml'],
      1,
      'empty.yaml has no section speech',
    ],
    [
      'an unknown fixture',
      ['text', '--script', 'none.yaml'],
      1,
      'There is no fixture none.yaml. --script is a file, or a packaged fixture: ',
    ],
  ])('refuses %s', async ([_what, args, exitCode, reason], { shell }) => {
    shell.write('text', 'Hello there.');
    shell.write('cut', 'RIFF');
    shell.write('damaged.jsonl', '{}\n');
    shell.write('empty.yaml', 'version: 1\n');
    const refused = await shell.run(['hear', ...args]);
    expect(refused).toMatchObject({ exitCode, out: [] });
    expect(refused.errors.join(' ')).toContain(reason);
  });

  it('refuses recordings and connections without audio', async ({ shell }) => {
    const spoken = join(root, 'recordings/v1/speech/spoken-paragraph.jsonl');
    expect((await shell.run(['hear', spoken])).errors).toEqual([
      `${spoken} has no connection that sends audio.`,
    ]);
    const turns = join(root, 'recordings/v1/speech/eager-turn.jsonl');
    expect((await shell.run(['hear', turns, '--conn', '7'])).errors).toEqual([
      `Connection 7 of ${turns} sends no audio: set --conn to one of 1.`,
    ]);
  });
});
