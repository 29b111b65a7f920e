// Recordings that were edited by hand, with new hashes: each is rejected with one sentence or replayed with a difference, in
// limited time.

import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import { readRecording } from '../../../../adapters/recording/format/reader.ts';
import { RecordingError } from '../../../../adapters/recording/format/recording-error.ts';
import { ExchangeComparator } from '../../../../adapters/recording/replay/exchange-comparator.ts';
import {
  replayRecording,
  type ReplayResult,
} from '../../../../adapters/recording/replay/replay.ts';
import {
  linesOf,
  recordingFolder,
  writeSealed,
  type Raw,
} from '../../../support/recording/recordings.ts';
import { runScriptedSession, openTwin } from '../../../support/server/scripted-session.ts';
import { runs } from '../../../support/runner/runs.ts';

const folder = recordingFolder();
const edited = join(folder, 'edited.jsonl');
let original: readonly Raw[] = [];

beforeAll(async () => {
  const server = await openTwin(createMemoryStore());
  const world = server.reprise.engine.world('default');
  if (world === undefined) throw new Error('There is no world.');
  await server.request({
    world: 'default',
    method: 'PATCH',
    path: '/__reprise/worlds/default/wallet/chains/ETH-SEPOLIA',
    body: { congestion: 2 },
  });
  const file = join(folder, 'original.jsonl');
  await server.reprise.recordings.start(world, { file });
  await runScriptedSession(server);
  const fork = '/__reprise/worlds/default/fork';
  await server.request({ world: 'default', method: 'POST', path: fork, body: { name: 'forked' } });
  await server.reprise.recordings.stop('default');
  original = linesOf(file);
});

const copy = (): Raw[] => structuredClone(original) as Raw[];

/** Replays the recording after an edit; returns the result, or the message of the refusal. */
async function replayed(edit: (lines: Raw[]) => Raw[] | void): Promise<ReplayResult | string> {
  const lines = copy();
  writeSealed(edited, edit(lines) ?? lines);
  try {
    return await replayRecording(edited, await readRecording(edited));
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    return error.message;
  }
}

const isRequest = ({ kind }: Raw) => ['http.request', 'control', 'clock'].includes(kind as string);
const indexOf = (lines: readonly Raw[], fits: (line: Raw) => boolean, from = 0) =>
  lines.findIndex((line, index) => index >= from && fits(line));
const first = (lines: readonly Raw[], fits: (line: Raw) => boolean) => lines[indexOf(lines, fits)];
const isAction = (line: Raw) => isRequest(line) && line.input !== undefined;
const isQuery = (line: Raw) =>
  isRequest(line) && line.input === undefined && String(line.url).includes('/transactions');

describe('a recording with a new chain and no edit', () => {
  it('is equal', async () => {
    expect(await replayed(() => undefined)).not.toHaveProperty('divergence');
  });
});

/** Adds a touch to a request. */
function touchAgain(lines: Raw[], request: Raw, touch: Raw): void {
  lines.splice(-1, 0, { kind: 'touch', at: request.at, to: request.n, ...touch });
}

describe('a recording whose facts were found after their request was written', () => {
  it('is equal', async () => {
    let moved = 0;
    const result = await replayed((lines) => {
      for (const line of lines) {
        const { to } = line as { readonly to?: number };
        const act = to === undefined ? undefined : lines[to];
        if (act?.facts === undefined) continue;
        line.facts = act.facts;
        delete act.facts;
        moved += 1;
      }
    });
    expect(moved).toBeGreaterThan(5);
    expect(result).not.toHaveProperty('divergence');
  });
});

describe('a recording with missing or repeated inputs', () => {
  it.each<[string, (lines: Raw[]) => Raw[] | void, RegExp]>([
    [
      'one is missing',
      (lines) => {
        const gone = indexOf(lines, isAction);
        delete lines[gone].input;
        lines[gone].after = 0;
        lines[gone].position = 0;
      },
      /input \d+ is missing/,
    ],
    [
      'one is there twice',
      (lines) => {
        const again = lines.filter(isAction);
        again[1].input = again[0].input;
      },
      /entry \d+ repeats input \d+/,
    ],
    [
      'those before it begins are missing',
      (lines) => lines.filter(({ kind }) => kind === 'header' || kind === 'end'),
      /input 1 is missing/,
    ],
    [
      'a request claims the input of another',
      (lines) => {
        touchAgain(lines, first(lines, isQuery), { input: first(lines, isAction).input });
      },
      /repeats input \d+/,
    ],
  ])('is refused: %s', async (_name, edit, sentence) => {
    expect(await replayed(edit)).toMatch(sentence);
  });
});

describe('a recording with answers to no request', () => {
  it.each<[string, (answer: Raw, lines: Raw[]) => void, RegExp]>([
    [
      'after the end',
      (answer) => (answer.to = 99_999),
      /belongs to entry 99999, which is no earlier/,
    ],
    [
      'to an event',
      (answer, lines) => {
        answer.to = first(lines, ({ kind }) => kind === 'event').n;
      },
      /belongs to entry \d+, which is no earlier/,
    ],
    ['to itself', (answer) => (answer.to = answer.n), /which is no earlier request, frame or end/],
    [
      'to a later one',
      (answer, lines) => {
        answer.to = lines.filter(isRequest).at(-1).n;
      },
      /which is no earlier request, frame or end/,
    ],
    [
      'to one that has an answer',
      (_answer, lines) => {
        const answers = lines.filter(({ kind }) => kind === 'http.answer');
        answers[1].to = answers[0].to;
      },
      /answers entry \d+ a second time/,
    ],
  ])('is refused: %s', async (_name, edit, sentence) => {
    const said = await replayed((lines) => {
      edit(
        first(lines, ({ kind }) => kind === 'http.answer'),
        lines,
      );
    });
    expect(said).toMatch(sentence);
    expect(said).toMatch(/cannot be replayed: entry \d+ /);
  });
});

describe('a recording with an invalid input', () => {
  const place = (lines: Raw[]) => {
    const entry = first(lines, ({ kind }) => kind === 'input');
    expect(entry.input).toBe(1); // the input from before the recording began
    return entry;
  };

  it.each<[string, object]>([
    ['a command without a domain', { kind: 'command', command: { type: 'X' } }],
    ['a command without a type', { kind: 'command', domain: 'wallet', command: {} }],
    ['a command that is null', { kind: 'command', domain: 'wallet', command: null }],
    ['a clock without a setting', { kind: 'clock' }],
    ['a clock of no mode', { kind: 'clock', clock: { mode: 'backwards', rate: 1 } }],
    ['settings that are a number', { kind: 'config', settings: 7 }],
    ['a hold of nothing', { kind: 'hold' }],
    ['a time up to half a due', { kind: 'time', through: 0.5 }],
    ['a time with more', { kind: 'time', more: true }],
  ])('is refused if it does not fit the schema: %s', async (_name, data) => {
    const said = await replayed((lines) => {
      place(lines).data = data;
    });
    expect(said).toMatch(/entry \d+ has no valid input/);
  });

  it.each<[string, (entry: Raw) => void, RegExp]>([
    ['an unknown domain', (entry) => (entry.data.domain = 'chess'), /domain named chess/],
    [
      'a domain named like a property of every object',
      (entry) => (entry.data.domain = 'constructor'),
      /constructor/,
    ],
    ['an unknown command', (entry) => (entry.data.command.type = 'Mate'), /Unexpected/],
    [
      'a command without its fields',
      (entry) => (entry.data.command = { type: 'CreateWallets' }),
      /Unexpected/,
    ],
    ['a time before the beginning', (entry) => (entry.at = 5), /time never goes back/],
    ['a time before all dates', (entry) => (entry.at = -(2 ** 52)), /time never goes back/],
    [
      'a hold of an unknown due',
      (entry) => (entry.data = { kind: 'hold', subject: 'a', name: 'b' }),
      /a due to hold is pending/,
    ],
    [
      'a release of a due that is not held',
      (entry) => (entry.data = { kind: 'release', subject: 'a', name: 'b' }),
      /a due to release is held/,
    ],
  ])('is refused if no world accepts it: %s', async (_name, edit, sentence) => {
    let n = 0;
    const said = await replayed((lines) => {
      edit(place(lines));
      n = place(lines).n as number;
    });
    expect(said).toMatch(sentence);
    expect(said).toContain(`cannot be replayed: entry ${n} has an input that no world accepts (`);
    expect(said).toMatch(/Unless the recording was edited by hand, this is a bug of Reprise/);
  });

  it('differs if it is a hold at an instant that is never reached', async () => {
    const came = await replayed((lines) => {
      const entry = place(lines);
      Object.assign(entry, {
        at: entry.at + 10 ** 9,
        data: { kind: 'hold', subject: 'a', name: 'b' },
      });
    });
    expect(came).toHaveProperty('divergence.place');
  });

  it('differs if a world accepts it with another effect', async () => {
    const far = await replayed((lines) => {
      place(lines).at = 253_402_300_799_999;
    });
    expect(far).toHaveProperty('divergence');
    const other = await replayed((lines) => {
      place(lines).data = { kind: 'time' };
    });
    expect(other).toHaveProperty('divergence.place');
  });
});

describe('a recording with invalid requests', () => {
  it.each<[string, (lines: Raw[]) => void]>([
    ['a read after the end', (lines) => (first(lines, isQuery).after = 1_000_000)],
    ['a read of an unknown position', (lines) => (first(lines, isQuery).position = 2 ** 50)],
    ['another path', (lines) => (first(lines, isAction).url = '/v1/w3s/nothing')],
    ['an unknown service', (lines) => (first(lines, isAction).url = '/chess/move')],
    ['no path at all', (lines) => (first(lines, isAction).url = '')],
    ['an unknown world', (lines) => (first(lines, isAction).url = '/w/nowhere/ping')],
    ['an invalid world name', (lines) => (first(lines, isAction).url = '/w/%00../ping')],
    [
      'a world of control',
      (lines) => (first(lines, isAction).url = '/__reprise/worlds/../x/config'),
    ],
    ['an unknown method', (lines) => (first(lines, isAction).method = 'BREW')],
    ['a malformed body', (lines) => (first(lines, isAction).text = '{"')],
    [
      'bytes for a body',
      (lines) => {
        const one = first(lines, isAction);
        delete one.text;
        one.base64 = '/wD/';
      },
    ],
    [
      'more inputs than it created',
      (lines) => {
        const inputs = lines.filter(isAction).map(({ input }) => input as number);
        touchAgain(lines, first(lines, isAction), { input: Math.max(...inputs) + 1 });
      },
    ],
    [
      'a request that removes its world',
      (lines) => {
        const one = first(lines, isAction);
        Object.assign(one, { kind: 'control', method: 'DELETE', url: '/__reprise/worlds/default' });
      },
    ],
    [
      'a request that resets its world',
      (lines) => {
        const one = first(lines, isAction);
        Object.assign(one, { kind: 'control', url: '/__reprise/worlds/default/reset' });
      },
    ],
    [
      'a request that creates a world',
      (lines) => {
        Object.assign(first(lines, isAction), { kind: 'control', url: '/__reprise/worlds' });
      },
    ],
    [
      'a request that records its world',
      (lines) => {
        Object.assign(first(lines, isAction), {
          kind: 'control',
          url: '/__reprise/worlds/default/recording/start',
        });
      },
    ],
    [
      'a fork into its own name',
      (lines) => {
        const fork = first(lines, ({ url }) => String(url).endsWith('/fork'));
        fork.text = '{"name":"default"}';
        fork.facts = { refusal: null };
      },
    ],
    [
      'a fork without a body',
      (lines) => {
        const fork = first(lines, ({ url }) => String(url).endsWith('/fork'));
        delete fork.text;
      },
    ],
    [
      'a fork with an invalid name',
      (lines) => {
        const fork = first(lines, ({ url }) => String(url).endsWith('/fork'));
        fork.text = '{"name":7}';
        fork.facts = { refusal: 'There is one.' };
      },
    ],
    [
      'a fork with half a body',
      (lines) => {
        first(lines, ({ url }) => String(url).endsWith('/fork')).text = '{"name":';
      },
    ],
    [
      'a fork into a name that was taken',
      (lines) => {
        first(lines, ({ url }) => String(url).endsWith('/fork')).facts = {
          refusal: 'There is one.',
        };
      },
    ],
    [
      'facts with unknown names',
      (lines) => {
        for (const line of lines.filter(isRequest)) line.facts = { key: { a: [1] }, secret: null };
      },
    ],
    [
      'a request id of an unknown origin',
      (lines) => {
        first(lines, ({ idFrom }) => idFrom !== undefined).idFrom = {
          position: 2 ** 50,
          ordinal: 9,
        };
      },
    ],
    [
      'events in another order',
      (lines) => {
        const events = lines.filter(({ kind }) => kind === 'event');
        [events[0].position, events[1].position] = [events[1].position, events[0].position];
      },
    ],
    ['another digest at its end', (lines) => (lines.at(-1).digest = 'f'.repeat(64))],
  ])('differs: %s', async (_name, edit) => {
    const came = await replayed((lines) => {
      edit(lines);
    });
    expect(typeof came === 'string' ? came : came.divergence).toBeDefined();
  });

  it.each<[string, (lines: Raw[]) => void]>([
    ['an input with the instant of another age', (lines) => (first(lines, isAction).at = 2 ** 52)],
    ['invalid headers', (lines) => (first(lines, isAction).headers = { '': '\n', host: '\u0000' })],
    ['another origin', (lines) => (first(lines, isQuery).origin = 'nothing <at> all')],
    [
      'more reads than it did',
      (lines) => {
        const look = { position: 0, after: 1 };
        for (let count = 0; count < 50; count += 1) touchAgain(lines, first(lines, isQuery), look);
      },
    ],
  ])('ends with a result or a refusal: %s', async (_name, edit) => {
    const came = await replayed((lines) => {
      edit(lines);
    });
    expect(typeof came === 'string' ? came : came.digest).toMatch(/^[0-9a-f]{64}$|entry \d+/);
  });

  it('does not wait forever if the touches of requests are interleaved', async () => {
    const came = await replayed((lines) => {
      for (const [index, request] of lines.filter(isRequest).entries()) {
        const after = (index * 7) % 20;
        touchAgain(lines, request, { position: after, after });
        touchAgain(lines, request, { position: 1, after: 30 });
      }
    });
    expect(came).toHaveProperty('divergence');
  });

  it.each<[string, Raw, RegExp]>([
    [
      'closes an unknown connection',
      { kind: 'ws.close', conn: 1, by: 'client', code: 1000, reason: '', after: 0 },
      /entry \d+ belongs to connection 1, which was not opened/,
    ],
    [
      'sends a frame to an unknown connection',
      { kind: 'ws.out', conn: 7, text: 'hello' },
      /entry \d+ belongs to connection 7, which was not opened/,
    ],
    [
      'has a frame from an unknown connection',
      { kind: 'ws.in', conn: 7, text: 'hello', after: 0 },
      /connection 7/,
    ],
  ])('is refused where it %s', async (_name, entry, sentence) => {
    const said = await replayed((lines) => {
      lines.splice(-1, 0, { at: lines[1].at, ...entry });
    });
    expect(said).toMatch(sentence);
  });

  it('differs if its service has no such WebSocket', async () => {
    const open = {
      kind: 'ws.open',
      service: 'speech',
      url: '/v1/listen',
      origin: 'http://a',
      headers: {},
      conn: 1,
      after: 0,
    };
    const came = await replayed((lines) => {
      const { at } = lines[1];
      const to = lines.length - 1;
      lines.splice(
        -1,
        0,
        { at, ...open },
        { at, kind: 'http.answer', to, status: 101, headers: {} },
      );
    });
    expect(came).toMatchObject({ divergence: { exchange: { path: 'status', expected: 101 } } });
  });
});

describe('a recording with an invalid header', () => {
  it.each<[string, (header: Raw) => void, 'equal' | 'different']>([
    ['another seed', (header) => (header.seed = ''), 'different'],
    [
      'a seed of every character',
      (header) => (header.seed = '\u0000"\ud83d\ude00\u2028'),
      'different',
    ],
    ['keys that are none', (header) => (header.config.walletKeys = 5), 'equal'],
    ['settings of nobody', (header) => (header.config.colour = { red: true }), 'equal'],
    ['ids from elsewhere', (header) => (header.config.ids = 'idempotency-key'), 'different'],
    ['a later beginning', (header) => (header.epoch = '2026-01-01T00:00:00.001Z'), 'different'],
    ['the last beginning', (header) => (header.epoch = '9999-12-31T23:59:59.999Z'), 'different'],
    ['the first beginning', (header) => (header.epoch = '0001-01-01T00:00:00.000Z'), 'different'],
    ['a clock that goes on', (header) => (header.clock = { mode: 'real', rate: 1e300 }), 'equal'],
    ['another name', (header) => (header.world.name = 'other'), 'different'],
    ['a name that is none', (header) => (header.world.name = '../../etc/passwd'), 'different'],
    [
      'a parent that there is not',
      (header) => (header.world.forkedFrom = { world: 'x', position: 9 }),
      'equal',
    ],
    ['resets', (header) => (header.world.resets = 2 ** 40), 'equal'],
    ['a base elsewhere', (header) => (header.base.position += 1), 'different'],
    ['a base of another digest', (header) => (header.base.digest = 'e'.repeat(64)), 'different'],
    ['a base further on', (header) => (header.base.inputs += 1), 'different'],
    [
      'no base',
      (header) => (header.base = { inputs: 0, position: 0, digest: '0'.repeat(64) }),
      'different',
    ],
    ['another key', (header) => (header.rsaBits = 4096), 'different'],
    ['unknown services', (header) => (header.services = ['chess', '']), 'equal'],
  ])('ends with a result: %s', async (_name, edit, result) => {
    const came = await replayed((lines) => {
      edit(lines[0]);
    });
    if (typeof came === 'string') expect(result).toBe('different');
    else expect(came.divergence === undefined ? 'equal' : 'different').toBe(result);
  });
});

describe('a recording with missing lines', () => {
  it('ends with a result or a rejection, for every line', { timeout: 120_000 }, async () => {
    for (let index = 1; index < original.length - 1; index += 1) {
      const came = await replayed((lines) => {
        lines.splice(index, 1);
        for (const line of lines) {
          if (line.kind === 'http.answer' && line.to > index) line.to -= 1;
        }
      });
      if (typeof came === 'string') expect(came).toMatch(/\.$/);
      else if (original[index].kind === 'http.answer') expect(came).toHaveProperty('digest');
      else if (original[index].kind === 'event') expect(came).toHaveProperty('divergence.event');
    }
  });
});

describe('a recording whose events have impossible causes', () => {
  it.each([
    ['itself', (event: Raw) => event.position],
    ['a later event', (event: Raw) => event.position + 1],
    ['no event', (event: Raw) => event.position + 1_000_000],
  ])('differs in limited time, with all differences: %s', async (_cause, causeOf) => {
    const lines = copy();
    for (const event of lines.filter(({ kind }) => kind === 'event')) {
      event.cause = causeOf(event);
      event.data.note = 'planted';
    }
    writeSealed(edited, lines);
    const result = await replayRecording(edited, await readRecording(edited), { isAll: true });
    expect(result.groups?.length).toBeGreaterThan(0);
  });
});

describe('a recording with any edit', () => {
  const number = fc.oneof(fc.nat(60), fc.constantFrom(2 ** 31, 2 ** 52, 1_767_225_600_000));
  const change = fc.oneof(
    fc.record({ does: fc.constant('remove' as const), line: fc.nat() }),
    fc.record({ does: fc.constant('repeat' as const), line: fc.nat(), to: fc.nat() }),
    fc.record({ does: fc.constant('swap' as const), line: fc.nat(), to: fc.nat() }),
    fc.record({
      does: fc.constant('set' as const),
      line: fc.nat(),
      field: fc.constantFrom(
        'at',
        'input',
        'after',
        'position',
        'to',
        'status',
        'version',
        'cause',
      ),
      number,
    }),
    fc.record({
      does: fc.constant('touch' as const),
      line: fc.nat(),
      touches: fc.array(fc.record({ at: number, position: number, after: number }), {
        maxLength: 4,
      }),
    }),
    fc.record({ does: fc.constant('move' as const), line: fc.nat(), to: fc.nat() }), // the request of another entry
    fc.record({ does: fc.constant('cut' as const), line: fc.nat() }),
  );

  function make(lines: Raw[], it: typeof change extends fc.Arbitrary<infer C> ? C : never): void {
    const inner = lines.length - 2; // without the header and the end line
    if (inner < 2) return;
    const at = 1 + (it.line % inner);
    const other = 'to' in it ? 1 + (it.to % inner) : at;
    if (it.does === 'remove') lines.splice(at, 1);
    if (it.does === 'repeat') lines.splice(other, 0, structuredClone(lines[at]));
    if (it.does === 'swap') [lines[at], lines[other]] = [lines[other], lines[at]];
    if (it.does === 'set' && it.field in lines[at]) lines[at][it.field] = it.number;
    if (it.does === 'touch' && isRequest(lines[at])) {
      for (const touch of it.touches) touchAgain(lines, lines[at], touch);
    }
    if (it.does === 'cut') lines.splice(at);
    if (it.does === 'move' && isRequest(lines[at]) && isRequest(lines[other])) {
      const { method, url } = lines[other];
      Object.assign(lines[at], { method, url });
    }
  }

  it('ends with a result or a refusal', { timeout: 180_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
        const came = await replayed((lines) => {
          for (const one of changes) make(lines, one);
        });
        if (typeof came === 'string') expect(came).toMatch(/^\S+edited\.jsonl .*\.$/);
        else expect(came.digest).toMatch(/^[0-9a-f]{64}$/);
      }),
      { ...runs(150), timeout: 20_000 },
    );
  });
});

/** A recording without `input` entries: all of its inputs were requests. */
const whole = 'recordings/v1/wallet/webhooks.jsonl';

describe('a recording whose requests break an invariant', () => {
  it('is refused with the entry: an instant beyond all dates under a real clock', async () => {
    const lines = linesOf(whole);
    expect(lines.filter(({ kind }) => kind === 'input')).toEqual([]);
    lines[0].clock = { mode: 'real', rate: 1 };
    const request = lines.filter(isAction)[1];
    for (const line of lines) {
      if (line.n >= request.n) line.at = Number.MAX_SAFE_INTEGER;
    }
    const file = writeSealed(edited, lines);
    await expect(replayRecording(file, await readRecording(file))).rejects.toMatchObject({
      name: 'RecordingError',
      place: request.n,
      message: expect.stringContaining(
        `${file} cannot be replayed: entry ${request.n} cannot be executed (Unexpected: RangeError: Invalid time value). Unless`,
      ) as unknown,
    });
  });

  it('is refused with the entry if a comparison inside a subscription fails', async () => {
    const lines = linesOf(whole);
    const compare = vi.spyOn(ExchangeComparator.prototype, 'compareWebhook');
    compare.mockImplementation(() => {
      throw new URIError('URI malformed');
    });
    const file = writeSealed(edited, lines);
    await expect(replayRecording(file, await readRecording(file))).rejects.toMatchObject({
      name: 'RecordingError',
      place: first(lines, isAction).n,
      message: expect.stringContaining('(Unexpected: URIError: URI malformed)') as unknown,
    });
    compare.mockRestore();
  });
});
