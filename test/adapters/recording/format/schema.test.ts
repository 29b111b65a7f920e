// The committed JSON Schema is generated from the schemas of the reader, and has the same members as the README.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { readChunks } from '../../../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../../../adapters/recording/replay/replay.ts';
import { chunked } from '../../../support/recording/recording-file.ts';
import {
  proxyRecordingSchema,
  recordingSchema,
  type LineSchema,
} from '../../../support/recording/recording-schema.ts';
import { startServer } from '../../../support/server/server.ts';
import { openTalkRecording } from '../../../support/recording/talk-recording.ts';
import { temporaryFolder } from '../../../support/runner/temporary-folder.ts';

const recordings = fileURLToPath(new URL('../../../../recordings/', import.meta.url));
const page = readFileSync(join(recordings, 'README.md'), 'utf8');
const schema = recordingSchema();
const isLine = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

type Line = Readonly<Record<string, unknown>> & { readonly kind: string };

function linesOf(file: string): readonly Line[] {
  const texts = readFileSync(file, 'utf8').trimEnd().split('\n');
  return texts.map((text) => JSON.parse(text) as Line);
}

const folder = temporaryFolder();

const quiet = async () => {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((done) => setImmediate(done));
};

/** A recording of two clients that talk in text and in bytes; the service closes one connection. */
async function talkLines(): Promise<readonly Line[]> {
  const { WebSocket, recordings: recorder, engine, file } = await openTalkRecording(folder);
  const headers = { authorization: 'Token a-secret-of-the-talk-service' };
  const [ann, bob] = ['ann', 'bob'].map(
    (id) => new WebSocket(`/talk?id=${id}`, ['talk'], { headers }),
  );
  await quiet();
  ann?.send('one all two');
  ann?.send(Buffer.of(1, 2, 255));
  bob?.send('look');
  bob?.send('bye');
  await quiet();
  ann?.close(3001, 'enough');
  await quiet();
  await recorder.stop('default');
  await engine.close();
  return linesOf(file);
}

/** A recording of many kinds of requests, in a world with earlier inputs. */
async function walletLines(): Promise<readonly Line[]> {
  const server = await startServer();
  const file = join(folder, 'wallet.jsonl');
  try {
    const { recordings: recorder, engine } = server.reprise;
    await server.control('POST', '/worlds/default/clock/advance', { by: '1s' });
    await recorder.start(engine.world('default')!, { file });
    const client = server.client();
    const { data } = await client.createWalletSet({ name: 'of the schema' });
    const walletSetId = data?.walletSet?.id ?? '';
    await client.createWallets({ walletSetId, blockchains: ['ETH-SEPOLIA'], count: 1 });
    const controls = '/worlds/default/wallet/chains/ETH-SEPOLIA';
    await server.control('PATCH', controls, { congestion: 2 });
    const endpoint = 'https://hooks.example/?key=a-secret-of-the-endpoint'; // not an allowed host: nothing is sent
    await server.request('POST', '/v2/notifications/subscriptions', { endpoint });
    await server.control('POST', '/worlds/default/clock/advance', { by: '1m' });
    await server.request('GET', '/v1/w3s/wallets');
    await recorder.stop('default');
  } finally {
    await server.close();
  }
  return linesOf(file);
}

describe('recordings/recording.schema.json', () => {
  let fresh: readonly Line[] = [];
  beforeAll(async () => {
    fresh = [...(await talkLines()), ...(await walletLines())];
  });

  it('is generated from the schemas of the reader', async () => {
    const text = `${JSON.stringify(schema, undefined, 2)}\n`;
    await expect(text).toMatchFileSnapshot(join(recordings, 'recording.schema.json'));
  });

  it('has another one for recordings of real services', async () => {
    const text = `${JSON.stringify(proxyRecordingSchema(), undefined, 2)}\n`;
    await expect(text).toMatchFileSnapshot(join(recordings, 'proxy-recording.schema.json'));
  });

  it('describes every member', () => {
    const definitions = [
      ...Object.entries(schema.$defs),
      ...Object.entries(proxyRecordingSchema().$defs),
    ];
    const dumb = definitions.flatMap(([kind, definition]) =>
      membersOf(definition)
        .filter(({ path, description }) => path !== 'kind' && description === undefined)
        .map(({ path }) => `${kind} ${path}`),
    );
    expect(dumb).toEqual([]);
  });

  it('accepts every line of every recording in the tree', () => {
    const files = readdirSync(recordings, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.jsonl'))) {
      for (const line of linesOf(join(recordings, file))) {
        expect({ file, line, fits: isLine(line) }).toMatchObject({ fits: true });
      }
    }
  });

  it('accepts every line of new recordings, of every kind', () => {
    for (const line of fresh) expect({ line, fits: isLine(line) }).toMatchObject({ fits: true });
    const kinds = new Set(fresh.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(Object.keys(schema.$defs).sort());
  });

  it('rejects lines with an unknown, missing or invalid member', () => {
    for (const line of fresh) {
      const { required = [] } = schema.$defs[line.kind] as LineSchema;
      const { [line.kind]: _, ...others } = schema.$defs;
      const changed: readonly object[] = [
        { ...line, unknown: 1 },
        { ...line, text: '', base64: '' },
        ...Object.keys(line).map((name) => ({ ...line, [name]: { not: [name] } })),
        ...[...required, 'input', 'after']
          .filter((name) => name in line)
          .map((name) => ({ ...line, [name]: undefined })),
        ...Object.keys(others)
          .filter((kind) => !isAlike(kind, line.kind))
          .map((kind) => ({ ...line, kind })),
      ];
      for (const other of changed.map((one) => JSON.parse(JSON.stringify(one)) as Line)) {
        const isOpen = JSON.stringify(other).match(/"(data|facts|fixture|headers)":\{"not":/);
        if (isOpen === null || isOpen[1] === 'headers') {
          expect({ other, fits: isLine(other) }).toMatchObject({ fits: false });
        }
      }
    }
  });
});

/** Whether two kinds have the same members: all kinds of requests do. */
function isAlike(kind: string, other: string): boolean {
  const requests = ['http.request', 'clock', 'control'];
  return requests.includes(kind) && requests.includes(other);
}

interface Member {
  /** The names of the enclosing members and its own, joined by dots. */
  readonly path: string;
  readonly isRequired: boolean;
  readonly description: string | undefined;
}

function membersOf(
  { properties, required = [] }: LineSchema,
  front = '',
  isIn = true,
): readonly Member[] {
  return Object.entries(properties).flatMap(([name, member]) => [
    {
      path: front + name,
      isRequired: isIn && required.includes(name),
      description: member.description,
    },
    ...('properties' in member
      ? membersOf(member, `${front}${name}.`, isIn && required.includes(name))
      : []),
  ]);
}

/** The members that the page lists, by kind. Optional ones have a text that begins with `Absent:`. */
function listedMembers(): Readonly<Record<string, readonly Omit<Member, 'description'>[]>> {
  const listed = page
    .split(/^### (?=`)/m)
    .slice(1)
    .flatMap((chapter) => {
      const [title = '', ...lines] = chapter.split(/^## /m)[0]?.split('\n') ?? [];
      const items = lines
        .join('\n')
        .matchAll(/^- ((?:`[^`]+`(?:, )?)+):([^]*?)(?=\n- |\n\n|(?![^]))/gm);
      const members = [...items].flatMap(([, names = '', text = '']) =>
        codeIn(names).map((path) => ({ path, isRequired: !/\sAbsent:\s/.test(text) })),
      );
      return codeIn(title).map((kind) => [kind, members] as const);
    });
  return Object.fromEntries(listed);
}

/** The lines of the example recording on the page, which prints objects over several lines. */
function shownLines(): readonly string[] {
  const [, block = ''] = /^```json\n([^]*?)^```/m.exec(page) ?? [];
  return block.split('\n\n').map((text) => JSON.stringify(JSON.parse(text)));
}

const codeIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '');

describe('recordings/README.md', () => {
  it('shows a whole recording that replays equal', async () => {
    const lines = shownLines();
    const file = Buffer.from(`${lines.join('\n')}\n`);
    const recording = await readChunks(chunked(file), 'the example');
    expect(recording.ending.kind).toBe('whole');
    for (const line of lines) expect(isLine(JSON.parse(line))).toBe(true);
    const { divergence, compared } = await replayRecording('the example', recording);
    expect(divergence).toBeUndefined();
    expect(compared.answers).toBe(1);
  });

  it('lists the facts of all services', () => {
    const adapters = fileURLToPath(new URL('../../../../adapters/', import.meta.url));
    const files = readdirSync(adapters, { recursive: true, encoding: 'utf8' });
    const found = files
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => [
        ...readFileSync(join(adapters, name), 'utf8').matchAll(
          /recordedFact\(\s*[\w.]+,\s*'(\w+)'/g,
        ),
      ])
      .map(([, fact]) => fact ?? '');
    const chapter = /^### Facts\n([^]*?)^## /m.exec(page)?.[1] ?? '';
    const listed = [...chapter.matchAll(/^- `(\w+)`/gm)].map(([, fact]) => fact ?? '');
    expect(listed.toSorted()).toEqual([...new Set(found)].toSorted());
    expect(listed.length).toBeGreaterThan(0);
  });

  it('lists the kinds and members of the schema, and no others', () => {
    const sorted = (members: readonly Omit<Member, 'description'>[]) =>
      members.map(({ path, isRequired }) => `${path}${isRequired ? '' : ', not always'}`).sort();
    const listed = listedMembers();
    expect(Object.keys(listed).sort()).toEqual(Object.keys(schema.$defs).sort());
    for (const [kind, definition] of Object.entries(schema.$defs)) {
      const members = sorted(membersOf(definition));
      expect({ kind, members: sorted(listed[kind] ?? []) }).toEqual({ kind, members });
    }
  });
});
