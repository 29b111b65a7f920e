// Voices of models: one each, stable, and different from each other.

import { describe, expect, it } from 'vitest';
import { fluxVoices, speakModels } from '../../../../core/speech/synthesis/models.ts';
import { atSpeed, voiceOf } from '../../../../core/speech/synthesis/voices.ts';

const textOf = (model: string) => Object.values(voiceOf(model)).join(' ');

describe('the voices of the models', () => {
  it('are all different', () => {
    const all = [...speakModels, ...fluxVoices.women, ...fluxVoices.men];
    expect(new Set(all.map(textOf)).size).toBe(all.length);
  });

  it('are slower or faster at a speed, and otherwise the same', () => {
    const voice = { base: 'slt', pitch: 104, pace: 106 } as const;
    expect(atSpeed(voice, 0.7)).toEqual({ ...voice, pace: 74 });
    expect(atSpeed(voice, 1.5)).toEqual({ ...voice, pace: 159 });
    expect(atSpeed(voice)).toEqual(voice);
  });

  it('are assigned explicitly: no model depends on its hash', () => {
    const bases = { slt: 0, rms: 0, awb: 0, kal16: 0 };
    for (const model of speakModels) bases[voiceOf(model).base] += 1;
    expect(bases).toEqual({ slt: 30, rms: 12, awb: 11, kal16: 49 });
  });

  it('differ between English and other languages', () => {
    for (const model of speakModels) {
      expect(voiceOf(model).base === 'kal16', model).toBe(!model.endsWith('-en'));
    }
  });

  it('never change: recordings depend on them', () => {
    expect(textOf('aura-asteria-en')).toBe('slt 100 100');
    expect(textOf('aura-orion-en')).toBe('rms 100 100');
    expect(textOf('aura-2-carina-es')).toBe('kal16 140 100');
  });
});

describe('the voice of any other name', () => {
  const names = Array.from({ length: 500 }, (_, index) => `voice ${index}`);

  it('is stable, audible and at most an eighth away from its base', () => {
    expect(textOf('custom')).toMatchInlineSnapshot(`"slt 118 96"`);
    expect(textOf('constructor')).toMatchInlineSnapshot(`"slt 108 102"`);
    for (const { base, pitch, pace } of names.map(voiceOf)) {
      expect(['slt', 'rms', 'awb']).toContain(base);
      expect(pitch).toBeGreaterThanOrEqual(88);
      expect(pitch).toBeLessThanOrEqual(118);
      expect(pace).toBeGreaterThanOrEqual(92);
      expect(pace).toBeLessThanOrEqual(108);
    }
  });

  it('is spread over many voices', () => {
    expect(new Set(names.map(textOf)).size).toBeGreaterThan(250);
  });
});
