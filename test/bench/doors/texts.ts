// Doors for texts of speech: parameters of channels, scripts, and settings and messages of agents.

import type { Door, MeasuredServer } from './door.ts';

/** A script of one utterance with as many words as it may have. */
const utterance = (word: string) => `${word} `.repeat(2_000 / (word.length + 1)).trim();
const close = JSON.stringify({ type: 'CloseStream' });

const many = (name: string, value: string, count = 100) =>
  Array.from({ length: count }, () => `${name}=${value}`).join('&');
const words = (word: string, count: number) => Array.from({ length: count }, () => word).join('+');
const everyOption =
  'smart_format=true&redact=pci&redact=ssn&redact=aggressive_numbers&detect_entities=true&profanity_filter=true&diarize=true&dictation=true';

const listening: readonly (readonly [name: string, word: string, query: string])[] = [
  ['100 equal terms of search', 'a', many('search', 'a')],
  ['100 long terms of search', 'a', many('search', `${words('a', 49)}+b`)],
  ['replacements of 50 words', 'a', `replace=a:${words('b', 50)}`],
  ['replacements of 500 characters', 'a', `replace=a:${'b'.repeat(500)}`],
  ['every option', '5', `${everyOption}&${many('search', '5')}`],
  ['every option, and replacements', 'a', `${everyOption}&replace=a:${words('5', 50)}`],
  ['100 long key terms', 'a', `model=nova-3&${many('keyterm', `${words('a', 49)}+b`)}`],
];

export const textDoors: readonly Door[] = [
  ...listening.map(([name, word, query]): Door => ({
    name: `/v1/listen, 1,000 words: ${name}`,
    run: (server) => listen(server, word, query),
  })),
  {
    name: 'a script with as many entities as fit, refused',
    async run(server) {
      const [text, value] = [utterance('a').slice(0, -1), `${utterance('a').slice(0, 1_000)}b`];
      const each = { text, entities: [{ label: 'NAME', value }] };
      await setScript(server, { hear: [{ utterances: repeated(each, 300) }] });
    },
  },
  {
    name: 'a script with 100,000 wrong utterances',
    run: (server) =>
      setScript(server, { hear: repeated({ utterances: repeated({ a: 1 }, 1_000) }, 100) }),
  },
  {
    name: 'a script with 1,000 wrong patterns',
    run: (server) => setScript(server, { answer: repeated({ hears: '['.repeat(500) }, 1_000) }),
  },
  {
    name: 'a script of 210 utterances with 50 entities each',
    run: (server) => setScript(server, { hear: [{ utterances: repeated(crowded, 210) }] }),
  },
  {
    name: 'a script with 1,000 rules of 20 conditions and 20 values',
    async run(server) {
      const values = Object.fromEntries(list(20, (index) => [`n${index}`, 'a']));
      await setScript(server, { answer: repeated({ when: values, sets: values }, 1_000) });
    },
  },
  {
    name: 'a script with 1,000 rules of many arguments',
    async run(server) {
      const calls = repeated({ name: 'f', arguments: { a: repeated('{b}', 99) } }, 1);
      await setScript(server, { answer: repeated({ calls }, 1_000) });
    },
  },
  {
    name: '/v1/listen, 20 channels with a script of 1,000 words each',
    run: (server) => listenToChannels(server, utterance('a')),
  },
  {
    name: '/v1/listen, 20 channels with a script of numbers each',
    run: (server) => listenToChannels(server, utterance('5'), `&${everyOption}`),
  },
  {
    name: '/v1/listen, a message of 9,900 unknown members',
    async run(server) {
      const message = { type: 'KeepAlive', ...manyMembers(9_900) };
      const frames = [JSON.stringify(message), close];
      await server.session('/v1/listen?encoding=linear16&sample_rate=8000', frames);
    },
  },
  {
    name: '/v1/speak, a message of 9,900 unknown members',
    async run(server) {
      const message = { type: 'Flush', ...manyMembers(9_900) };
      await server.session('/v1/speak', [JSON.stringify(message), '{"type":"Close"}']);
    },
  },
  {
    name: '/v1/agent/converse, Settings with 9,900 unknown members',
    run: (server) => converse(server, manyMembers(9_900)),
  },
  {
    name: 'a world with 30 sounds of 60 s, and a voice that is none of them',
    run: hearAmongSounds,
  },
  {
    name: '/v1/agent/converse, 20,000 values in wrong Settings',
    run: (server) => converse(server, { think: repeated(repeated({ a: 1 }, 9), 900) }),
  },
  {
    name: '/v1/agent/converse, a message of 10,000 characters against long patterns',
    async run(server) {
      const hears = `${'* a '.repeat(120)}b`;
      await setScript(server, { answer: repeated({ hears, says: 'a' }, 100) });
      await converse(server, {}, { type: 'InjectUserMessage', content: 'a '.repeat(4_999) });
    },
  },
  {
    name: 'GET thoughts: 100 of 5,000 characters, near 100 long patterns',
    async run(server) {
      const hears = (index: number) => `${'* a '.repeat(120)}b${index}`;
      await setScript(server, { answer: list(100, (index) => ({ hears: hears(index) })) });
      const said = { type: 'InjectUserMessage', content: `${'a '.repeat(2_400)}b` };
      await converse(server, {}, ...repeated(said, 100));
      await server.control('GET', '/worlds/default/speech/thoughts');
    },
  },
  {
    name: 'GET thoughts: 100 of 5,000 characters, near 1,000 rules',
    async run(server) {
      const hears = (index: number) => `{a} {b} {c} {d} {e} {f} {g} * b${index % 100} b`;
      await setScript(server, { answer: list(1_000, (index) => ({ hears: hears(index) })) });
      const said = { type: 'InjectUserMessage', content: `${'a '.repeat(2_400)}b` };
      await converse(server, {}, ...repeated(said, 100));
      await server.control('GET', '/worlds/default/speech/thoughts');
    },
  },
];

/** An utterance with as many entities as it may have. */
const crowded = {
  text: utterance('a'),
  entities: list(50, (index) => ({ label: 'N', value: 'a', from: index, to: index + 1 })),
};

function list<Item>(count: number, item: (index: number) => Item): readonly Item[] {
  return Array.from({ length: count }, (_, index) => item(index));
}

function manyMembers(count: number): object {
  return Object.fromEntries(list(count, (index) => [`m${index}`, index]));
}

/** All channels begin and end to speak at once. */
async function listenToChannels(server: MeasuredServer, text: string, options = '') {
  const hear = list(20, (channel) => ({ channel, utterances: [text] }));
  await setScript(server, { hear });
  const mono = new Int16Array(voice().buffer);
  const samples = Int16Array.from({ length: mono.length * 20 }, (_, at) => mono[(at / 20) | 0]!);
  const path = `/v1/listen?encoding=linear16&sample_rate=8000&channels=20&multichannel=true${options}`;
  const { texts } = await server.session(path, [new Uint8Array(samples.buffer), close]);
  if (!texts.some((each) => each.includes('"word"'))) throw new Error(`${path} heard no word.`);
}

async function hearAmongSounds(server: MeasuredServer): Promise<void> {
  const hops = 6_000;
  let state = 1;
  const random = () => {
    const bytes = Uint8Array.from({ length: 2 * hops }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
      return state >>> 24;
    });
    return Buffer.from(bytes).toString('base64');
  };
  const mask = Buffer.alloc(2 * hops, 0xff).toString('base64');
  const sounds = list(30, (index) => ({
    text: `a ${index}`,
    speaker: 'a',
    print: {
      words: [{ text: 'a', start: 0, end: hops }],
      fingerprints: random(),
      mask,
      voiceStart: 0,
      voiceEnd: hops,
    },
  }));
  await server.control('POST', '/worlds', {
    name: 'sounds',
    fixture: { version: 1, speech: { sounds } },
  });
  const path = '/v1/listen?encoding=linear16&sample_rate=8000&interim_results=true';
  await server.session(`/w/sounds${path}`, [voice(), close]);
}

function repeated<T>(value: T, length: number): readonly T[] {
  return Array.from({ length }, () => value);
}

async function setScript(server: MeasuredServer, script: object): Promise<void> {
  await server.control('PUT', '/worlds/default/speech/script', script);
}

async function listen(server: MeasuredServer, word: string, query: string): Promise<void> {
  await setScript(server, { hear: [{ utterances: [utterance(word)] }] });
  const path = `/v1/listen?encoding=linear16&sample_rate=8000&${query}`;
  const { texts } = await server.session(path, [voice(), close]);
  if (!texts.some((text) => text.includes('"word"'))) throw new Error(`${path} heard no word.`);
}

/** The message after Settings, then one that ends the session. */
async function converse(server: MeasuredServer, agent: object, ...more: readonly object[]) {
  const settings = { type: 'Settings', audio: {}, agent };
  const frames = [settings, ...more].map((message) => JSON.stringify(message));
  await server.session('/v1/agent/converse', [...frames, 'no JSON']);
}

/** A second of a tone that changes in pitch and loudness. */
function voice(): Uint8Array {
  const samples = Int16Array.from({ length: 8_000 }, (_, at) => {
    const hertz = 300 + 200 * Math.sin(at / 900);
    const loudness = 9_000 * (0.6 + 0.4 * Math.sin(at / 250));
    return Math.round(loudness * Math.sin((at * 2 * Math.PI * hertz) / 8_000));
  });
  return new Uint8Array(samples.buffer);
}
