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
];

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
