// The AsyncAPI document of the speech channels, checked by the official schema, and against the frames of every recording.

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asyncapi from '@asyncapi/specs';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { agentFrames } from '../../../../../adapters/services/speech/agent/messages.ts';
import { speechChannelsDocument } from '../../../../../adapters/services/speech/asyncapi/document.ts';
import { channelPaths } from '../../../../../adapters/services/speech/channels.ts';
import { listenParameters } from '../../../../../adapters/services/speech/parameters/listen.ts';
import { speakParameters } from '../../../../../adapters/services/speech/parameters/speak.ts';
import { turnParameters } from '../../../../../adapters/services/speech/parameters/turns.ts';
import { readRecording } from '../../../../../adapters/recording/format/reader.ts';
import { controlRoutes } from '../../../../../adapters/control/routes.ts';
import { operations } from '../../../../../adapters/client/control-types.ts';
import { serverForEach } from '../../../../support/server/requests.ts';
import type { JsonBody } from '../../../../support/server/server.ts';

function printed(baseUrl = 'http://127.0.0.1:4600'): JsonBody {
  const document = speechChannelsDocument({ version: '1.2.3', baseUrl });
  return JSON.parse(JSON.stringify(document));
}

const document = printed();

/** The problems by the official schema of this version of AsyncAPI. */
function problemsOf(checked: JsonBody): readonly unknown[] {
  const ajv = new Ajv({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    meta: false,
  });
  const schemas = asyncapi.schemas as Readonly<Record<string, object>>;
  const validate = ajv.compile(schemas[checked.asyncapi] ?? {});
  validate(checked);
  return validate.errors ?? [];
}

describe('the AsyncAPI document of the speech channels', () => {
  it('is valid by the official schema', () => {
    expect(problemsOf(document)).toEqual([]);
    expect(problemsOf(printed('https://reprise.example/below'))).toEqual([]);
  });

  it('has problems if it is edited to be invalid', () => {
    const { address: _, ...speak } = document.channels.speak;
    const edited = { ...document, channels: { ...document.channels, speak: { ...speak, at: 1 } } };
    expect(problemsOf(edited)).not.toEqual([]);
    expect(problemsOf({ ...document, operations: { x: { action: 'hear' } } })).not.toEqual([]);
  });

  it('has every channel, at the server and at each world', () => {
    const addresses = Object.values<JsonBody>(document.channels).map(({ address }) => address);
    expect(new Set(addresses)).toEqual(new Set(channelPaths));
    expect(document.servers).toMatchObject({
      default: { host: '127.0.0.1:4600', protocol: 'ws' },
      world: { pathname: '/w/{world}', variables: { world: { default: 'default' } } },
    });
    expect(printed('https://reprise.example/below').servers).toMatchObject({
      default: { host: 'reprise.example', protocol: 'wss', pathname: '/below' },
      world: { pathname: '/below/w/{world}' },
    });
  });

  it('refers to parts of itself only, and to all named schemas', () => {
    const targets = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, target = '']) => target.split('/'),
    );
    for (const path of targets) expect(document).toHaveProperty(path);
    const named = targets.flatMap(([, kind, name]) => (kind === 'schemas' ? [name] : []));
    expect(new Set(named)).toEqual(new Set(Object.keys(document.components.schemas)));
  });

  it.each([
    ['speak', speakParameters],
    ['listen', listenParameters],
    ['turns', turnParameters],
    ['agent', {}],
  ])('has every parameter of %s, with its form and a description', (channel, parameters) => {
    const { properties = {} } = document.channels[channel].bindings.ws.query;
    expect(Object.keys(properties)).toEqual(Object.keys(parameters));
    for (const [name, { description, ...form }] of Object.entries<JsonBody>(properties)) {
      expect({ name, description }).toEqual({ name, description: expect.any(String) });
      const types = (form.anyOf ?? [form]).map(({ type }: JsonBody) => type);
      expect({ name, types }).toEqual({ name, types: types.map(() => expect.any(String)) });
    }
  });

  it('shows values, bounds and defaults of parameters', () => {
    const { speak, listen, turns } = document.channels;
    const of = (channel: JsonBody) => channel.bindings.ws.query.properties;
    expect(of(speak).encoding).toMatchObject({
      type: 'string',
      enum: ['linear16', 'mulaw', 'alaw'],
      default: 'linear16',
    });
    expect(of(speak).speed).toMatchObject({ type: 'number', minimum: 0.7, maximum: 1.5 });
    expect(of(listen).punctuate).toMatchObject({ type: 'boolean' });
    expect(of(listen).extra).toMatchObject({ type: 'array', items: { type: 'string' } });
    expect(of(turns).eot_timeout_ms).toMatchObject({ minimum: 500, maximum: 60_000 });
    expect(turns.bindings.ws.query.required).toEqual(['model']);
  });

  it('has a summary and a type for every message, and names every message of clients', () => {
    const { agent } = document.channels;
    for (const { messages } of Object.values<JsonBody>(document.channels)) {
      for (const { name, summary, payload } of Object.values<JsonBody>(messages)) {
        expect({ name, summary }).toEqual({ name, summary: expect.any(String) });
        if (name !== 'Audio') expect(payload.properties.type.const).toBe(name);
      }
    }
    for (const name of Object.keys(agentFrames)) {
      expect(agent.messages).toHaveProperty(`client-${name}`);
    }
  });

  it('names the encodings of audio in binary frames', () => {
    const { listen, speak, agent } = document.channels;
    expect(listen.messages['client-Audio']['x-encodings']).toContain('ogg-opus');
    expect(speak.messages['server-Audio'].description).toContain('`mulaw`');
    expect(speak.messages).not.toHaveProperty('client-Audio');
    expect(Object.keys(agent.messages)).toEqual(
      expect.arrayContaining(['client-Audio', 'server-Audio']),
    );
  });
});

describe('GET /__reprise/asyncapi/speech.json', () => {
  const server = serverForEach();

  it('is the document, with the address of the server', async () => {
    const { status, body } = await server().control('GET', '/asyncapi/speech.json');
    expect(status).toBe(200);
    expect(body).toEqual({
      ...printed(server().url),
      info: { ...document.info, version: '0.0.0-test' },
    });
  });

  it('needs the token', async () => {
    const answer = await fetch(`${server().url}/__reprise/asyncapi/speech.json`);
    expect(answer.status).toBe(401);
  });

  it('is named by the routes of the control plane, and by the client', () => {
    expect(controlRoutes.map(({ path }) => path)).toContain('/asyncapi/speech.json');
    expect(operations.speechChannelsDocument).toEqual(['GET', '/asyncapi/speech.json']);
  });
});

interface ShownFrame {
  readonly channel: string;
  readonly by: 'client' | 'server';
  /** Absent: a binary frame. */
  readonly text?: string;
}

const folder = fileURLToPath(new URL('../../../../../recordings/v1/speech/', import.meta.url));

async function framesIn(name: string): Promise<readonly ShownFrame[]> {
  const channels = Object.entries<JsonBody>(document.channels);
  const byConnection = new Map<number, string>();
  const { entries } = await readRecording(`${folder}${name}`);
  return entries.flatMap((entry): readonly ShownFrame[] => {
    if (entry.kind === 'ws.open') {
      const [path] = entry.url.split('?');
      const [channel = ''] = channels.find(([, { address }]) => address === path) ?? [];
      byConnection.set(entry.conn, channel);
    }
    if (entry.kind !== 'ws.in' && entry.kind !== 'ws.out') return [];
    const channel = byConnection.get(entry.conn) ?? '';
    const by = entry.kind === 'ws.in' ? 'client' : 'server';
    return [{ channel, by, ...(entry.text === undefined ? {} : { text: entry.text }) }];
  });
}

const validators = new Ajv({ strict: false, validateFormats: false }).addSchema(
  document,
  'document',
);

/** The messages that a frame is valid against; `missing`: one that the document is taken not to have. */
function messagesOf({ channel, by, text }: ShownFrame, missing?: string): readonly string[] {
  const audio = `${by}-Audio`;
  const keys = Object.keys(document.channels[channel].messages).filter(
    (key) => key.startsWith(`${by}-`) && key !== missing,
  );
  if (text === undefined) return keys.filter((key) => key === audio);
  const value: unknown = JSON.parse(text);
  const isValid = (key: string) =>
    validators.getSchema(`document#/channels/${channel}/messages/${key}/payload`)?.(value) === true;
  return keys.filter((key) => key !== audio && isValid(key));
}

/** The one frame that a recorded client sends to see it refused. */
const refused = { channel: 'speak', by: 'client', text: '{"type":"Speak","text":42}' };

describe('the frames of the recordings', () => {
  const frames: ShownFrame[] = [];

  beforeAll(async () => {
    for (const name of readdirSync(folder)) {
      if (name.endsWith('.jsonl')) frames.push(...(await framesIn(name)));
    }
  });

  it('are each valid against one message of their channel and direction, unless they are refused', () => {
    expect(frames.length).toBeGreaterThan(500);
    expect(frames.filter((frame) => messagesOf(frame).length !== 1)).toEqual([refused]);
  });

  it('are of every channel', () => {
    const channels = new Set(frames.map(({ channel }) => channel));
    expect(channels).toEqual(new Set(Object.keys(document.channels)));
  });

  it('are not all valid if a message that they use is missing', () => {
    const used = new Map<string, ShownFrame>();
    for (const frame of frames) used.set(`${frame.channel} ${messagesOf(frame)[0]}`, frame);
    used.delete('speak undefined');
    expect(used.size).toBeGreaterThan(20);
    for (const [name, frame] of used) {
      expect({ name, found: messagesOf(frame, name.split(' ')[1]) }).toEqual({ name, found: [] });
    }
  });
});
