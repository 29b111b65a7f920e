// Two runs of one client under one seed are equal, with any idempotency keys. A client with one changed field differs.

import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { RawRequest } from '../../adapters/protocol/messages.ts';
import { compareClients } from '../../adapters/recording/diff/client-difference.ts';
import { clientReport } from '../../adapters/recording/diff/client-report.ts';
import { textOf } from '../../adapters/recording/differences/text.ts';
import { readRecording, type Recording } from '../../adapters/recording/format/reader.ts';
import { clockModes, type ClockMode } from '../../core/index.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { runs } from '../support/runner/runs.ts';
import { worldOf } from '../support/server/server.ts';
import {
  createDriver,
  prelude,
  openForSessions,
  wireSession,
  type SessionStep,
} from '../support/session-requests/session.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';

vi.setConfig({ testTimeout: longMs });

const folder = temporaryFolder();

interface Run {
  readonly clock: ClockMode;
  readonly ids: 'ordinal' | 'idempotency-key';
  readonly alter?: (request: RawRequest) => RawRequest;
}

let files = 0;

/** Records a client that sends these steps, with idempotency keys and ciphertexts of its own. */
async function recorded(
  steps: readonly SessionStep[],
  { clock, ids, alter }: Run,
): Promise<Recording> {
  const { reprise, host } = await openForSessions({
    post: async () => ({ kind: 'refused' }),
    defaults: { clock: { mode: clock, rate: 3 }, ids },
  });
  const file = join(folder, `${(files += 1)}.jsonl`);
  await reprise.recordings.start(worldOf(reprise), { file });
  const options = { host, drawKey: randomUUID, ...(alter === undefined ? {} : { alter }) };
  const driver = createDriver(reprise, 'default', options);
  for (const step of [...prelude, ...steps]) await driver.run(step);
  await reprise.recordings.stop('default');
  await reprise.close();
  const recording = await readRecording(file);
  rmSync(file);
  return recording;
}

/** Outcomes of webhooks arrive at times that depend on the load of the process. */
const steps = wireSession.map((all) =>
  all.filter((step) => 'passMs' in step || step.requests.every(({ kind }) => kind !== 'hook')),
);
const clock = fc.constantFrom(...clockModes);
const ids = fc.constantFrom('ordinal' as const, 'idempotency-key' as const);

/** Draws idempotency keys that are no UUIDs, as clients may send in a header. */
const drawnKeys: readonly (() => string)[] = [
  () => Math.random().toString(36),
  () => randomBytes(12).toString('base64'),
  () => `~${randomBytes(8).toString('hex')}`,
  () => `payout ${Date.now()} ${randomUUID()}`,
];
const headerKeys = fc.record({
  draw: fc.constantFrom(...drawnKeys),
  /** Which requests, by their number modulo the length, draw a new key. */
  isNew: fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
});

/** Adds a key to each request of a client that changes something: a new one, or that of the request before. */
function keying({ draw, isNew }: { draw: () => string; isNew: readonly boolean[] }) {
  let count = 0;
  let key = draw();
  return (request: RawRequest): RawRequest => {
    if (request.method !== 'POST' || request.url.startsWith('/__reprise')) return request;
    if (isNew[count % isNew.length] === true) key = draw();
    count += 1;
    return { ...request, headers: { ...request.headers, 'idempotency-key': key } };
  };
}

it('two runs of one client are equal', async () => {
  await fc.assert(
    fc.asyncProperty(steps, clock, ids, headerKeys, async (taken, mode, source, keys) => {
      const run = () => recorded(taken, { clock: mode, ids: source, alter: keying(keys) });
      const [left, right] = [await run(), await run()];
      expect(textOf(clientReport(compareClients(left, right)))).toEqual([
        expect.stringMatching(/^The clients did the same: \d+ requests sent/),
      ]);
    }),
    runs(12),
  );
});

/** Sends one request at a time, because concurrent requests have no fixed order in the recording. */
const single = steps.map((all) =>
  all.flatMap((step): SessionStep[] =>
    'requests' in step ? step.requests.map((one) => ({ requests: [one] })) : [step],
  ),
);

/** Recordings redact secrets, so a changed secret is not visible. */
const hidden = /^idempotencyKey$|ciphertext|password|secret|key$|token$/i;

/** Changes one field of one request, chosen by numbers, and returns its name. */
function changing(place: number, member: number) {
  let count = 0;
  let changed: string | undefined;
  const alter = (request: RawRequest): RawRequest => {
    if (request.url.startsWith('/__reprise') || request.body.length === 0) return request;
    let body: unknown;
    try {
      body = JSON.parse(request.body.toString());
    } catch {
      return request;
    }
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return request;
    const fields = Object.entries(body).filter(([name]) => !hidden.test(name));
    const field = fields[member % fields.length];
    if (field === undefined || (count += 1) !== place) return request;
    const [name, value] = field;
    changed = name;
    const other = typeof value === 'number' ? value + 1 : `${JSON.stringify(value)}.`;
    return { ...request, body: Buffer.from(JSON.stringify({ ...body, [name]: other })) };
  };
  return { alter, changedField: () => changed };
}

it('a client with one changed field is not equal, and the field is named', async () => {
  const nat = fc.nat({ max: 20 });
  await fc.assert(
    fc.asyncProperty(single, clock, ids, nat, nat, async (taken, mode, source, place, member) => {
      const run = { clock: mode, ids: source };
      const { alter, changedField } = changing(1 + place, member);
      const left = await recorded(taken, run);
      const right = await recorded(taken, { ...run, alter });
      const name = changedField();
      fc.pre(name !== undefined);
      const { isEqual, requests } = compareClients(left, right);
      expect(isEqual).toBe(false);
      const fields = requests.flatMap((one) => (one.kind === 'changed' ? one.fields : []));
      expect(fields.map(({ path }) => path)).toContain(`body.${name}`);
    }),
    runs(12),
  );
});
