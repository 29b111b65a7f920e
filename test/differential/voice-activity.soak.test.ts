// Voice activity agrees with libfvad, the detector of WebRTC, on synthesised sentences.

import fvad from '@echogarden/fvad-wasm';
import { describe, expect, it } from 'vitest';
import {
  activity,
  initialActivity,
} from '../../core/speech/recognition/voice-activity/activity.ts';
import { initialMeasure, measure } from '../../core/speech/recognition/measuring/measure.ts';
import { joinSamples, silence, spokenSamples, withNoise } from '../support/speech/voices.ts';

const rate = 16_000;
const hop = rate / 100;

/** The first hop with voice, and the end of the last, according to a detector. */
type Extent = readonly [first: number, end: number];

const extentOf = (voice: readonly boolean[]): Extent => [
  voice.indexOf(true),
  voice.lastIndexOf(true) + 1,
];

function own(samples: Int16Array): Extent {
  let state = initialActivity();
  const voice = measure(initialMeasure(rate), samples)[1].levels.map((level) => {
    const [next, { isVoice }] = activity(state, level);
    state = next;
    return isVoice;
  });
  return extentOf(voice);
}

const detectors = await fvad();

function theirs(samples: Int16Array): Extent {
  const detector = detectors._fvad_new();
  detectors._fvad_set_mode(detector, 2);
  detectors._fvad_set_sample_rate(detector, rate);
  const memory = detectors._malloc(hop * 2);
  const voice: boolean[] = [];
  for (let at = 0; at + hop <= samples.length; at += hop) {
    detectors.HEAP16.set(samples.subarray(at, at + hop), memory / 2);
    voice.push(detectors._fvad_process(detector, memory, hop) === 1);
  }
  return extentOf(voice);
}

const sentences = [
  'The quick brown fox jumps over the lazy dog.',
  'Hello there, how are you today? I am fine; thank you so much.',
  'Please transfer two hundred dollars to my savings account, and tell me when it is done.',
  'Yes.',
];

describe.each(['slt', 'rms', 'awb', 'kal16'] as const)('speech of %s', (base) => {
  it.each(sentences)('begins and ends where libfvad detects it: %s', (sentence) => {
    const voice = { base, pitch: 100, pace: 100 };
    const samples = joinSamples(silence(0.5), spokenSamples(sentence, voice), silence(1));
    const [first, end] = own(samples);
    const [theirFirst, theirEnd] = theirs(samples);
    expect(Math.abs(first - theirFirst)).toBeLessThanOrEqual(15);
    expect(Math.abs(end - theirEnd)).toBeLessThanOrEqual(15);
  });

  it('is detected in white noise 20 dB below', () => {
    const voice = { base, pitch: 100, pace: 100 };
    const spoken = spokenSamples(sentences[0] ?? '', voice);
    const samples = joinSamples(silence(1), spoken, silence(1));
    const [first, end] = own(samples);
    const [, noisyEnd] = own(withNoise(samples, 10));
    expect(first).toBeGreaterThan(100);
    expect(Math.abs(noisyEnd - end)).toBeLessThanOrEqual(20);
  });
});
