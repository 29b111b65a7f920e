// The content of messages that come slowly: bytes in parts as they come, and a text as a whole.

import { expect, it } from 'vitest';
import { BodyRecorder, type BodyForm } from '../../../../adapters/upstream/relay/body-recorder.ts';

/** Waits for each entry in turn. */
function recorder(form: Omit<BodyForm, 'isStream'>) {
  const entries: object[] = [];
  let onEntry: () => void = () => undefined;
  const add = (content: object) => {
    entries.push(content);
    onEntry();
  };
  const body = new BodyRecorder({ entry: add, part: add }, { ...form, isStream: false });
  const next = () => new Promise<void>((resolve) => (onEntry = resolve));
  return { body, entries, next };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

it('has a part for each time in which bytes have come', async () => {
  const { body, entries, next } = recorder({ isText: false, waitMsMax: 5 });
  await next();
  body.push('a');
  await next();
  body.push('b');
  body.push('c');
  await next();
  body.push('d');
  body.end();
  expect(entries).toEqual([
    { parts: true },
    { base64: base64('a') },
    { base64: base64('bc') },
    { base64: base64('d'), last: true },
  ]);
});

it('has a text as a whole, in which secrets are found', async () => {
  const { body, entries, next } = recorder({ isText: true, waitMsMax: 5 });
  body.push('{"apiKey":');
  await next();
  const other = recorder({ isText: false, waitMsMax: 5 });
  await other.next(); // as long again
  body.push('"secret"}');
  body.end();
  expect(entries).toEqual([{ parts: true }, { text: '{"apiKey":"secret"}', last: true }]);
  other.body.cut();
});

it('has bytes that come at once in one entry', () => {
  const { body, entries } = recorder({ isText: false });
  body.push('a');
  body.push('b');
  body.end();
  expect(entries).toEqual([{ base64: base64('ab') }]);
});
