// `npm run test:nodes`: replays all recordings on the oldest and the newest supported Node, in two zones and locales. Plays and
// records a story on each Node, which must have the same digest everywhere, and replays it on all. Speech must have the same
// bytes on each. A client of the wallet that needs the newest Node works there.

import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { builtMain } from '../support/server/serve-process.ts';
import { receiveWebhooks } from '../support/server/webhook-receiver.ts';
import { installNode, nodeVersions, type Node } from './install.ts';
import { newerClientVersion, testNewerClient } from './newer-client.ts';
import { playStory } from './story.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

const environments = [
  { TZ: 'Asia/Kolkata', LC_ALL: 'tr_TR.UTF-8' },
  { TZ: 'Pacific/Apia', LC_ALL: 'ja_JP.eucJP' },
] as const;
type Env = (typeof environments)[number];

/** The zone and the language that a Node reads from its environment. */
const seen =
  'JSON.stringify([process.versions.node, Intl.DateTimeFormat().resolvedOptions().timeZone, Intl.NumberFormat().resolvedOptions().locale.slice(0, 2)])';

async function output(node: Node, env: Env, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run(node.path, args, {
    cwd: root,
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** Replays files; returns their digests. Rejects unless all are equal. */
async function replayed(node: Node, env: Env, ...files: readonly string[]): Promise<string[]> {
  const { equal, replays } = JSON.parse(
    await output(node, env, builtMain, 'replay', '--json', ...files),
  ) as { readonly equal: boolean; readonly replays: readonly { readonly digest: string }[] };
  assert.ok(equal);
  assert.ok(replays.length > 0);
  return replays.map(({ digest }) => digest);
}

/** SQLite's addon is compiled for the Node that installed it; others serve from memory. */
async function storeFlags(node: Node, env: Env, file: string): Promise<readonly string[]> {
  const abi = await output(node, env, '--print', 'process.versions.modules');
  return abi.trim() === process.versions.modules ? ['--data', file] : ['--memory'];
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly engines: { readonly node: string };
};
assert.equal(
  `>=${nodeVersions[0].replace(/(\.0)+$/, '')}`,
  manifest.engines.node,
  'engines begins with the oldest version that is tested',
);

const folder = mkdtempSync(join(tmpdir(), 'reprise-nodes-'));
const sentence = 'Please hold the line for 4 minutes, café Łódź, привет.';
const saying = [builtMain, 'say', sentence, '-o', join(folder, 'said.wav'), '--json'];
const receiver = await receiveWebhooks();
try {
  const nodes: Node[] = [];
  for (const version of nodeVersions) nodes.push(await installNode(version, folder));

  const all = new Set<string>();
  for (const node of nodes) {
    for (const env of environments) {
      assert.deepEqual(JSON.parse(await output(node, env, '--print', seen)), [
        node.version,
        env.TZ === 'Asia/Kolkata' ? 'Asia/Calcutta' : env.TZ,
        env.LC_ALL.slice(0, 2),
      ]);
      const digests = await replayed(node, env, 'recordings');
      all.add(digests.join());
      console.log(
        `Node ${node.version}, ${env.TZ}, ${env.LC_ALL}: ${digests.length} recordings equal`,
      );
    }
  }
  assert.equal(all.size, 1, 'all have the same digests everywhere');

  const spoken = await Promise.all(nodes.map((node) => output(node, environments[0], ...saying)));
  assert.equal(new Set(spoken).size, 1, 'speech has the same bytes everywhere');
  console.log(`All speak the same bytes: ${spoken[0]?.trim() ?? ''}`);

  const files: string[] = [];
  const stories: string[] = [];
  for (const [index, node] of nodes.entries()) {
    const env = environments[index % environments.length] as Env;
    const record = join(folder, `${node.version}.jsonl`);
    const store = await storeFlags(node, env, join(folder, `${node.version}.db`));
    stories.push(await playStory({ node, cwd: folder, env, record, store, receiver }));
    files.push(record);
    console.log(
      `Node ${node.version} serves and records (${store[0] ?? ''}): ${stories.at(-1) ?? ''}`,
    );
  }
  assert.equal(new Set(stories).size, 1, 'the story has the same digest everywhere');
  for (const node of nodes) {
    assert.deepEqual(await replayed(node, environments[0], ...files), stories);
    console.log(`Node ${node.version} replays what the others recorded`);
  }

  const newest = nodes.at(-1) as Node;
  await testNewerClient(newest, root, folder);
  console.log(`Every method of client ${newerClientVersion} works on Node ${newest.version}`);
} finally {
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
}
