// The recipe for Docker: linted, its command executed, and built if there is a Docker daemon.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Ajv } from 'ajv';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { root } from '../support/documents/page.ts';
import { exitCodeOf, wordsOf } from '../support/documents/dockerfile.ts';
import { createProject, filesOf, type Project } from './recipe.ts';

const dockerfile = filesOf('Docker').get('Dockerfile') ?? '';
const compose = filesOf('Docker').get('compose.yaml') ?? '';

/** The schema of compose files from the Compose Specification. */
const schema = JSON.parse(
  readFileSync(join(root, 'test/support/documents/compose-spec.json'), 'utf8'),
) as object;
const isCompose = new Ajv({ strict: false, validateFormats: false }).compile(schema);

describe('the recipe for Docker', () => {
  it('has a Dockerfile without complaints of a linter', () => {
    expect(validate(dockerfile)).toEqual([]);
    expect(validate(dockerfile.replace('FROM', 'FORM')).length).toBeGreaterThan(0);
    expect(validate(dockerfile.replace('EXPOSE 4600', 'EXPOSE much')).length).toBeGreaterThan(0);
  });

  it('has a compose file that fits the Compose Specification', () => {
    const isFine = isCompose(parse(compose));
    expect({ isFine, errors: isCompose.errors }).toEqual({ isFine: true, errors: null });
    expect(isCompose(parse(compose.replace('ports:', 'portz:')))).toBe(false);
  });

  const hasDocker = (() => {
    try {
      execFileSync('docker', ['info'], { stdio: 'ignore' });
      execFileSync('docker', ['compose', 'version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  })();

  describe('in a project', () => {
    let project: Project;
    beforeAll(() => {
      project = createProject('Docker');
    });
    afterAll(() => project.remove());

    it('has a command that serves containers by their names, and says whether it is healthy', async () => {
      const [program = '', ...entry] = wordsOf(dockerfile, 'ENTRYPOINT');
      const args = [...entry, ...wordsOf(dockerfile, 'CMD')];
      const child = spawn(join(project.folder, program), [...args, '--port', '0', '--json'], {
        cwd: project.folder,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const exited = once(child, 'exit');
      try {
        const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
        const { port } = new URL((JSON.parse(line) as { url: string }).url);
        expect(await statusOf(port, 'reprise:4600')).toBe(200);
        const [node = '', ...check] = wordsOf(dockerfile, 'HEALTHCHECK');
        const here = { ...process.env, REPRISE_PORT: port };
        expect(await exitCodeOf(node, check, here)).toBe(0);
        child.kill('SIGTERM');
        await exited;
        expect(await exitCodeOf(node, check, here)).toBe(1);
      } finally {
        child.kill('SIGKILL');
      }
    });

    it.runIf(hasDocker)('is built, and answers another container', async () => {
      copyFileSync(inject('tarball'), join(project.folder, 'reprise.tgz'));
      const manifest = { private: true, dependencies: { reprise: 'file:reprise.tgz' } };
      project.write('package.json', JSON.stringify(manifest));
      execFileSync('npm', ['install', '--package-lock-only'], { cwd: project.folder });
      writeFileSync(
        join(project.folder, 'Dockerfile'),
        dockerfile.replace('package-lock.json ./', 'package-lock.json reprise.tgz ./'),
      );
      writeFileSync(join(project.folder, '.dockerignore'), 'node_modules\n');
      const { code, output } = await project.run(
        'docker compose up --build --exit-code-from app; code=$?; docker compose down --rmi local; exit $code',
      );
      expect({ code, output }).toMatchObject({
        code: 0,
        output: expect.stringContaining('5 wallets'),
      });
    });
  });
});

/** The status of a list of wallets, requested with this Host header. */
async function statusOf(port: string, host: string): Promise<number | undefined> {
  const headers = { Host: host, Authorization: 'Bearer TEST_API_KEY:reprise:demo' };
  const sent = request({ port, path: '/w/app/v1/w3s/wallets', headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}
