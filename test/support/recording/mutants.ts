// Recordings in which something is changed, so that a rule is broken: answers and frames by what they are, with their JSON.

import { join } from 'node:path';
import { expect } from 'vitest';
import type { Violation } from '../../../core/index.ts';
import { checkRecording } from '../../../adapters/recording/check/check.ts';
import {
  readAnyRecording,
  type Lines,
  type Recording,
} from '../../../adapters/recording/format/reader.ts';
import { root } from '../documents/page.ts';
import type { Raw } from './recordings.ts';

/** Reads a recording of the tree by its service and name. */
export async function recordingNamed(name: string): Promise<Recording<Lines>> {
  return readAnyRecording(join(root, 'recordings/v1', `${name}.jsonl`));
}

/** An answer of a recording with its request. `body` is the JSON; what is set there is written back. */
export interface EditedAnswer {
  readonly request: Raw;
  readonly answer: Raw;
  body: Raw;
}

/** The entries of a recording, to be changed. */
export class Edit {
  readonly entries: Raw[];

  constructor({ entries }: Pick<Recording<Lines>, 'entries'>) {
    this.entries = structuredClone(entries) as Raw[];
  }

  /** Changes the answers to requests whose method and URL match a pattern; which of them, by their place. */
  answers(pattern: RegExp, change: (edited: EditedAnswer, place: number) => void): this {
    const requests = new Map<number, Raw>();
    let place = 0;
    for (const entry of this.entries) {
      if (entry.kind === 'http.request') requests.set(entry.n, entry);
      const request = entry.kind === 'http.answer' ? requests.get(entry.to) : undefined;
      if (request === undefined || !pattern.test(`${request.method} ${request.url}`)) continue;
      const edited = { request, answer: entry, body: jsonOf(entry.text) };
      change(edited, place);
      if (edited.body !== undefined) entry.text = JSON.stringify(edited.body);
      place += 1;
    }
    expect(place, `no answer to ${pattern}`).toBeGreaterThan(0);
    return this;
  }

  /** Changes the JSON of one answer, by its place among those that match. */
  answer(pattern: RegExp, wanted: number, change: (body: Raw, edited: EditedAnswer) => void): this {
    let isFound = false;
    this.answers(pattern, (edited, place) => {
      if (place !== wanted) return;
      isFound = true;
      change(edited.body, edited);
    });
    expect(isFound, `no answer ${wanted} to ${pattern}`).toBe(true);
    return this;
  }

  /** Changes the webhooks that are JSON. */
  webhooks(change: (body: Raw, place: number, entry: Raw) => void): this {
    let place = 0;
    for (const entry of this.entries) {
      if (entry.kind !== 'webhook.attempt') continue;
      const body = jsonOf(entry.text);
      change(body, place, entry);
      entry.text = JSON.stringify(body);
      place += 1;
    }
    expect(place, 'no webhook').toBeGreaterThan(0);
    return this;
  }

  /** Changes the JSON frames of a type. */
  frames(type: string, change: (value: Raw, place: number, entry: Raw) => void): this {
    let place = 0;
    for (const entry of this.entries) {
      if (entry.kind !== 'ws.in' && entry.kind !== 'ws.out') continue;
      const value = jsonOf(entry.text);
      if (value?.type !== type) continue;
      change(value, place, entry);
      entry.text = JSON.stringify(value);
      place += 1;
    }
    expect(place, `no frame ${type}`).toBeGreaterThan(0);
    return this;
  }

  /** Changes the JSON of one frame, by its place among those of its type. */
  frame(type: string, wanted: number, change: (value: Raw, entry: Raw) => void): this {
    let isFound = false;
    this.frames(type, (value, place, entry) => {
      if (place !== wanted) return;
      isFound = true;
      change(value, entry);
    });
    expect(isFound, `no frame ${type} ${wanted}`).toBe(true);
    return this;
  }

  /** Puts a copy of an entry behind another one, changed. */
  repeat(isSource: (entry: Raw) => boolean, change: (copy: Raw) => void, behind = isSource): this {
    const source = this.entries.find(isSource);
    const place = this.entries.findIndex(behind);
    expect(source, 'no such entry').toBeDefined();
    const copy = structuredClone(source);
    change(copy);
    this.entries.splice(place + 1, 0, copy);
    return this;
  }

  /** Takes entries out; the others keep their numbers. */
  without(isOut: (entry: Raw, index: number) => boolean): this {
    const kept = this.entries.filter((entry, index) => !isOut(entry, index));
    expect(kept.length).toBeLessThan(this.entries.length);
    this.entries.splice(0, this.entries.length, ...kept);
    return this;
  }
}

/** A change that breaks a rule. */
export interface Mutant {
  readonly rule: string;
  /** The recording that is changed. */
  readonly of: string;
  /** What is changed, in words. */
  readonly does: string;
  readonly change: (edit: Edit) => unknown;
}

/** The violations of a mutant by rule. */
export async function brokenBy({
  of,
  change,
}: Mutant): Promise<ReadonlyMap<string, readonly Violation[]>> {
  const { header, ...recording } = await recordingNamed(of);
  const edit = new Edit(recording);
  change(edit);
  const { rules } = checkRecording({ header, entries: edit.entries });
  const broken = rules.filter((rule) => rule.broken > 0);
  return new Map(broken.map(({ name, violations }) => [name, violations]));
}

function jsonOf(text: string | undefined): Raw {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
