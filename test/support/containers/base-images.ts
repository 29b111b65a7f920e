// The images of others that the project names, made on this machine from Debian's packages and its Node: no registry of images is needed.

import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../documents/page.ts';
import type { Docker } from './docker.ts';
import { runProgram } from './programs.ts';

const suite = 'bookworm';
const sources = join(root, 'test/support/containers');

/** As the image of Debian has them: packages are removed once they are installed. */
const aptSettings = `DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb"; };
Acquire::Languages "none";
`;

/** Makes the image that the others start from, and runs a container of it. Rejects if one cannot run here. */
export async function makeFirstImage(docker: Docker): Promise<void> {
  const folder = join(docker.folder, suite);
  await runProgram('debootstrap', ['--variant=minbase', suite, folder]);
  rmSync(join(folder, 'var/cache/apt/archives'), { recursive: true });
  rmSync(join(folder, 'var/lib/apt/lists'), { recursive: true });
  writeFileSync(join(folder, 'etc/apt/apt.conf.d/docker-clean'), aptSettings);
  await docker.import('stand-in', folder);
  rmSync(folder, { recursive: true });
  await docker.run('run', '--rm', '--network', 'none', 'stand-in', 'true');
}

export async function makeServiceImages(docker: Docker): Promise<void> {
  await docker.build('postgres:15', join(sources, 'postgres'));
  await docker.build('haproxy:2.6', join(sources, 'haproxy'));
}

/** From which the project's own image is built. */
export async function makeNodeImage(docker: Docker): Promise<void> {
  const folder = join(docker.folder, 'node');
  await copyNode(folder);
  await docker.build(`node:20-${suite}-slim`, folder);
  rmSync(folder, { recursive: true });
}

/** Node, its headers, npm and how that reaches its registry from here. */
async function copyNode(context: string): Promise<void> {
  const folder = join(context, 'local');
  const npm = async (...args: readonly string[]) => runProgram('npm', args, { cwd: root });
  const node = realpathSync(process.execPath);
  mkdirSync(join(folder, 'bin'), { recursive: true });
  cpSync(join(sources, 'node/Dockerfile'), join(context, 'Dockerfile'));
  cpSync(join(sources, 'node/docker-entrypoint.sh'), join(folder, 'bin/docker-entrypoint.sh'));
  cpSync(node, join(folder, 'bin/node'));
  chmodSync(join(folder, 'bin/node'), 0o755);
  const modules = await npm('root', '--global');
  cpSync(join(modules, 'npm'), join(folder, 'lib/node_modules/npm'), { recursive: true });
  const settings = [`registry=${await npm('config', 'get', 'registry')}`];
  const headers = join(dirname(node), '../include/node');
  if (existsSync(headers)) {
    cpSync(headers, join(folder, 'include/node'), { recursive: true });
    settings.push('nodedir=/usr/local');
  }
  const named = [await npm('config', 'get', 'cafile'), process.env['NODE_EXTRA_CA_CERTS'] ?? ''];
  const certificates = named.find((file) => existsSync(file));
  mkdirSync(join(folder, 'etc'));
  if (certificates !== undefined) {
    cpSync(certificates, join(folder, 'etc/ca.pem'), { dereference: true });
    settings.push('cafile=/usr/local/etc/ca.pem');
  }
  writeFileSync(join(folder, 'etc/npmrc'), `${settings.join('\n')}\n`);
}
