// The touches of an act are written once they are stored; lost touches and those of other acts are not.

import { beforeEach, describe, expect, it } from 'vitest';
import type { UnsealedEntry } from '../../../../adapters/recording/format/entries.ts';
import { ActLog, type RecorderState } from '../../../../adapters/recording/record/act-log.ts';
import type { World } from '../../../../core/index.ts';

let drafts: UnsealedEntry[];
let written: number;
let ledger: RecorderState;
let track: ActLog;

beforeEach(() => {
  drafts = [];
  written = 0;
  const writer = {
    *prepare() {},
    *prepareFrame() {},
    entryCount: () => drafts.length,
    writtenCount: () => written,
    append: (draft: UnsealedEntry) => drafts.push(draft),
    flush: () => undefined,
    end: () => '',
    abort: () => undefined,
  };
  const world = { nowMs: () => 7 } as World;
  const idle = {
    pendingInputs: new Map(),
    unanswered: 0,
    handling: new Map(),
    sockets: new Set<never>(),
  };
  ledger = { world, writer, recordedInputs: 3, ...idle, isStopped: false };
  track = new ActLog(ledger, () => ({ kind: 'ws.in', conn: 1, text: 'hello' }));
});

const look = (after: number) => track.afterTask({ atMs: after, inputs: after, position: after });
const act = (input: number) => track.afterTask({ atMs: input, inputs: input, position: 0, input });

describe('the log of an act', () => {
  it('writes the first touch with the act, and an entry for each further one', () => {
    look(3);
    act(4);
    ledger.pendingInputs.get(4)?.onStored(4);
    act(5);
    ledger.pendingInputs.get(5)?.onStored(5);
    expect(track.end()).toBe(1);
    expect(drafts).toEqual([
      { kind: 'ws.in', conn: 1, text: 'hello', at: 3, position: 3, after: 3 },
      { kind: 'touch', to: 1, at: 4, input: 4 },
      { kind: 'touch', to: 1, at: 5, input: 5 },
    ]);
  });

  it('writes facts other than the default', () => {
    expect(track.find('limits', () => null, null)).toBe(null);
    expect(track.find('refusal', () => null)).toBe(null);
    track.end();
    expect(drafts).toMatchObject([{ facts: { refusal: null } }]);
    expect(drafts[0]).not.toHaveProperty('facts.limits');
  });

  it('writes facts that are found later with the next line', () => {
    track.find('limits', () => ({ post: 3 }));
    act(4);
    ledger.pendingInputs.get(4)?.onStored(4);
    track.find('key', () => 'test');
    written = 1;
    track.find('ciphertext', () => ({ kind: 'undecryptable' }));
    act(6);
    ledger.pendingInputs.get(6)?.onStored(6);
    track.find('cors', () => true, false);
    track.writeAnswer(track.end(), { status: 200, headers: {} });
    expect(drafts).toMatchObject([
      { kind: 'ws.in', input: 4, facts: { limits: { post: 3 }, key: 'test' } },
      { kind: 'touch', input: 6, facts: { ciphertext: { kind: 'undecryptable' } } },
      { kind: 'http.answer', facts: { cors: true } },
    ]);
    expect(drafts[0]).not.toHaveProperty('facts.ciphertext');
  });

  it('writes the place of an act without touches', () => {
    track.end();
    expect(drafts).toEqual([{ kind: 'ws.in', conn: 1, text: 'hello', at: 7, after: 3 }]);
  });

  it('omits lost touches, also before stored ones', () => {
    act(4);
    act(4); // repeated after a loss, with the same number
    act(6);
    ledger.pendingInputs.get(6)?.onStored(6);
    act(7);
    track.settle();
    expect(drafts).toEqual([{ kind: 'ws.in', conn: 1, text: 'hello', at: 6, input: 6 }]);
    expect(ledger.pendingInputs.has(7)).toBe(false);
  });

  it('writes where an act began that depends on it, unless its first touch follows', () => {
    const start = { at: 2, after: 3 };
    const line = () => ({ kind: 'ws.in', conn: 1, text: 'hello' }) as const;
    for (const input of [4, 6]) {
      track = new ActLog(ledger, line, start);
      act(input);
      ledger.recordedInputs = input - 1; // those of others come first
      ledger.pendingInputs.get(input)?.onStored(input);
      ledger.recordedInputs = input;
    }
    expect(drafts).toEqual([
      { kind: 'ws.in', conn: 1, text: 'hello', at: 4, input: 4 },
      { kind: 'ws.in', conn: 1, text: 'hello', ...start },
      { kind: 'touch', to: 2, at: 6, input: 6 },
    ]);
  });

  it('writes no read of an input that is not stored', () => {
    act(4);
    look(4);
    track.write();
    expect(drafts).toEqual([{ kind: 'ws.in', conn: 1, text: 'hello', at: 7, after: 3 }]);
    ledger.pendingInputs.get(4)?.onStored(4);
    ledger.recordedInputs = 4;
    track.settle();
    expect(drafts.slice(1)).toEqual([
      { kind: 'touch', to: 1, at: 4, input: 4 },
      { kind: 'touch', to: 1, at: 4, position: 4, after: 4 },
    ]);
  });

  it('ignores touches of a streaming answer', () => {
    track.end();
    act(4);
    look(4);
    expect([...ledger.pendingInputs]).toEqual([]);
    expect(track.end()).toBe(1);
    expect(drafts).toHaveLength(1);
  });
});
