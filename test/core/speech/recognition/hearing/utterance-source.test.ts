// Which source an utterance has, and what a file that begins within it changes.

import { describe, expect, it } from 'vitest';
import { initialHearing } from '../../../../../core/speech/recognition/hearing/hear.ts';
import { beginScripted } from '../../../../../core/speech/recognition/hearing/scripted.ts';
import { beginUnscripted } from '../../../../../core/speech/recognition/hearing/unscripted.ts';
import {
  beginFile,
  beginSource,
  captionedAfter,
} from '../../../../../core/speech/recognition/hearing/utterance-source.ts';
import { sources } from '../../../../support/speech/hearing.ts';

const caption = { hop: 10, words: 'One two.', places: [0, 5, 5, 9] };
const withFile = (script: readonly { readonly text: string }[] = []) =>
  sources(script, { caption: (hop) => (hop >= caption.hop ? caption : undefined) });
const kindAt = (at: number, from = withFile(), own: object = {}) =>
  beginSource({ ...initialHearing(), ...own }, at, from).kind;

describe('the source of an utterance', () => {
  it('is the script, else the caption of a file, else what is known of its sound', () => {
    expect(kindAt(20, withFile([{ text: 'Hi.' }]))).toBe('script');
    expect(kindAt(20)).toBe('caption');
    expect(kindAt(9)).toBe('unscripted');
    expect(kindAt(20, withFile(), { captioned: { hop: 10, known: 2 } })).toBe('unscripted');
    expect(kindAt(20, withFile(), { captioned: { hop: 3, known: 2 } })).toBe('caption');
  });

  it('becomes the caption of a file that begins within it, unless it is the script', () => {
    const unscripted = { start: 5, source: beginUnscripted(null) };
    expect(beginFile(unscripted, 9, withFile())).toBeUndefined();
    expect(beginFile(unscripted, 10, withFile())).toEqual({ kind: 'caption', hop: 10, known: 0 });
    expect(beginFile(unscripted, 11, withFile())).toBeUndefined();
    const scripted = { start: 5, source: beginScripted({ text: 'Hi.' }, 0) };
    expect(beginFile(scripted, 10, withFile())).toBeUndefined();
  });

  it('leaves the rest of a caption to later utterances', () => {
    const state = { ...initialHearing(), at: 16 };
    const source = { kind: 'caption', hop: 10, known: 2 } as const;
    expect(captionedAfter(state, source, caption)).toEqual({ hop: 10, known: 2 });
    const scripted = beginScripted({ text: 'Hi.' }, 0);
    expect(captionedAfter(state, scripted, caption)).toEqual({ hop: 10, known: 1 });
    expect(captionedAfter(state, beginUnscripted(null), caption)).toBeUndefined();
  });
});
