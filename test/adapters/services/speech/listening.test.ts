import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { speechTest } from '../../../support/runner/speech-test.ts';
import { tone } from '../../../support/speech/tones.ts';

const isUuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

const it = speechTest();

const raw = '?encoding=linear16&sample_rate=8000';

describe('a session of /v1/listen', () => {
  it('sends nothing before audio, then finals that tile, then a summary, then closes', async ({
    connect,
  }) => {
    const client = await connect('/v1/listen', { query: `${raw}&extra=a:b&version=2.1` });
    const audio = tone(1.5);
    client.socket.send(audio.subarray(0, 5_001));
    client.socket.send(audio.subarray(5_001));
    client.send({ type: 'CloseStream' });
    expect(await client.closed).toBe('1000');
    const last = client.seen.at(-1);
    expect(last).toEqual({
      type: 'Metadata',
      transaction_key: 'deprecated',
      request_id: isUuid,
      sha256: createHash('sha256').update(audio).digest('hex'),
      created: '2026-01-01T00:00:00.000Z',
      duration: 1.5,
      channels: 1,
      models: [isUuid],
      model_info: {
        [(last as { models: string[] }).models[0] ?? '']: {
          name: 'base',
          version: '2.1',
          arch: 'base',
        },
      },
      extra: { a: 'b' },
    });
    const results = client.seen.slice(0, -1) as { start: number; duration: number }[];
    let end = 0;
    for (const result of results) {
      expect(result).toMatchObject({
        type: 'Results',
        channel_index: [0, 1],
        is_final: true,
        from_finalize: false,
        metadata: { request_id: (last as { request_id: string }).request_id },
      });
      expect(result.start).toBeCloseTo(end, 9);
      end = result.start + result.duration;
    }
    expect(end).toBeCloseTo(1.5, 9);
  });

  it('answers an empty stream with an empty final and a summary', async ({ connect }) => {
    const client = await connect('/v1/listen');
    client.send({ type: 'CloseStream' });
    expect(await client.closed).toBe('1000');
    expect(client.seen).toMatchObject([
      {
        type: 'Results',
        start: 0,
        duration: 0,
        is_final: true,
        channel: { alternatives: [{ transcript: '', confidence: 0, words: [] }] },
      },
      { type: 'Metadata', duration: 0, channels: 0, sha256: createHash('sha256').digest('hex') },
    ]);
    expect(client.seen.at(-1)).not.toHaveProperty('models');
  });

  it('ignores invalid and empty frames', async ({ connect }) => {
    const client = await connect('/v1/listen', { query: raw });
    client.socket.send('{');
    client.socket.send(Buffer.alloc(0));
    client.send({ type: 'Speak', text: 'x' }, { type: 'Finalize', channel: 'x' }, { type: 1 });
    client.send({ type: 'KeepAlive' }, { type: 'CloseStream' }, { type: 'Finalize' });
    expect(await client.closed).toBe('1000');
    expect(client.seen).toHaveLength(2);
  });

  it('treats JSON in a binary frame as audio', async ({ connect }) => {
    const client = await connect('/v1/listen', { query: raw });
    client.socket.send(Buffer.from('{"type":"CloseStream"}'));
    client.send({ type: 'CloseStream' });
    await client.closed;
    const sha256 = createHash('sha256').update('{"type":"CloseStream"}').digest('hex');
    expect(client.seen.at(-1)).toMatchObject({ sha256 });
  });

  it('ends without a frame for ten seconds, with a summary', async ({ host, connect }) => {
    const client = await connect('/v1/listen', { query: raw });
    const world = host.world();
    for (const frame of ['{"type":"KeepAlive"}', '{', new Uint8Array()]) {
      await world.advance({ byMs: 9_999 });
      client.socket.send(frame);
      await world.advance({ byMs: 0 });
      await new Promise((resolve) => setImmediate(resolve));
    }
    await world.advance({ byMs: 9_999 });
    expect(client.seen).toEqual([]);
    await world.advance({ byMs: 1 });
    expect(await client.closed).toMatch(/^1011 .*net0001$/);
    expect(client.seen.at(-1)).toMatchObject({ type: 'Metadata' });
  });

  it('ends with 1008 if the bytes are not audio', async ({ connect }) => {
    const client = await connect('/v1/listen');
    for (let n = 0; n < 20; n += 1) client.socket.send(Buffer.alloc(1_000, n + 1));
    expect(await client.closed).toBe('1008 DATA-0000');
  });

  it('stores the bytes beside the inputs, in pieces of any size', async ({ host, connect }) => {
    const client = await connect('/v1/listen', { query: raw });
    const audio = tone(10);
    client.socket.send(audio);
    client.send({ type: 'CloseStream' });
    await client.closed;
    const stored: Uint8Array[] = [];
    for await (const { bytes } of host.world().attachments(() => true)) {
      if (bytes !== 'dropped') stored.push(bytes);
    }
    expect(Buffer.concat(stored).equals(audio)).toBe(true);
    expect(stored.length).toBeGreaterThan(1);
  });
});

describe('a session of /v2/listen', () => {
  const query = '?model=flux-general-en&encoding=linear16&sample_rate=8000';

  it('greets, reports each quarter of a second, and closes without a code', async ({ connect }) => {
    const client = await connect('/v2/listen', { query });
    client.socket.send(Buffer.alloc(16_000));
    client.send({ type: 'KeepAlive' }, { type: 'Finalize' }, { type: 'CloseStream' });
    expect(await client.closed).toBe('1005');
    expect(client.seen[0]).toEqual({ type: 'Connected', request_id: isUuid, sequence_id: 0 });
    expect(client.seen.slice(1)).toEqual(
      [0.25, 0.5, 0.75, 1].map((end, index) => ({
        type: 'TurnInfo',
        request_id: isUuid,
        sequence_id: index + 1,
        event: 'Update',
        turn_index: 0,
        audio_window_start: 0,
        audio_window_end: end,
        transcript: '',
        words: [],
        end_of_turn_confidence: expect.any(Number),
      })),
    );
  });

  it('applies Configure, completely or not at all', async ({ connect }) => {
    const client = await connect('/v2/listen', { query });
    client.send(
      { type: 'Configure', thresholds: { eot_threshold: 0.8 }, keyterms: 'fox' },
      { type: 'Configure', thresholds: { eager_eot_threshold: 0.85, eot_timeout_ms: 700 } },
      { type: 'Configure', thresholds: { eot_threshold: '0.8' }, keyterms: [] },
      { type: 'Configure', keyterms: [1] },
      { type: 'Configure', thresholds: 1 },
      { type: 'Configure', thresholds: { eot_treshold: 0.6, eot_timeout_ms: 900 }, keyterms: [] },
      { type: 'Configure', thresholds: { eager_eot_threshold: 0.5 }, keyterms: [] },
    );
    const failure = { type: 'ConfigureFailure', request_id: isUuid };
    expect((await client.messages(8)).slice(1)).toEqual([
      {
        type: 'ConfigureSuccess',
        request_id: isUuid,
        thresholds: { eot_threshold: 0.8, eot_timeout_ms: 5_000 },
        keyterms: ['fox'],
        sequence_id: 1,
      },
      { ...failure, sequence_id: 2, code: 'INVALID_THRESHOLD', description: expect.anything() },
      {
        ...failure,
        sequence_id: 3,
        code: expect.anything(),
        description: 'thresholds.eot_threshold must be a number.',
      },
      {
        ...failure,
        sequence_id: 4,
        code: expect.anything(),
        description: 'keyterms must be a string or an array of strings.',
      },
      {
        ...failure,
        sequence_id: 5,
        code: expect.anything(),
        description: 'thresholds must be an object.',
      },
      {
        ...failure,
        sequence_id: 6,
        code: 'INVALID_CONFIGURE',
        description:
          "thresholds has no member 'eot_treshold': it has eager_eot_threshold, eot_threshold, eot_timeout_ms.",
      },
      {
        type: 'ConfigureSuccess',
        request_id: isUuid,
        thresholds: { eager_eot_threshold: 0.5, eot_threshold: 0.8, eot_timeout_ms: 5_000 },
        keyterms: [],
        sequence_id: 7,
      },
    ]);
  });

  it.for<[string, string | RegExp]>([
    ['{', 'The text frame is not JSON.'],
    ['{"type":"Speak"}', /^The type Speak is unknown: it must be CloseStream, Configure, /],
    ['[]', /^The message has no type/],
  ])('ends with an Error on %s', async ([text, description], { connect }) => {
    const client = await connect('/v2/listen', { query });
    client.socket.send(text);
    expect(await client.closed).toBe('1011');
    expect(client.seen.at(-1)).toEqual({
      type: 'Error',
      sequence_id: 1,
      code: 'UNPARSABLE_CLIENT_MESSAGE',
      description: expect.stringMatching(description),
    });
  });

  it('ends without audio for thirty seconds', async ({ host, connect }) => {
    const client = await connect('/v2/listen', { query });
    client.send({ type: 'KeepAlive' });
    await host.world().advance({ byMs: 30_000 });
    expect(await client.closed).toBe('1011');
    expect(client.seen.at(-1)).toMatchObject({ type: 'Error', code: 'INACTIVE_CLIENT' });
  });

  it('ends with an Error if the bytes are not audio', async ({ connect }) => {
    const client = await connect('/v2/listen', { query: '?model=flux-general-en' });
    for (let n = 0; n < 20; n += 1) client.socket.send(Buffer.alloc(1_000, n + 1));
    expect(await client.closed).toBe('1011');
    expect(client.seen.at(-1)).toMatchObject({ type: 'Error', sequence_id: 1 });
  });
});
