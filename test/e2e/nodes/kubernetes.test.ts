// The example for Kubernetes: its manifests fit the types of its API, and one pod is started as they say, without Kubernetes.

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Deployment } from 'kubernetes-types/apps/v1.d.ts';
import type { Service } from 'kubernetes-types/core/v1.d.ts';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.d.ts';
import { parseAllDocuments } from 'yaml';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { shutdownMs } from '../../../adapters/cli/serve/serve.ts';
import { drainMsMax, handOverMsMax } from '../../../adapters/nodes/limits.ts';
import { limitsDefault } from '../../../adapters/stores/postgres/limits.ts';
import { samplesIn } from '../../support/documents/exposition.ts';
import { instructionsOf, wordsOf } from '../../support/documents/dockerfile.ts';
import { root } from '../../support/documents/page.ts';
import { describePostgres, testServer } from '../../support/postgres/databases.ts';
import { longMs } from '../../support/runner/timeouts.ts';
import { temporaryFolder } from '../../support/runner/temporary-folder.ts';
import { composeText, deployment, readCompose } from '../../support/server/compose.ts';
import { startServe } from '../../support/server/serve-process.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const text = readFileSync(join(deployment, 'kubernetes.yaml'), 'utf8');
const [pods, service, budget] = parseAllDocuments(text).map(
  (one) => one.toJS() as unknown,
) as unknown as [Deployment, Service, PodDisruptionBudget];
const template = pods.spec?.template;
const spec = template?.spec;
const container = spec?.containers[0];
const folder = temporaryFolder();

/** The complaints of the compiler about manifests as literals: of wrong types, and of members that do not exist. */
async function complaintsAbout(manifests: readonly unknown[]): Promise<string> {
  const types = ['apps/v1', 'core/v1', 'policy/v1'];
  const names = ['Deployment', 'Service', 'PodDisruptionBudget'];
  const lines = names.flatMap((name, index) => [
    `import type { ${name} } from 'kubernetes-types/${types[index]}';`,
    `export const one${index}: ${name} = ${JSON.stringify(manifests[index])};`,
  ]);
  const file = join(folder, 'manifests.ts');
  writeFileSync(file, lines.join('\n'));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--ignoreConfig', file];
  return promisify(execFile)(process.execPath, [compiler, ...flags], { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

describe('the manifests', () => {
  it('fit the types of the API', async () => {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    expect(await complaintsAbout([pods, service, budget])).toBe('');
    const misspelt = JSON.parse(
      JSON.stringify(pods).replace('readinessProbe', 'readynessProbe'),
    ) as unknown;
    expect(await complaintsAbout([misspelt, service, budget])).toContain('readynessProbe');
  });

  it('are of three pods, which the Service and the budget select', () => {
    expect([pods.kind, service.kind, budget.kind]).toEqual([
      'Deployment',
      'Service',
      'PodDisruptionBudget',
    ]);
    expect(pods.spec?.replicas).toBe(3);
    const labels = template?.metadata?.labels;
    expect(pods.spec?.selector.matchLabels).toEqual(labels);
    expect(service.spec?.selector).toEqual(labels);
    expect(budget.spec?.selector?.matchLabels).toEqual(labels);
    const [{ name, containerPort } = {}] = container?.ports ?? [];
    expect(service.spec?.ports?.[0]?.targetPort).toBe(name);
    const exposed = instructionsOf(dockerfile).find((one) => one.name === 'EXPOSE')?.rest;
    expect(`${containerPort}`).toBe(exposed);
    for (const probe of [container?.readinessProbe, container?.livenessProbe]) {
      expect(probe?.httpGet?.port).toBe(name);
    }
  });

  it('leave a pod the time to hand its worlds over', () => {
    const pause = Number(container?.lifecycle?.preStop?.exec?.command?.[1]) * 1_000;
    // The last world is handed over late: its requests end first, and the store may be away.
    const handOver = drainMsMax + handOverMsMax + limitsDefault.awayMsMax;
    const needed = handOver + shutdownMs;
    const [, stated] = /hand-over of worlds \(some (\d+) s at most\)/.exec(text) ?? [];
    expect(Number(stated) * 1_000).toBe(handOver);
    expect((spec?.terminationGracePeriodSeconds ?? 0) * 1_000).toBeGreaterThan(pause + needed);
    const { services } = readCompose(composeText(), { POSTGRES_PASSWORD: '', REPRISE_TOKEN: '' });
    const grace = services['reprise-1']?.stop_grace_period ?? '';
    expect(Number.parseInt(grace, 10) * 1_000).toBeGreaterThan(needed);
  });

  it('take secrets from a Secret, and run as a user without rights', () => {
    const secrets = container?.env?.filter(({ name }) => name.startsWith('REPRISE_')) ?? [];
    expect(secrets.map(({ name, value, valueFrom }) => [name, value, valueFrom])).toEqual([
      ['REPRISE_STORE', undefined, { secretKeyRef: { name: 'reprise', key: 'store' } }],
      ['REPRISE_TOKEN', undefined, { secretKeyRef: { name: 'reprise', key: 'token' } }],
    ]);
    expect(spec?.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(spec?.enableServiceLinks).toBe(false); // REPRISE_PORT would be an address
    const home = instructionsOf(dockerfile).findLast(({ name }) => name === 'WORKDIR')?.rest;
    expect(container?.volumeMounts?.map(({ mountPath }) => mountPath)).toContain(home);
    expect(container?.securityContext?.readOnlyRootFilesystem).toBe(true);
    for (const { name, emptyDir } of spec?.volumes ?? []) {
      expect({ name, emptyDir }).toEqual({ name, emptyDir: { sizeLimit: expect.any(String) } });
    }
  });
});

describePostgres('a pod', () => {
  const { newUrl } = testServer(['fsync=off']);

  it('answers probes and Prometheus at its address, and nothing but services elsewhere', async () => {
    const ip = '10.1.2.3';
    const entry = wordsOf(dockerfile, 'ENTRYPOINT');
    const flags = [...entry.slice(entry.indexOf('serve') + 1), ...(container?.args ?? [])]
      .map((word) => word.replace('$(POD_IP)', ip))
      .map((word) => (word === '0.0.0.0' ? '127.0.0.1' : word));
    const env = { REPRISE_STORE: await newUrl(), REPRISE_TOKEN: 'token-of-a-pod' };
    const pod = await startServe(flags, { cwd: folder, env });
    onTestFinished(async () => void (await pod.stop('SIGKILL')));
    const { port } = new URL(pod.url);

    async function get(path: string, host: string, authorization = '') {
      const headers = {
        Host: host,
        ...(authorization === '' ? {} : { Authorization: authorization }),
      };
      const sent = request({ port, path, headers }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      return { status: answer.statusCode, body: Buffer.concat(chunks).toString() };
    }

    const address = `${ip}:4600`;
    for (const probe of [container?.readinessProbe, container?.livenessProbe]) {
      expect((await get(probe?.httpGet?.path ?? '', address)).status).toBe(200);
    }
    const annotations = template?.metadata?.annotations ?? {};
    expect(annotations['prometheus.io/port']).toBe('4600');
    const metrics = await get(annotations['prometheus.io/path'] ?? '', address);
    expect(samplesIn(metrics.body).get('reprise_lease_held')).toBe(1);
    const bearer = 'Bearer token-of-a-pod';
    const nodes = await get('/__reprise/nodes', 'reprise:4600', bearer);
    expect(JSON.parse(nodes.body)).toMatchObject({ nodes: [{ address: `http://${address}` }] });
    expect((await get('/__reprise/nodes', 'elsewhere.example', bearer)).status).toBe(403);
    expect(await pod.stop()).toBe(0);
  });
});
