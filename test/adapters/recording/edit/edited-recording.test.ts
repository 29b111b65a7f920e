import { describe, expect, it } from 'vitest';
import type { RecordingChange } from '../../../../adapters/recording/edit/change.ts';
import { editedRecording } from '../../../../adapters/recording/edit/edited-recording.ts';
import type { Entry } from '../../../../adapters/recording/format/entries.ts';
import { readRecording, type Recording } from '../../../../adapters/recording/format/reader.ts';
import { createPlan } from '../../../../adapters/recording/replay/plan.ts';

const demo = await readRecording('recordings/v1/wallet/demo.jsonl');
const booking = await readRecording('recordings/v1/speech/booking.jsonl');

async function edited(recording: Recording, ...changes: RecordingChange[]): Promise<Recording> {
  const result = await editedRecording(recording, changes);
  const { header, entries, ending } = result;
  // Throws if an input is missing or repeated.
  createPlan('the edited recording', entries, { skipped: header.afterFixture?.inputs, ending });
  return result;
}

async function refusal(recording: Recording, ...changes: RecordingChange[]): Promise<string> {
  try {
    await editedRecording(recording, changes);
  } catch (error) {
    return (error as Error).message;
  }
  return 'none';
}

const entry = ({ entries }: Recording, n: number) => entries.find((one) => one.n === n);
const numbers = ({ entries }: Recording) => entries.map(({ n }) => n);
const bodyOf = (of: Entry | undefined): unknown =>
  of !== undefined && 'text' in of ? JSON.parse(of.text ?? 'null') : undefined;

describe('an edited recording', () => {
  it('is the given one without changes', async () => {
    expect(await editedRecording(demo, [])).toBe(demo);
  });

  it('has another value in the body, and its length', async () => {
    const result = await edited(demo, {
      kind: 'set',
      entry: 49,
      path: 'body.feeLevel',
      value: 'HIGH',
    });
    const request = entry(result, 49);
    expect(bodyOf(request)).toMatchObject({ feeLevel: 'HIGH', amounts: ['2.5'] });
    const text = request !== undefined && 'text' in request ? (request.text ?? '') : '';
    expect(request).toMatchObject({ headers: { 'content-length': String(text.length) } });
    expect(bodyOf(entry(demo, 49))).toMatchObject({ feeLevel: 'LOW' });
  });

  it('keeps a text where a number is set', async () => {
    const result = await edited(demo, { kind: 'set', entry: 49, path: 'body.amounts.0', value: 3 });
    expect(bodyOf(entry(result, 49))).toMatchObject({ amounts: ['3'] });
  });

  it('has another parameter in the query', async () => {
    const result = await edited(demo, {
      kind: 'set',
      entry: 87,
      path: 'query.order',
      value: 'DESC',
    });
    expect(entry(result, 87)).toMatchObject({
      url: '/v1/w3s/transactions?custodyType=DEVELOPER&order=DESC',
    });
  });

  describe('of a world with another name than default', () => {
    const alice: Recording = {
      ...demo,
      header: { ...demo.header, world: { ...demo.header.world, name: 'alice' } },
      entries: demo.entries.map((one) =>
        one.kind === 'http.request' ? { ...one, url: `/w/alice${one.url}` } : one,
      ),
    };
    const path = (value: string): RecordingChange => ({
      kind: 'set',
      entry: 87,
      path: 'path',
      value,
    });

    it.each(['/v1/w3s/wallets', '/w/alice/v1/w3s/wallets'])(
      'has %s in the same world',
      async (value) => {
        expect(entry(await edited(alice, path(value)), 87)).toMatchObject({
          service: 'wallet',
          url: '/w/alice/v1/w3s/wallets?custodyType=DEVELOPER&order=ASC',
        });
      },
    );

    it('has a path of another service', async () => {
      const result = await edited(alice, path('/wp-json/tribe/events/v1/events/2'));
      expect(entry(result, 87)).toMatchObject({ service: 'calendar' });
    });

    it.each([
      ['/v1/w3s/transactions', '87.path is "/v1/w3s/transactions" already.'],
      ['/nothing', 'No service has the path /nothing: set one that a service has.'],
      [
        '/w/bob/v1/w3s/wallets',
        'No service has the path /w/bob/v1/w3s/wallets: set one that a service has.',
      ],
    ])('refuses the path %s', async (value, message) => {
      expect(await refusal(alice, path(value))).toBe(message);
    });
  });

  it.each([
    ['/v1/w3s/wallets', '27 is a request to the control plane, and /v1/w3s/wallets is none:'],
    [
      '/__reprise/worlds/bob/clock',
      '/__reprise/worlds/bob/clock is not about the world of this recording: its requests',
    ],
  ])('refuses the path %s of the control plane', async (value, message) => {
    const change = { kind: 'set', entry: 27, path: 'path', value } as const;
    expect(await refusal(demo, change)).toContain(message);
  });

  it('lacks a dropped request with its answer, and numbers the inputs again', async () => {
    const result = await edited(demo, { kind: 'drop', entry: 49 });
    expect(entry(result, 49)).toBeUndefined();
    expect(entry(result, 51)).toBeUndefined();
    expect(entry(result, 50)).toBeDefined(); // the event stays, to be compared
    expect(entry(demo, 56)).toMatchObject({ input: 8 });
    expect(entry(result, 56)).toMatchObject({ input: 7 });
    expect(entry(result, 54)).toMatchObject({ after: 6 });
  });

  it('lacks a dropped connection with all of its frames', async () => {
    const result = await edited(booking, { kind: 'drop', entry: 11 });
    expect(result.entries.some((one) => 'conn' in one && one.conn === 2)).toBe(false);
    expect(result.entries.some((one) => 'conn' in one && one.conn === 3)).toBe(true);
  });

  it('has an inserted request before an entry, with a number beyond the last', async () => {
    const url = '/__reprise/worlds/default/clock/advance';
    const result = await edited(demo, {
      kind: 'insert',
      entry: 44,
      method: 'POST',
      url,
      body: { by: '10m' },
    });
    const at = numbers(result).indexOf(107);
    expect(numbers(result).slice(at, at + 3)).toEqual([107, 108, 44]);
    expect(entry(result, 107)).toMatchObject({ kind: 'clock', input: 6, text: '{"by":"10m"}' });
    expect(entry(result, 44)).toMatchObject({ input: 7 });
  });

  it('gives an inserted request what its client makes anew', async () => {
    const result = await edited(demo, {
      kind: 'insert',
      entry: 54,
      method: 'POST',
      url: '/v1/w3s/developer/transactions/transfer',
      body: { amounts: ['1'] },
    });
    const request = entry(result, 107);
    expect(request).toMatchObject({ service: 'wallet', facts: { key: 'test' } });
    expect(Object.keys(bodyOf(request) as object)).toEqual([
      'entitySecretCiphertext',
      'idempotencyKey',
      'amounts',
    ]);
    const nonces = [22, 49, 107].map((n) =>
      JSON.stringify(entry(result, n)).match(/"nonce":"\w+"/),
    );
    expect(new Set(nonces.map(String)).size).toBe(3);
  });

  it.each([
    ['takes the secret of a request whose secret was read', [49], 'opened'],
    ['has no secret either where none could be read', [3, 7, 22, 49, 70], 'undecryptable'],
  ])('%s', async (_what, unread, kind) => {
    const ciphertext = { kind: 'undecryptable' };
    const entries = demo.entries.map((one) =>
      'facts' in one && one.facts?.['ciphertext'] !== undefined && unread.includes(one.n)
        ? { ...one, facts: { ...one.facts, ciphertext } }
        : one,
    );
    const result = await edited(
      { ...demo, entries },
      {
        kind: 'insert',
        entry: 54,
        method: 'POST',
        url: '/v1/w3s/developer/transactions/transfer',
        body: { amounts: ['1'] },
      },
    );
    expect(entry(result, 107)).toMatchObject({ facts: { ciphertext: { kind } } });
  });

  it('has a moved request where its instant is, with the passing of time', async () => {
    const { entries } = await edited(demo, { kind: 'move', entry: 22, byMs: 60_000 });
    const kinds = entries.map(({ n, kind }) => `${n} ${kind}`);
    const at = kinds.indexOf('22 http.request');
    // Before the advance that goes beyond it.
    expect(kinds[at - 1]).toBe('107 input');
    expect(kinds.indexOf('29 clock')).toBeGreaterThan(at);
    expect(kinds.indexOf('27 clock')).toBeLessThan(at);
    expect(entries[at]).toMatchObject({ at: Date.parse('2026-01-01T00:01:00Z') });
  });

  it('has one fault for one request', async () => {
    const result = await edited(demo, { kind: 'fault', entry: 22, fault: { kind: 'lose-answer' } });
    expect(entry(result, 22)).toMatchObject({ facts: { faults: ['what-if-1'] } });
    expect(bodyOf(entry(result, 107))).toEqual({
      id: 'what-if-1',
      when: { count: 1 },
      kind: 'lose-answer',
    });
    const at = numbers(result).indexOf(107);
    expect(numbers(result)[at + 2]).toBe(22);
  });

  it('has the same whatever the order of the changes', async () => {
    const changes: readonly RecordingChange[] = [
      { kind: 'drop', entry: 70 },
      { kind: 'set', entry: 49, path: 'body.feeLevel', value: 'HIGH' },
      { kind: 'insert', entry: 44, method: 'GET', url: '/v1/w3s/wallets' },
      { kind: 'move', entry: 22, byMs: 60_000 },
    ];
    const one = await edited(demo, ...changes);
    const other = await edited(demo, ...changes.toReversed());
    const plain = ({ entries }: Recording) => entries.filter(({ n }) => n <= 106);
    expect(plain(other)).toEqual(plain(one));
  });

  it.each<[string, RecordingChange[], string]>([
    [
      'an entry that is not there',
      [{ kind: 'drop', entry: 430 }],
      'There is no entry 430: the recording has entries 1 to 106.',
    ],
    [
      'an answer',
      [{ kind: 'set', entry: 51, path: 'status', value: 500 }],
      'Entry 51 is an answer, and follows from entry 49: set that one.',
    ],
    [
      'an event',
      [{ kind: 'drop', entry: 58 }],
      'Entry 58 is an event (TransactionQueued), and follows from entry 56: drop that one.',
    ],
    [
      'a secret',
      [{ kind: 'set', entry: 49, path: 'body.entitySecretCiphertext', value: 'x' }],
      '49.body.entitySecretCiphertext is a secret, which the recording replaced: what it led to is in 49.facts.',
    ],
    [
      'the value that is there',
      [{ kind: 'set', entry: 49, path: 'body.feeLevel', value: 'LOW' }],
      '49.body.feeLevel is "LOW" already.',
    ],
    [
      'an unknown fault',
      [{ kind: 'fault', entry: 49, fault: { kind: 'lose-anser' as 'lose-answer' } }],
      "There is no fault 'lose-anser'. Did you mean lose-answer? There are: refuse, lose-request, lose-answer, repeat, cut, malformed, hang, slow, stick, drop, fail, deny, lose-webhook, double-webhook, late-webhook, swap-webhooks, refuse-upgrade, drop-frame, double-frame, swap-frames, delay-frame, close-socket, half-open.",
    ],
    [
      'an unknown member of a fault',
      [{ kind: 'fault', entry: 49, fault: { kind: 'lose-answer', oops: 1 } }],
      'The fault lose-answer cannot be added: Unrecognized key: "oops".',
    ],
    [
      'an unknown method',
      [{ kind: 'insert', entry: 49, method: 'FOO', url: '/nothing' }],
      "There is no method 'FOO'; there are: GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS.",
    ],
    [
      'a fault of another thing',
      [{ kind: 'fault', entry: 49, fault: { kind: 'drop-frame' } }],
      'drop-frame strikes a frame from the client, and entry 49 is none.',
    ],
    [
      'changes that contradict each other',
      [
        { kind: 'set', entry: 49, path: 'body.feeLevel', value: 'HIGH' },
        { kind: 'drop', entry: 49 },
      ],
      'Two changes contradict each other: set 49.body.feeLevel="HIGH", and drop 49. Leave one out.',
    ],
    [
      'a request to no service',
      [{ kind: 'insert', entry: 49, method: 'GET', url: '/nothing' }],
      'No service has the path /nothing: insert a request to one of the services, or to /__reprise.',
    ],
    [
      'a request about another world',
      [{ kind: 'insert', entry: 49, method: 'GET', url: '/__reprise/worlds/alice/clock' }],
      '/__reprise/worlds/alice/clock is not about the world of this recording: its requests begin with /__reprise/worlds/default.',
    ],
    ['the seed that it has', [{ kind: 'seed', seed: 'reprise' }], "The seed is 'reprise' already."],
    [
      'an instant before the world',
      [{ kind: 'move', entry: 49, byMs: -600_000 }],
      'Entry 49 cannot move to -00:07:12.000: the world begins at 2026-01-01T00:00:00.000Z.',
    ],
  ])('refuses %s', async (_what, changes, message) => {
    expect(await refusal(demo, ...changes)).toBe(message);
  });

  it('names near paths for one that is not there, or some of all', async () => {
    const near = await refusal(demo, { kind: 'set', entry: 49, path: 'body.feeLevle', value: 1 });
    expect(near).toBe("Entry 49 has no value at 'body.feeLevle'. Did you mean body.feeLevel?");
    const far = await refusal(demo, { kind: 'set', entry: 49, path: 'nothing.like.it', value: 1 });
    expect(far).toMatch(
      /^Entry 49 has no value at 'nothing\.like\.it'; there are: body\..* and \d+ more\.$/,
    );
  });
});

describe('another sentence of a caller', () => {
  const frames = ({ entries }: Recording) =>
    entries.flatMap((one) => (one.kind === 'ws.in' && one.conn === 1 ? (one.base64 ?? []) : []));
  const sentence = (entryNumber: number, value: string): RecordingChange => ({
    kind: 'set',
    entry: entryNumber,
    path: 'said',
    value,
  });

  it('takes the place of the next one, in as many frames', async () => {
    const result = await edited(booking, sentence(38, 'A table, please.'));
    const [before, after] = [frames(booking), frames(result)];
    expect(after).toHaveLength(before.length);
    const lengths = (of: readonly string[]) => of.map(({ length }) => length);
    expect(lengths(after)).toEqual(lengths(before));
    expect(after).not.toEqual(before);
    expect(result.entries).toContainEqual(
      expect.objectContaining({
        kind: 'input',
        data: expect.objectContaining({ domain: 'speech' }),
      }),
    );
  });

  it('moves what comes later if it is longer', async () => {
    const long = 'I would like to have a table for four people near the window at seven, please.';
    const result = await edited(booking, sentence(38, long));
    expect(frames(result).length).toBeGreaterThan(frames(booking).length);
    const lastAt = ({ entries }: Recording) =>
      entries.findLast(({ kind }) => kind === 'ws.close')?.at ?? 0;
    expect(lastAt(result)).toBeGreaterThan(lastAt(booking));
  });

  it.each([
    [5, 'x', 'Entry 5 is no audio of a caller, so nothing is said in it.'],
    [38, '', /^38\.said must be a text of 1 to \d+ characters\.$/],
    [15, 'x', 'Entry 15 is no audio of a caller, so nothing is said in it.'],
  ])('is refused for entry %i and %j', async (entryNumber, text, message) => {
    expect(await refusal(booking, sentence(entryNumber, text))).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
  });

  /** The booking, with another text of its Settings, or another address of its connection. */
  const otherwise = (change: (entry: Entry) => object): Recording => ({
    ...booking,
    entries: booking.entries.map((one) => ({ ...one, ...change(one) })),
  });

  it.each([
    ['Opus', 'opus'],
    ['AMR', 'amr-nb'],
  ])('names the encoding that has no samples to replace: %s of an agent', async (_, encoding) => {
    const recording = otherwise((one) =>
      one.kind === 'ws.in' && one.text?.includes('"Settings"') === true
        ? { text: one.text.replace(/"encoding":"[^"]+"/, `"encoding":"${encoding}"`) }
        : {},
    );
    expect(await refusal(recording, sentence(38, 'Hello.'))).toBe(
      `The audio of entry 38 is ${encoding}, in which no sentence can be replaced: that takes linear16, mulaw or alaw.`,
    );
  });

  it.each([
    ['/v1/listen?encoding=flac&sample_rate=16000', 'flac'],
    ['/v1/listen?encoding=linear32&sample_rate=16000', 'linear32'],
    ['/v2/listen?model=flux-general-en&encoding=ogg-opus&sample_rate=16000', 'ogg-opus'],
    ['/v1/listen', 'in a container, such as WAV'],
  ])('names the form of %s', async (url, form) => {
    const recording = otherwise((one) => (one.kind === 'ws.open' ? { url } : {}));
    expect(await refusal(recording, sentence(38, 'Hello.'))).toBe(
      `The audio of entry 38 is ${form}, in which no sentence can be replaced: that takes linear16, mulaw or alaw.`,
    );
  });

  it('says that no form is known of a connection without Settings', async () => {
    const recording = otherwise((one) => (one.kind === 'ws.in' && one.text ? { text: '{}' } : {}));
    expect(await refusal(recording, sentence(38, 'Hello.'))).toBe(
      'The audio of entry 38 is of an unknown form, in which no sentence can be replaced: that takes linear16, mulaw or alaw.',
    );
  });
});
