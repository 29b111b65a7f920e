// The work of recording a request grows linearly with its length, for any body.

import { describe, it, vi } from 'vitest';
import { createRedactor } from '../../adapters/recording/redaction/redactor.ts';
import { bodyBytesMax } from '../../adapters/protocol/limits.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { expectLinearWork, repeatToLength, processorMs, units } from './work.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const redactor = createRedactor({ salt: 'a' });
/** Names of fields, each with its own redaction rule. */
const names = ['token', 'cookie', 'authorization', 'endpoint', 'apiKey', 'entitySecretCiphertext'];
/** Units of bodies and credentials, in addition to those of all texts. */
const bodyUnits = [
  ...units,
  'name=',
  ' name=a',
  ';name="',
  'name=a\r\na:b\r\n',
  '--x\r\n',
  'token=a ',
  'token="',
  "token='",
  'token=\\"',
  'token:[',
  'authorization:a ',
  'endpoint=http://a:b@',
  'cookie=a;',
  '\\u0061',
  '\\',
  '&',
  'a=b&',
  'token=a&',
  'a[b]',
  '?a=b',
  ';',
  '=',
  ':',
  'a:',
  '~',
  '[redacted:',
  'Basic ',
  '{',
];

type Body = (text: string) => string;
const bodies: readonly (readonly [string, Body])[] = [
  ['of text', (text) => `a ${text}`],
  ['of a form', (text) => `a=b&${text.replace(/\s/g, '+')}`],
  ['of parts', (text) => `--x\r\n${text}`],
  ['of parts with headers', (text) => `--x\r\nContent-Disposition: form-data; ${text}`],
  ['of broken JSON', (text) => `{"a":"${text}`],
  ...names.flatMap((name): [string, Body][] => [
    [`with ${name}`, (text) => JSON.stringify({ [name]: text })],
    [`with ${name} and a value`, (text) => JSON.stringify({ [name]: `a=b${text}c` })],
    [`with ${name} in broken JSON`, (text) => `{"${name}":"a=b${text}c"`],
    [`with ${name} in a form`, (text) => `${name}=${encodeURIComponent(text)}`],
  ]),
];

const work = (text: string, answer: string) =>
  processorMs(() => {
    const { secrets } = redactor.request({ url: '/a?b=c', headers: {}, text });
    redactor.answer({ status: 400, headers: {}, text: answer }, secrets);
  });
const longest = bodyBytesMax / 8;

describe('the work of recording a body', () => {
  it.each(bodies)('%s grows with its length', async (_name, body) => {
    for (const unit of bodyUnits)
      await expectLinearWork(unit, longest, (length) =>
        work(body(repeatToLength(unit, length)), ''),
      );
  });

  it('with many secrets grows with its length, and so does that of its refusal', async () => {
    for (const one of [
      (index: number) => `{"token":"${String(index).padStart(16, 'a')}"}`,
      () => '{"token":"aaaaaaaaaaaaaaaa"}',
    ])
      await expectLinearWork(one(0), bodyBytesMax, (length) => {
        const items = Array.from({ length: Math.floor(length / one(0).length) }, (_, index) =>
          one(index),
        );
        return work(`[${items.join(',')}]`, 'a'.repeat(10_000));
      });
  });

  it('and a frame or an answer grow with their lengths together', async () => {
    await expectLinearWork('secrets', bodyBytesMax, (length) => {
      const count = Math.floor(length / 30);
      const items = Array.from({ length: count }, (_, index) => `${index}`.padStart(16, 'a'));
      const text = JSON.stringify(items.map((token) => ({ token })));
      return work(text, `${'a'.repeat(length)}\\`);
    });
  });
});
