import { describe, expect, it } from 'vitest';
import {
  readTurnParameters,
  turnParameters,
} from '../../../../../adapters/services/speech/parameters/turns.ts';

const model = 'model=flux-general-en';

const read = (query: string) =>
  readTurnParameters(new URLSearchParams(query), (name) => name === 'of-our-own');

const defaults = {
  model: 'flux-general-en',
  encoding: null,
  sampleRate: null,
  thresholds: { eagerEndOfTurn: null, endOfTurn: 0.7, timeoutMs: 5_000 },
  keyterms: [],
  tags: [],
  mipOptOut: false,
};

describe('the parameters of /v2/listen', () => {
  it('are those of the specification, and of the client', () => {
    expect(Object.keys(turnParameters).join(' ')).toBe(
      'eager_eot_threshold encoding eot_threshold eot_timeout_ms keyterm language_hint mip_opt_out model numerals ' +
        'profanity_filter redact sample_rate tag',
    );
  });

  it('have defaults, except for the model', () => {
    expect(read(model)).toEqual(defaults);
  });

  it.each([
    [
      `${model}&encoding=linear32&sample_rate=44100&eager_eot_threshold=0.3&eot_threshold=0.9&eot_timeout_ms=500&keyterm=a&keyterm=b&tag=t&mip_opt_out=true`,
      {
        encoding: 'linear32',
        sampleRate: 44_100,
        thresholds: { eagerEndOfTurn: 0.3, endOfTurn: 0.9, timeoutMs: 500 },
        keyterms: ['a', 'b'],
        tags: ['t'],
        mipOptOut: true,
      },
    ],
    ['model=of-our-own', { model: 'of-our-own' }],
    [`${model}&encoding=ogg-opus`, { encoding: 'ogg-opus' }],
    [`${model}&sample_rate=16000`, {}],
    [
      `${model}&eager_eot_threshold=0.5&eot_threshold=0.5&eot_timeout_ms=60000`,
      { thresholds: { eagerEndOfTurn: 0.5, endOfTurn: 0.5, timeoutMs: 60_000 } },
    ],
  ])('are read from %s', (query, expected) => {
    expect(read(query)).toEqual({ ...defaults, ...expected });
  });

  it.each([
    [
      '',
      /^model must be flux-general-en, flux-general-multi, or a name in the setting speech\.models\.$/,
    ],
    ['model=nova-3', /^model must be flux-general-en, .*, not 'nova-3'\.$/],
    [`${model}&language=en`, /^language is no parameter of \/v2\/listen: it has eager_eot_thr/],
    [`${model}&encoding=flac&sample_rate=16000`, /^encoding must be one of linear16, .*'flac'\.$/],
    [`${model}&encoding=mulaw`, /^sample_rate must be given with encoding=mulaw\.$/],
    [`${model}&eager_eot_threshold=0.29`, /must be a number from 0\.3 to 0\.9, not '0\.29'\.$/],
    [
      `${model}&language_hint=es`,
      /^language_hint is for flux-general-multi only, not flux-general-en\.$/,
    ],
    ['model=flux-general-multi&language_hint=!', /^language_hint must be a BCP-47 tag/],
    [`${model}&redact=ssn`, /^redact must be one of numbers, aggressive_numbers/],
    [`${model}&eot_threshold=0.91`, /^eot_threshold must be a number from 0\.5 to 0\.9, or 1, not/],
    [`${model}&eot_timeout_ms=499`, /^eot_timeout_ms must be an integer from 500 to 60000, not/],
    [
      `${model}&eager_eot_threshold=0.8`,
      /^eager_eot_threshold \(0\.8\) must not be greater than eot_threshold \(0\.7\)\.$/,
    ],
    [
      [model, ...Array.from({ length: 101 }, (_, n) => `keyterm=${n}`)].join('&'),
      /^keyterm may be given at most 100 times\.$/,
    ],
    [
      `${model}&keyterm=${'a'.repeat(1_001)}`,
      /^A key term must have at most 1000 characters, not 1001\.$/,
    ],
    [`${model}&keyterm=${'a+'.repeat(50)}a`, /^A key term must have at most 50 words\.$/],
  ])('are refused: %s', (query, message) => {
    expect(read(query)).toEqual({
      status: 400,
      code: 'Bad Request',
      message: expect.stringMatching(message),
    });
  });
});
