// The flags of `reprise whatif`: each is a change, in the words of a shell.

import { InvalidArgumentError } from 'commander';
import { jsonIn, type Json } from '../../../core/index.ts';
import { duration } from '../../protocol/duration.ts';
import { instantMs } from '../../protocol/instant.ts';
import type { RecordingChange } from '../../recording/edit/change.ts';

/** Parses a flag, and adds its change to those before it. */
export type ChangeFlag = (
  text: string,
  before?: readonly RecordingChange[],
) => readonly RecordingChange[];

export const setFlag: ChangeFlag = (text, before = []) => {
  const match = /^(\d+)\.([^=]+)=(.*)$/s.exec(text);
  if (match === null) throw unlike("<entry>.<path>=<value>, such as '43.body.feeLevel=LOW'");
  const [, entry = '', path = '', value = ''] = match;
  return [...before, { kind: 'set', entry: Number(entry), path, value: valueOf(value) }];
};

export const dropFlag: ChangeFlag = (text, before = []) => {
  if (!/^\d+$/.test(text)) throw unlike('the number of an entry, such as 45');
  return [...before, { kind: 'drop', entry: Number(text) }];
};

export const insertFlag: ChangeFlag = (text, before = []) => {
  const match = /^(\d+):\s*([A-Z]+)\s+(\/\S*)(?:\s+(.+))?$/s.exec(text);
  if (match === null)
    throw unlike("<entry>:<METHOD> <path> <body>, such as '44:GET /v1/w3s/wallets'");
  const [, entry = '', method = '', url = '', body] = match;
  const content = body === undefined ? {} : { body: valueOf(body) };
  return [...before, { kind: 'insert', entry: Number(entry), method, url, ...content }];
};

export const moveFlag: ChangeFlag = (text, before = []) => {
  const [entry = '', to = ''] = text.split(/=(.*)/s);
  const [, sign, size] = /^([+-])(.+)$/.exec(to) ?? [];
  const parsed = size === undefined || /^[\d.]+$/.test(size) ? undefined : duration.safeParse(size);
  const byMs = parsed?.success === true ? parsed.data * (sign === '-' ? -1 : 1) : undefined;
  const toMs = instantMs(to);
  if (!/^\d+$/.test(entry) || (byMs === undefined && toMs === undefined)) {
    throw unlike(
      '<entry>=<duration or instant>, such as 31=+10m, 31=-500ms or 31=2026-01-01T00:10:00Z',
    );
  }
  const at = { kind: 'move', entry: Number(entry) } as const;
  return [...before, byMs === undefined ? { ...at, toMs: toMs ?? 0 } : { ...at, byMs }];
};

export const seedFlag: ChangeFlag = (seed, before = []) => {
  if (seed === '') throw unlike('a text that is not empty');
  return [...before, { kind: 'seed', seed }];
};

export const faultFlag: ChangeFlag = (text, before = []) => {
  const match = /^([a-z-]+)@(\d+)(?:\s+(\{.*\}))?$/s.exec(text);
  const [, kind = '', entry = '', members] = match ?? [];
  const more = members === undefined ? {} : jsonIn(members);
  if (match === null || typeof more !== 'object') {
    throw unlike('<kind>@<entry>, such as lose-answer@43, or \'refuse@43 {"status":429}\'');
  }
  return [...before, { kind: 'fault', entry: Number(entry), fault: { ...more, kind } as never }];
};

/** JSON if it can be parsed, else the text. */
function valueOf(text: string): Json {
  const value = jsonIn(text);
  return value === undefined ? text : (value as Json);
}

function unlike(form: string): InvalidArgumentError {
  return new InvalidArgumentError(`It must be ${form}.`);
}
