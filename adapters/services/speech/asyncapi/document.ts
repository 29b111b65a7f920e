// The channels of the speech service as an AsyncAPI 3 document, seen from the server: it receives the messages of clients.

import { z } from 'zod';
import { toJsonSchema, type JsonSchema } from '../../../protocol/json-schema.ts';
import type { DocumentPlace } from '../../../protocol/routes/openapi.ts';
import { SchemaComponents } from '../../../protocol/schema-components.ts';
import { describedChannels } from './channels.ts';
import type { AudioFrames, ChannelDirection, DescribedChannel } from './described-channel.ts';

const dialect = 'draft-07';
const jsonType = 'application/json';
const binaryType = 'application/octet-stream';

export function speechChannelsDocument({ version, baseUrl }: DocumentPlace): JsonSchema {
  const components = new SchemaComponents(dialect);
  const channels = Object.entries(describedChannels);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Reprise speech channels',
      version,
      description:
        'The WebSockets of the speech service. `receive`: the client sends; `send`: the client gets. A text frame is one JSON object; audio is in binary frames. Before the upgrade a connection is refused with a status and a JSON body of `err_code`, `err_msg` and `request_id`: 400 for its parameters, 401 for its credentials, 404 for an unknown world, 429 if the world has too many sessions.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    defaultContentType: jsonType,
    servers: serversAt(new URL(baseUrl)),
    channels: Object.fromEntries(
      channels.map(([name, channel]) => [name, channelOf(channel, components)]),
    ),
    operations: Object.fromEntries(
      channels.flatMap(([name, { title, client, server }]) => [
        [`${name}Receive`, operationOf('receive', name, 'client', title, client)],
        [`${name}Send`, operationOf('send', name, 'server', title, server)],
      ]),
    ),
    components: { schemas: components.schemas(), securitySchemes },
  };
}

function serversAt({ protocol, host, pathname }: URL): JsonSchema {
  const prefix = pathname.replace(/\/$/, '');
  const common = {
    host,
    protocol: protocol === 'https:' ? 'wss' : 'ws',
    security: Object.keys(securitySchemes).map((name) => ({
      $ref: `#/components/securitySchemes/${name}`,
    })),
  };
  const world = { default: 'default', description: 'The name of a world.' };
  return {
    default: {
      ...common,
      ...(prefix === '' ? {} : { pathname: prefix }),
      description: 'The world `default`.',
    },
    world: {
      ...common,
      pathname: `${prefix}/w/{world}`,
      variables: { world },
      description: 'Any world.',
    },
  };
}

const securitySchemes = {
  apiKey: {
    type: 'httpApiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Token <key>`, with an API key of the world.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token of the world, from `POST /v1/auth/grant`.',
  },
  subprotocol: {
    type: 'httpApiKey',
    in: 'header',
    name: 'Sec-WebSocket-Protocol',
    description: '`token, <key>` or `bearer, <access token>`, for browsers.',
  },
} as const;

type By = 'client' | 'server';

function channelOf(
  {
    title,
    description,
    parameters,
    required,
    client,
    server,
    path,
  }: DescribedChannel & { readonly path: string },
  components: SchemaComponents,
): JsonSchema {
  return {
    address: path,
    title,
    description,
    messages: {
      ...messagesOf('client', client, components),
      ...messagesOf('server', server, components),
    },
    bindings: {
      ws: {
        method: 'GET',
        query: { ...queryOf(parameters), ...(required === undefined ? {} : { required }) },
        bindingVersion: '0.1.0',
      },
    },
  };
}

function queryOf(parameters: z.ZodRawShape): JsonSchema {
  const query = toJsonSchema(z.object(parameters), dialect);
  const properties = Object.entries(query['properties'] as Record<string, JsonSchema>);
  return {
    ...query,
    properties: Object.fromEntries(
      properties.map(([name, form]) => [name, { ...form, ...defaultOf(parameters[name]) }]),
    ),
  };
}

/** zod omits the defaults of inputs that are transformed. */
function defaultOf(parameter: unknown): JsonSchema {
  return parameter instanceof z.ZodDefault ? { default: parameter.def.defaultValue } : {};
}

function messagesOf(
  by: By,
  {
    messages,
    audio,
    summaries = {},
  }: ChannelDirection & Partial<Pick<DescribedChannel['client'], 'summaries'>>,
  components: SchemaComponents,
): JsonSchema {
  const texts = Object.entries(messages).map(([type, schema]) => {
    const { description, ...payload } = components.convert(schema);
    const summary = summaries[type] ?? description;
    const message = { name: type, title: type, summary, contentType: jsonType };
    return [keyOf(by, type), { ...message, payload: withType(payload, type) }] as const;
  });
  return Object.fromEntries([
    ...texts,
    ...(audio === undefined ? [] : [[keyOf(by, audioName), audioMessage(audio)] as const]),
  ]);
}

/** Clients and the server have messages of the same type. */
function keyOf(by: By, type: string): string {
  return `${by}-${type}`;
}

const audioName = 'Audio';

function audioMessage({ summary, encodings }: AudioFrames): JsonSchema {
  return {
    name: audioName,
    title: audioName,
    summary,
    description: `A binary frame. Encodings: ${encodings.map((name) => `\`${name}\``).join(', ')}.`,
    contentType: binaryType,
    payload: { type: 'string', format: 'binary', contentMediaType: binaryType },
    'x-encodings': encodings,
  };
}

/** The schemas that parse messages of clients take any type: it was read before. */
function withType(payload: JsonSchema, type: string): JsonSchema {
  const properties = payload['properties'] as JsonSchema;
  return { ...payload, properties: { ...properties, type: { type: 'string', const: type } } };
}

function operationOf(
  action: 'send' | 'receive',
  channel: string,
  by: By,
  title: string,
  { messages, audio }: ChannelDirection,
): JsonSchema {
  const names = [...Object.keys(messages), ...(audio === undefined ? [] : [audioName])];
  return {
    action,
    channel: { $ref: `#/channels/${channel}` },
    title: action === 'receive' ? `${title}: from the client` : `${title}: to the client`,
    summary:
      action === 'receive' ? 'What the client sends.' : 'What the server sends to the client.',
    messages: names.map((name) => ({
      $ref: `#/channels/${channel}/messages/${keyOf(by, name)}`,
    })),
  };
}
