// Calls every method of the real client, in the versions that applications use, and checks its response. The list of methods
// comes from the types of the packages, so that an added or removed method fails here.

import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as current from '@circle-fin/developer-controlled-wallets';
import * as older from 'circle-wallets-9';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { serverForEach } from '../support/server/requests.ts';
import { entitySecret, testKey } from '../support/server/server.ts';
import { newerClientVersion } from '../nodes/newer-client.ts';
import { entity } from './methods/entity.ts';
import { signing } from './methods/signing.ts';
import { expectRefused, type Client, type Method, type Scenarios } from './methods/scene.ts';
import { transactions } from './methods/transactions.ts';
import { wallets } from './methods/wallets.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';

const scenarios: Scenarios<Method> = { ...entity, ...wallets, ...signing, ...transactions };
const methods = Object.keys(scenarios) as Method[];

const versions = [
  { name: 'circle-wallets-9', version: '9.6.0', api: older },
  { name: '@circle-fin/developer-controlled-wallets', version: '10.6.0', api: current },
  ...newerClient(),
];

/** A version that needs a newer Node; `npm run test:nodes` installs it, and names its folder. */
function newerClient() {
  const { NEWER_WALLET_CLIENT: name } = process.env;
  if (name === undefined) return [];
  const api = createRequire(import.meta.url)(name) as typeof current;
  return [{ name, version: newerClientVersion, api }];
}

/** The folder of a package. */
function folderOf(name: string): string {
  return dirname(dirname(createRequire(import.meta.url).resolve(name)));
}

function typesOf(name: string): string {
  const file = join(folderOf(name), 'dist/types/developer-controlled-wallets.d.ts');
  return readFileSync(file, 'utf8');
}

/** The client's methods according to the types of a package, sorted. */
function declaredMethods(name: string): readonly string[] {
  const declaration =
    /^declare class CircleDeveloperControlledWalletsClient(?: extends (\w+))? \{\n(.*?)^\}/ms;
  const [, base, body = ''] = declaration.exec(typesOf(name)) ?? [];
  expect(base, 'a class that inherits its methods is not understood').toBeUndefined();
  const members = [...body.matchAll(/^ {4}(?!private |protected |constructor\b)(\w+)/gm)];
  return [...new Set(members.map(([, member = '']) => member))].toSorted();
}

/** The client's methods at run time. */
function presentMethods(client: object): readonly string[] {
  const prototype = Object.getPrototypeOf(client) as object;
  const own = [...Object.getOwnPropertyNames(prototype), ...Object.keys(client)];
  const isMethod = (name: string) =>
    name !== 'constructor' && typeof Reflect.get(client, name) === 'function';
  return own.filter(isMethod).toSorted();
}

/** The functions that a package exports in addition to its client. */
function declaredFunctions(name: string): readonly string[] {
  return [...typesOf(name).matchAll(/^declare function (\w+)/gm)]
    .map(([, one = '']) => one)
    .toSorted();
}

describe.each(versions)('the client $version', ({ name, version, api }) => {
  const server = serverForEach();
  const config = () => ({ apiKey: testKey, entitySecret, baseUrl: server().url });
  /** Typed as the version of the scenarios; the other versions differ only in fewer types. */
  const connect = () => api.initiateDeveloperControlledWalletsClient(config()) as unknown as Client;

  it('has the expected version', () => {
    const file = join(folderOf(name), 'package.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version });
  });

  it('has exactly the methods that are called here', () => {
    const declared = declaredMethods(name);
    expect(declared).toEqual(methods.toSorted());
    expect(presentMethods(connect())).toEqual(declared);
  });

  it.each(methods)('%s', async (method) => {
    const client = connect();
    const calls = vi.spyOn(client, method);
    await scenarios[method]({ client, server: server() });
    expect(calls).toHaveBeenCalled();
  });

  it('exports functions, which are all called here', () => {
    expect(declaredFunctions(name)).toEqual([
      'generateEntitySecret',
      'generateEntitySecretCiphertext',
      'initiateDeveloperControlledWalletsClient',
      'registerEntitySecretCiphertext',
    ]);
  });

  it('generates an entity secret, registers it once, and encrypts it', async () => {
    const printed = vi.spyOn(console, 'log').mockReturnValue(); // they print instructions for people
    onTestFinished(() => printed.mockRestore());
    api.generateEntitySecret();
    const secret = /\b[0-9a-f]{64}\b/.exec(printed.mock.calls.join('\n'))?.[0] ?? '';
    expect(secret).toHaveLength(64);

    const own = { ...config(), entitySecret: secret };
    const folder = testFolder();
    const register = () =>
      api.registerEntitySecretCiphertext({ ...own, recoveryFileDownloadPath: folder });
    const { data } = await register();
    expect(data?.recoveryFile).toMatch(/^[A-Za-z0-9+/]+=*$/);
    const [file = ''] = readdirSync(folder);
    expect(readFileSync(join(folder, file)).length).toBeGreaterThan(0);
    await expectRefused(register(), 409, 156015);

    const make = async (input: Parameters<typeof api.generateEntitySecretCiphertext>[0]) =>
      server().request('POST', '/v1/w3s/developer/walletSets', {
        idempotencyKey: crypto.randomUUID(),
        entitySecretCiphertext: await api.generateEntitySecretCiphertext(input),
      });
    expect((await make(own)).status).toBe(201);
    expect((await make(config())).body).toMatchObject({ code: 156013 });
  });
});
