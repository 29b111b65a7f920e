// The model of the page of documents, over the documents of a server: nothing of them is left out.

import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTwin } from '../../../../../adapters/hosts/in-process/twin.ts';
import { openReprise } from '../../../../../adapters/reprise.ts';
import { curlText } from '../../../../../adapters/studio/page/docs/model/curl-text.ts';
import { channelUrls } from '../../../../../adapters/studio/page/docs/model/documented-channel.ts';
import {
  childrenOf,
  resolved,
  type DocumentSchema,
} from '../../../../../adapters/studio/page/docs/model/document-schema.ts';
import {
  readDocument,
  type ReadDocument,
} from '../../../../../adapters/studio/page/docs/model/documents.ts';
import {
  parseDocsAddress,
  printDocsAddress,
} from '../../../../../adapters/studio/page/docs/model/docs-address.ts';
import { listedParts } from '../../../../../adapters/studio/page/docs/model/listed-parts.ts';
import { exampleOf } from '../../../../../adapters/studio/page/docs/model/schema-example.ts';
import type { JsonBody } from '../../../../support/server/server.ts';

const paths = {
  control: 'openapi.json',
  wallet: 'openapi/wallet.json',
  calendar: 'openapi/calendar.json',
  speech: 'openapi/speech.json',
  channels: 'asyncapi/speech.json',
} as const;
const names = ['control', 'wallet', 'calendar', 'speech', 'channels'] as const;
const raw = new Map<string, JsonBody>();
const read = new Map<string, ReadDocument>();

beforeAll(async () => {
  const token = 'a-token-for-tests';
  const reprise = await openReprise({ token, isPaced: false });
  const { fetch } = createTwin(reprise.app);
  for (const name of names) {
    const url = `http://127.0.0.1:4600/__reprise/${paths[name]}`;
    const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
    const document = await response.json();
    raw.set(name, document);
    read.set(name, readDocument(document as object));
  }
  await reprise.close();
});

function documentOf<Kind extends ReadDocument['kind']>(name: string, kind: Kind) {
  const document = read.get(name);
  if (document?.kind !== kind) throw new Error(`${name} has no ${kind}.`);
  return document as Extract<ReadDocument, { readonly kind: Kind }>;
}

const operationDocuments = names.filter((name) => name !== 'channels');

/** All schemas of a document that the page draws, with their places. */
function schemasOf(name: string): readonly (readonly [string, DocumentSchema])[] {
  const document = read.get(name);
  if (document?.kind === 'operations') {
    return document.operations.flatMap(({ id, parameters, body, answers }) => [
      ...parameters.map(({ name: own, schema }) => [`${id} ${own}`, schema] as const),
      ...(body?.contents ?? []).map(({ schema }) => [`${id} body`, schema] as const),
      ...answers.flatMap(({ status, contents }) =>
        contents.map(({ schema }) => [`${id} ${status}`, schema] as const),
      ),
    ]);
  }
  return (document?.channels ?? []).flatMap(({ id, parameters, fromClient, toClient }) => [
    ...parameters.map(({ name: own, schema }) => [`${id} ${own}`, schema] as const),
    ...[...fromClient, ...toClient].map(
      (message) => [`${id} ${message.name}`, message.payload] as const,
    ),
  ]);
}

describe('the operations of the documents', () => {
  it.each(operationDocuments)('of %s are all there, with all that they take and answer', (name) => {
    const { operations } = documentOf(name, 'operations');
    const expected = Object.entries<JsonBody>(raw.get(name).paths).flatMap(([path, methods]) =>
      Object.entries<JsonBody>(methods).map(([method, given]) => ({
        id: given.operationId,
        method: method.toUpperCase(),
        path,
        parameters: given.parameters.length,
        bodies: Object.keys(given.requestBody?.content ?? {}),
        answers: Object.keys(given.responses),
      })),
    );
    const shown = operations.map(({ id, method, path, parameters, body, answers }) => ({
      id,
      method,
      path,
      parameters: parameters.length,
      bodies: (body?.contents ?? []).map(({ mediaType }) => mediaType),
      answers: answers.map(({ status }) => status),
    }));
    expect(shown).toEqual(expected);
    expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);
  });

  it('say which credentials they need', () => {
    const credentialsOf = (name: string, id: string) =>
      documentOf(name, 'operations').operations.find((each) => each.id === id)?.credentials;
    expect(credentialsOf('control', 'getHealth')).toBeUndefined();
    expect(credentialsOf('control', 'forkWorld')).toBe('Authorization: Bearer $REPRISE_TOKEN');
    expect(credentialsOf('wallet', 'createTransfer')).toBe('Authorization: Bearer $API_KEY');
    expect(documentOf('speech', 'operations').operations[0]?.credentials).toBe(
      'Authorization: Token $API_KEY',
    );
  });

  it('are commands of curl, with what is required', () => {
    const { operations, root } = documentOf('control', 'operations');
    const commandOf = (id: string) => {
      const operation = operations.find((each) => each.id === id);
      return operation === undefined ? '' : curlText(operation, root, root.servers?.[0]?.url ?? '');
    };
    expect(commandOf('getHealth')).toBe('curl -sS http://127.0.0.1:4600/__reprise/health');
    expect(commandOf('forkWorld').split(' \\\n  ')).toEqual([
      'curl -sS http://127.0.0.1:4600/__reprise/worlds/default/fork',
      '-H "Authorization: Bearer $REPRISE_TOKEN"',
      "-H 'Content-Type: application/json'",
      `-d '{"name":"name"}'`,
    ]);
    expect(commandOf('removeWorld')).toContain('curl -sS -X DELETE ');
    const all = operations.map(({ id }) => commandOf(id)).join('\n');
    expect(all).not.toMatch(/\{\w+\}|undefined|a-token-for-tests/);
  });
});

describe('the channels', () => {
  it('are all there, with the messages of both sides', () => {
    const { channels, root } = documentOf('channels', 'channels');
    for (const { id, address, fromClient, toClient, parameters } of channels) {
      const { messages, bindings } = raw.get('channels').channels[id];
      const all = Object.keys(messages);
      expect(fromClient.map(({ name }) => `client-${name}`)).toEqual(
        all.filter((key) => key.startsWith('client-')),
      );
      expect(toClient.map(({ name }) => `server-${name}`)).toEqual(
        all.filter((key) => key.startsWith('server-')),
      );
      expect(parameters.map(({ name }) => name)).toEqual(Object.keys(bindings.ws.query.properties));
      expect(channelUrls(root, address)[0]).toBe(`ws://127.0.0.1:4600${address}`);
    }
    expect(channels).toHaveLength(4);
  });
});

describe('the schemas of the documents', () => {
  it.each(names)(
    'of %s are trees of a bounded depth in each of which every reference leads',
    (name) => {
      const root = raw.get(name);
      let nodes = 0;
      const visit = (schema: DocumentSchema, place: string, trail: readonly string[]) => {
        nodes += 1;
        const found = resolved(root, schema);
        if (schema.$ref !== undefined) {
          expect({ place, keys: Object.keys(found.schema).length }).not.toEqual({ place, keys: 0 });
        }
        if (found.name !== undefined && trail.includes(found.name)) return;
        const next = found.name === undefined ? trail : [...trail, found.name];
        if (place.length > 2_000) throw new Error(`${place} is too deep.`);
        for (const child of childrenOf(found.schema)) {
          visit(child.schema, `${place}.${child.name ?? child.label}`, next);
        }
      };
      for (const [place, schema] of schemasOf(name)) visit(schema, place, []);
      expect(nodes).toBeGreaterThan(3);
    },
  );

  it('have examples that they allow', () => {
    const refused: string[] = [];
    for (const name of names) {
      const root = raw.get(name);
      const ajv = new Ajv({ strict: false, validateFormats: false, validateSchema: false });
      ajv.addSchema(name === 'channels' ? root : inDraft7(root), name);
      const bySchema = new Map(
        schemasOf(name).map(([place, schema]) => [
          JSON.stringify(schema),
          [place, schema] as const,
        ]),
      );
      for (const [text, [place, schema]] of bySchema) {
        const absolute = JSON.parse(text.replaceAll('"#/', `"${name}#/`));
        const validate = ajv.compile(name === 'channels' ? absolute : inDraft7(absolute));
        if (!validate(exampleOf(root, schema))) refused.push(`${name} ${place}`);
      }
    }
    expect(refused).toEqual([]);
  });

  it('end, however they refer to each other', () => {
    const circle: DocumentSchema = {
      type: 'object',
      required: ['inner', 'list'],
      properties: {
        inner: { $ref: '#/Circle' },
        list: { type: 'array', items: { $ref: '#/Circle' } },
      },
    };
    const example = JSON.stringify(exampleOf({ Circle: circle }, { $ref: '#/Circle' }));
    expect(example.length).toBeLessThan(20_000);
  });
});

/** OpenAPI 3.0 says in words of its own what may be null, and which bounds are excluded. */
function inDraft7(schema: JsonBody): JsonBody {
  return JSON.parse(JSON.stringify(schema), (_name, value: JsonBody) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const { nullable, exclusiveMinimum, exclusiveMaximum, ...rest } = value;
    if (exclusiveMinimum === true) rest.exclusiveMinimum = rest.minimum;
    if (exclusiveMaximum === true) rest.exclusiveMaximum = rest.maximum;
    return nullable === true ? { anyOf: [{ type: 'null' }, rest] } : rest;
  });
}

describe('the list', () => {
  it('has the operations of a document by their tags', () => {
    const groups = listedParts(documentOf('control', 'operations'), '');
    expect(groups.map(({ tag }) => tag)).toContain('worlds');
    expect(groups.flatMap(({ parts }) => parts)).toHaveLength(
      documentOf('control', 'operations').operations.length,
    );
  });

  it('has those that each word of the filter finds', () => {
    const ids = (filter: string) =>
      listedParts(documentOf('control', 'operations'), filter).flatMap(({ parts }) =>
        parts.map(({ id }) => id),
      );
    expect(ids('FORK post')).toEqual(['forkWorld']);
    expect(ids('no such operation')).toEqual([]);
    expect(ids('  ')).toEqual(ids(''));
  });

  it('is empty while a document is read', () => {
    expect(listedParts({ kind: 'reading' }, '')).toEqual([]);
  });
});

describe('the address of an operation', () => {
  it.each([
    ['', { document: 'control', part: '' }],
    ['#/', { document: 'control', part: '' }],
    ['#/wallet', { document: 'wallet', part: '' }],
    ['#/control/forkWorld', { document: 'control', part: 'forkWorld' }],
    ['#/a%2Fb/%E0%A4%A', { document: 'a/b', part: '%E0%A4%A' }],
  ])('%j is %j', (fragment, address) => {
    expect(parseDocsAddress(fragment)).toEqual(address);
    expect(parseDocsAddress(printDocsAddress(address))).toEqual(address);
  });
});
