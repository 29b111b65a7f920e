// Recording files of invented sessions, as a recorder would write them, to read, compare and damage in tests.

import { chainStart, link } from '../../../adapters/recording/format/chain.ts';
import type { End, Entry, UnsealedEntry } from '../../../adapters/recording/format/entries.ts';
import type { Header } from '../../../adapters/recording/format/header.ts';

export const epochMs = Date.parse('2026-01-01T00:00:00.000Z');

/** The content of a recording, before its lines have numbers and hashes. */
export interface Session {
  readonly header?: Partial<Omit<Header, 'h'>>;
  readonly entries: readonly UnsealedEntry[];
  readonly digest?: string;
}

export interface RecordingText {
  readonly text: string;
  readonly header: Header;
  readonly entries: readonly Entry[];
  readonly end: End;
}

const digest = 'd'.repeat(64);

/** The lines of a recording, header to end line. */
export function printRecording({
  header = {},
  entries,
  digest: last = digest,
}: Session): RecordingText {
  const lines: string[] = [];
  let previous = chainStart;
  const add = (line: object, name: 'h' | 'seal' = 'h'): unknown => {
    const { text, hash } = link(previous, line, name);
    previous = hash;
    lines.push(`${text}\n`);
    return JSON.parse(text);
  };
  const begin = add({ ...headerOf(), ...header }) as Header;
  const placed = entries.map((entry, index) => add({ ...entry, n: index + 1 }) as Entry);
  const end = add({ kind: 'end', entries: entries.length, digest: last }, 'seal') as End;
  return { text: lines.join(''), header: begin, entries: placed, end };
}

/** The bytes in chunks of a size. */
export async function* chunked(bytes: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size)
    yield bytes.subarray(start, start + size);
}

export function headerOf(): Omit<Header, 'h'> {
  return {
    reprise: 2,
    kind: 'header',
    engine: 'reprise 0.1.0',
    behaviour: 0,
    source: 'world',
    world: { name: 'default' },
    seed: 'roses',
    epoch: '2026-01-01T00:00:00.000Z',
    clock: { mode: 'frozen', rate: 1 },
    config: { ids: 'ordinal', config: {} },
    fixture: null,
    fixtureDigest: null,
    base: { inputs: 1, position: 1, digest },
    data: { zones: '2026f' },
    rsaBits: 2048,
    services: ['wallet', 'speech'],
    redaction: { salt: 'c2FsdA==' },
    recordedAt: '2026-05-01T10:00:00.000Z',
  };
}

export interface Exchange {
  readonly at: number;
  readonly method?: string;
  readonly service?: string;
  readonly kind?: 'http.request' | 'control' | 'clock';
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly input?: number;
  readonly position?: number;
  readonly status?: number;
  readonly answer?: unknown;
  readonly answerHeaders?: Record<string, string>;
  /** Entries between the request and its answer. */
  readonly events?: readonly UnsealedEntry[];
}

/** A request, its events and its answer; `to` is the entry number of the request. */
export function exchange(to: number, given: Exchange): UnsealedEntry[] {
  const {
    at,
    url,
    kind = 'http.request',
    service = kind === 'http.request' ? 'wallet' : 'control',
  } = given;
  const content = (value: unknown) => (value === undefined ? {} : { text: JSON.stringify(value) });
  return [
    {
      kind,
      at,
      service,
      method: given.method ?? (given.body === undefined ? 'GET' : 'POST'),
      url,
      origin: 'http://127.0.0.1:4600',
      headers: { accept: 'application/json', ...given.headers },
      ...content(given.body),
      ...(given.input === undefined ? { after: 0 } : { input: given.input }),
      ...(given.position === undefined ? {} : { position: given.position }),
    },
    ...(given.events ?? []),
    {
      kind: 'http.answer',
      at,
      to,
      status: given.status ?? 200,
      headers: { 'content-type': 'application/json', ...given.answerHeaders },
      ...content(given.answer),
    },
  ];
}

export function event(
  position: number,
  at: number,
  type: string,
  rest: { stream?: string; cause?: number; data?: Record<string, unknown> } = {},
): UnsealedEntry {
  const { stream = 'wallet/transaction/t1', cause, data = { transactionId: 't1' } } = rest;
  const told = { kind: 'event', at, position, stream, type, version: position, data } as const;
  return cause === undefined ? told : { ...told, cause };
}

/** A session with entries of every kind; `salt` is part of the tokens that replace secrets. */
export function sampleSession(salt = 'ab12cd34ef56ab12'): Session {
  const at = (ms: number) => epochMs + ms;
  const entries: UnsealedEntry[] = [];
  const add = (...more: UnsealedEntry[]) => void entries.push(...more);
  const ask = (given: Omit<Exchange, 'at'>, ms: number) =>
    add(...exchange(entries.length + 1, { ...given, at: at(ms) }));
  const base = { domain: 'wallet', command: { type: 'OpenAccount' } };
  add({ kind: 'input', at: at(0), input: 1, data: { kind: 'command', ...base } });
  add(event(1, at(0), 'AccountOpened', { stream: 'wallet/account' }));
  ask(
    {
      url: '/v1/w3s/developer/transactions/transfer',
      headers: { authorization: `Bearer ~${salt}~~~~` },
      body: { amounts: ['1.25'], entitySecretCiphertext: `~${salt}ff~~` },
      input: 2,
      status: 201,
      answer: { data: { id: 't1', state: 'INITIATED' } },
      events: [event(2, at(1_000), 'TransactionSubmitted')],
    },
    1_000,
  );
  ask(
    {
      url: '/v1/w3s/transactions/t1',
      position: 2,
      answer: { data: { transaction: { state: 'INITIATED' } } },
    },
    1_000,
  );
  ask(
    {
      url: '/v1/w3s/wallets/nobody',
      position: 2,
      status: 404,
      answer: { code: 156001, message: 'There is no such wallet' },
    },
    1_500,
  );
  ask(
    {
      kind: 'clock',
      url: '/__reprise/worlds/default/clock/advance',
      body: { by: '10s' },
      input: 3,
      answer: { now: '2026-01-01T00:00:11.500Z', fired: 1, events: 1 },
      events: [event(3, at(2_000), 'TransactionSent', { cause: 2 })],
    },
    11_500,
  );
  ask(
    {
      kind: 'control',
      url: '/__reprise/worlds/default/wallet/transactions/t1/stick',
      method: 'POST',
      input: 4,
      status: 204,
    },
    11_500,
  );
  add({
    kind: 'ws.open',
    at: at(12_000),
    after: 4,
    conn: 1,
    service: 'speech',
    url: '/v1/speak?model=aura',
    origin: 'ws://127.0.0.1:4600',
    headers: {},
  });
  add({
    kind: 'ws.in',
    at: at(12_100),
    conn: 1,
    input: 5,
    text: '{"type":"Speak","text":"Grüße, 世界 🎈"}',
  });
  add({ kind: 'ws.out', at: at(12_200), conn: 1, text: '{"type":"Metadata","request_id":"r1"}' });
  add({
    kind: 'ws.out',
    at: at(12_300),
    conn: 1,
    base64: Buffer.from('sound of a voice').toString('base64'),
  });
  add({
    kind: 'ws.close',
    at: at(13_000),
    after: 5,
    conn: 1,
    by: 'server',
    code: 1000,
    reason: 'done',
  });
  add({ kind: 'input', at: at(90_061_234), input: 6, data: { kind: 'time' } });
  add(event(4, at(90_000_000), 'TransactionConfirmed', { cause: 3 }));
  return { entries };
}
