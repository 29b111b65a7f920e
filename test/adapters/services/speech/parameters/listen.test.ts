import { describe, expect, it } from 'vitest';
import { speech } from '../../../../../core/index.ts';
import {
  listenParameters,
  readListenParameters,
} from '../../../../../adapters/services/speech/parameters/listen.ts';

const rules = {
  isConfigured: (model: string) => model === 'of-our-own',
  isAllowed: (hostname: string) => hostname === 'allowed.test',
};

const request = (query: string) => readListenParameters(new URLSearchParams(query), rules);

const words = (count: number) => Array.from({ length: count }, () => 'a').join('+');

/** The parameters, or the error. */
const read = (query: string) => {
  const result = request(query);
  return 'parameters' in result ? result.parameters : result;
};

const defaults = {
  model: 'base',
  version: null,
  encoding: null,
  sampleRate: null,
  channels: 1,
  multichannel: false,
  interimResults: false,
  endpointingMs: 10,
  utteranceEndMs: null,
  vadEvents: false,
  text: speech.plainText,
  extra: [],
  tags: [],
  mipOptOut: false,
  callback: null,
};

describe('the parameters of /v1/listen', () => {
  it('are those of the specification, and of the client', () => {
    expect(Object.keys(listenParameters).join(' ')).toBe(
      'callback callback_method channels detect_entities diarize diarize_model dictation encoding endpointing extra interim_results ' +
        'keyterm keywords language mip_opt_out model multichannel numerals profanity_filter punctuate redact replace ' +
        'sample_rate search smart_format tag utterance_end_ms vad_events version',
    );
  });

  it('may have terms of 50 words, and replacements of 50 words and 500 characters', () => {
    const long = `${'b'.repeat(451)}${'+b'.repeat(24)}`;
    const query = `replace=${words(50)}:${words(50)}&replace=a:${long}+&search=${words(50)}&keywords=${words(50)}:2`;
    expect(read(query)).toMatchObject({
      text: { replace: [{}, { from: 'a' }], search: [words(50).replaceAll('+', ' ')] },
    });
  });

  it('have defaults', () => {
    expect(read('')).toEqual(defaults);
  });

  it('are all parsed', () => {
    const query = [
      'model=nova-3&version=2025-01-01.0&encoding=mulaw&sample_rate=8000&channels=2&multichannel=true',
      'interim_results=true&endpointing=300&utterance_end_ms=1000&vad_events=true&punctuate=true',
      'numerals=true&smart_format=true&dictation=true&profanity_filter=true&detect_entities=true',
      'diarize=true&redact=pci&redact=true&redact=numbers&replace=fox:dog&replace=very:&search=fox',
      'search=dog&keyterm=quick%20fox&language=de-AT&extra=a:1&extra=b:c:d&tag=one&tag=two',
      'mip_opt_out=true&callback=https://allowed.test/x?y%3D1&callback_method=PUT',
    ].join('&');
    expect(read(query)).toEqual({
      model: 'nova-3',
      version: '2025-01-01.0',
      encoding: 'mulaw',
      sampleRate: 8_000,
      channels: 2,
      multichannel: true,
      interimResults: true,
      endpointingMs: 300,
      utteranceEndMs: 1_000,
      vadEvents: true,
      text: {
        punctuate: true,
        numerals: true,
        smartFormat: true,
        dictation: true,
        profanityFilter: true,
        detectEntities: true,
        diarize: true,
        redact: ['pci', 'numbers'],
        replace: [
          { from: 'fox', to: 'dog' },
          { from: 'very', to: '' },
        ],
        search: ['fox', 'dog'],
        keyterms: ['quick fox'],
        keywords: [],
        language: 'de-AT',
      },
      extra: [
        { key: 'a', value: '1' },
        { key: 'b', value: 'c:d' },
      ],
      tags: ['one', 'two'],
      mipOptOut: true,
      callback: { method: 'PUT' },
    });
    expect(request(query)).toMatchObject({ callbackUrl: 'https://allowed.test/x?y=1' });
  });

  it.each([
    ['filler_words=true&no_delay=&paragraphs=true&diarize_model=x', {}],
    ['model=of-our-own', { model: 'of-our-own' }],
    ['model=custom', { model: 'custom' }],
    ['endpointing=false', { endpointingMs: null }],
    ['endpointing=true', { endpointingMs: 10 }],
    ['endpointing=0', { endpointingMs: 0 }],
    ['utterance_end_ms=1000', { utteranceEndMs: null }],
    ['sample_rate=8000&channels=2', {}],
    [
      'encoding=amr-wb&sample_rate=16000&channels=20',
      {
        encoding: 'amr-wb',
        sampleRate: 16_000,
        channels: 20,
      },
    ],
    ['callback=http://allowed.test', { callback: { method: 'POST' } }],
  ])('are read from %s', (query, expected) => {
    expect(read(query)).toEqual({ ...defaults, ...expected });
  });

  it.each([
    ['detect_entities=true', { detectEntities: true }],
    ['dictation=true', { dictation: true }],
    ['smart_format=true', { smartFormat: true }],
    ['punctuate=true', { punctuate: true }],
    ['redact=false', {}],
    ['language=multi', { language: 'multi' }],
    ['language=zh-Hant-TW', { language: 'zh-Hant-TW' }],
    ['language=es-419', { language: 'es-419' }],
    ['language=zh-cmn-Hans-CN', { language: 'zh-cmn-Hans-CN' }],
    ['language=en-a-bbb-x-a', { language: 'en-a-bbb-x-a' }],
    ['language=x-private', { language: 'x-private' }],
    ['language=i-klingon', { language: 'i-klingon' }],
    [
      'keywords=fox&keywords=dog:2&keywords=a:-1.5&model=nova-2',
      {
        keywords: [
          { term: 'fox', boost: 1 },
          { term: 'dog', boost: 2 },
          { term: 'a', boost: -1.5 },
        ],
      },
    ],
  ])('set the options of text: %s', (query, expected) => {
    expect(read(query)).toMatchObject({ text: { ...defaults.text, ...expected } });
  });

  it('of raw audio are ignored without encoding', () => {
    expect(read('channels=0&sample_rate=high')).toMatchObject({ channels: 1, sampleRate: null });
  });

  it.each([
    ['model=nova-4', /no such model.* must be one of nova-3, .*, custom, .*, not 'nova-4'\.$/],
    ['model=nova-3&model=base', /^model may be given only once\.$/],
    ['encoding=mp3', /^encoding must be one of linear16, .*, g729, not 'mp3'\.$/],
    ['encoding=linear16', /^sample_rate must be given with encoding=linear16\.$/],
    ['encoding=amr-nb&sample_rate=16000', /^sample_rate must be 8000 with encoding=amr-nb, not/],
    [
      'encoding=linear16&sample_rate=3999',
      /^sample_rate must be an integer from 4000 to 192000, not '3999'\.$/,
    ],
    ['encoding=linear16&sample_rate=8e3', /^sample_rate must be an integer/],
    ['encoding=linear16&channels=0', /^channels must be an integer from 1 to 20, not '0'\.$/],
    ['encoding=linear16&channels=21', /^channels must be an integer from 1 to 20, not '21'\.$/],
    ['endpointing=-1', /^endpointing must be false or an integer from 0 to 60000, not '-1'\.$/],
    ['endpointing=60001', /^endpointing must be/],
    ['utterance_end_ms=0', /^utterance_end_ms must be an integer from 1 to 5000, not '0'\.$/],
    ['utterance_end_ms=5001', /^utterance_end_ms must be/],
    ['interim_results=1', /^interim_results must be one of true, false, not '1'\.$/],
    ['redact=pci&redact=names', /^redact must be one of true, false, pci, .*, not 'names'\.$/],
    ['replace=fox', /^replace must be term:replacement, not 'fox'\.$/],
    ['replace=:fox', /^replace must be term:replacement/],
    [`replace=${words(51)}:a`, /^replace must have at most 50 words in each term\.$/],
    [`replace=a:${words(51)}`, /^replace must have at most 50 words and 500 characters in each/],
    [`replace=a:b&replace=a:${'b'.repeat(501)}`, /^replace must have at most 50 words and 500/],
    [`search=a&search=${words(51)}`, /^search must have at most 50 words in each term\.$/],
    [`keyterm=${words(51)}&model=nova-3`, /^keyterm must have at most 50 words in each term\.$/],
    [`keywords=${words(51)}:1`, /^keywords must have at most 50 words in each term\.$/],
    ['extra=fox', /^extra must be key:value, not 'fox'\.$/],
    ['keyterm=fox', /^keyterm needs a nova-3 model, not 'base': use keywords\.$/],
    ['keyterm=fox&model=nova-2', /^keyterm needs a nova-3 model/],
    ['keywords=fox:2&model=nova-3-medical', /^keywords is not for the model 'nova-3-medical'/],
    ['keywords=fox:much', /^keywords must be term or term:boost, .*, not 'fox:much'\.$/],
    ['language=english', /^language must be a BCP-47 tag, .*, not 'english'\.$/],
    ['search=', /^search must have a value, or be left out for its default, not ''\.$/],
    [
      Array.from({ length: 101 }, (_, n) => `search=${n}`).join('&'),
      /^search may be given at most 100 times\.$/,
    ],
    ['callback=allowed.test', /^callback must be an http or https URL, not 'allowed\.test'\.$/],
    ['callback=ftp://allowed.test', /^callback must be an http or https URL/],
    [
      'callback=https://other.test/x',
      /^callback names the host 'other\.test', which is not allowed: start the server with --allow-host other\.test\.$/,
    ],
    ['callback_method=PATCH', /^callback_method must be one of POST, GET, PUT, DELETE, not/],
  ])('are refused: %s', (query, message) => {
    expect(read(query)).toEqual({
      status: 400,
      code: 'Bad Request',
      message: expect.stringMatching(message),
    });
  });
});
