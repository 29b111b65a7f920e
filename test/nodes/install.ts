// The Node versions that Reprise is tested on, installed from the registry into a folder of their own.

import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The oldest supported version, and the newest at the time of writing. */
export const nodeVersions = ['20.0.0', '26.10.0'] as const;

/** The oldest Node that requires ES modules without a flag, and the newest. */
export const requiringVersions = ['22.12.0', nodeVersions[1]] as const;

/** A Node executable. */
export interface Node {
  readonly version: string;
  readonly path: string;
}

/** Installs a version; the npm package of this platform contains only the executable. */
export async function installNode(version: string, folder: string): Promise<Node> {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const prefix = join(folder, version);
  mkdirSync(prefix, { recursive: true });
  const flags = ['--no-save', '--no-audit', '--no-fund', '--prefer-offline', '--prefix', prefix];
  await run('npm', ['install', ...flags, `${name}@${version}`], { cwd: prefix });
  return { version, path: join(prefix, 'node_modules', name, 'bin', 'node') };
}
