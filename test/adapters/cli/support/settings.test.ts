import { describe, expect } from 'vitest';
import { serveCommand } from '../../../../adapters/cli/serve/serve-command.ts';
import type { CliHost } from '../../../../adapters/cli/support/cli-host.ts';
import { applySettings, withConfigOptions } from '../../../../adapters/cli/support/settings.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';

const it = shellTest()
  .extend('write', ({ shell }) => {
    return (text: string, name = 'reprise.config.yaml') => shell.write(name, text);
  })
  .extend('optionsOf', ({ shell: { cwd } }) => {
    /** The options of `serve` from these flags, these variables and the configuration file of the folder. */
    return async (flags: readonly string[], env: Record<string, string> = {}) => {
      const host = { cwd, env, isRunning: () => false, now: () => new Date(0) };
      const command = serveCommand(host as unknown as CliHost, () => undefined);
      withConfigOptions(command);
      command.parseOptions([...flags]);
      await applySettings(command, host as unknown as CliHost, () => command);
      return command.opts();
    };
  })
  .extend('refused', ({ shell }) => {
    /** Runs `serve`, which must not start; returns its one-line error. */
    return async (flags: readonly string[] = [], env: Record<string, string> = {}) => {
      const { exitCode, out, errors } = await shell.run(['serve', ...flags], env);
      expect({ exitCode, out }).toEqual({ exitCode: 1, out: [] });
      expect(errors).toHaveLength(1);
      return errors[0];
    };
  });
describe('a configuration file', () => {
  it('sets flags of serve by their names, as the command line would', async ({
    write,
    optionsOf,
  }) => {
    write(
      `port: 4700\nmemory: true\nworlds-on-demand: false\njournal: false\nseed: one\nclock: skip\nrate: 2.5\nidle: off\n` +
        `epoch: 2030-01-01T00:00:00Z\nwallet-key: [TEST_API_KEY:a:b, LIVE_API_KEY:a:b]\n` +
        `allow-host: box.lan\noutbound-wait: 5s\nrsa-bits: 4096\nurl: http://x\nworld: bank\n`,
    );
    expect(await optionsOf([])).toMatchObject({
      port: 4_700,
      memory: true,
      seed: 'one',
      clock: 'skip',
      rate: 2.5,
      idle: false,
      epoch: Date.UTC(2030, 0, 1),
      walletKey: ['TEST_API_KEY:a:b', 'LIVE_API_KEY:a:b'],
      allowHost: ['box.lan'],
      outboundWait: 5_000,
      rsaBits: '4096',
    });
    expect(await optionsOf([])).toHaveProperty('journal', false);
    expect(await optionsOf([])).not.toHaveProperty('worldsOnDemand');
    write('journal: true\n');
    expect(await optionsOf([])).toHaveProperty('journal', true);
  });

  it('is overridden by environment variables, and these by flags', async ({ write, optionsOf }) => {
    expect(await optionsOf([])).toMatchObject({ port: 4_600 });
    write('{"port": 4700, "seed": "one", "wallet-key": "A:b:c"}', 'reprise.config.json');
    expect(await optionsOf([])).toMatchObject({ port: 4_700, seed: 'one' });
    const env = { REPRISE_PORT: '4800' };
    expect(await optionsOf([], env)).toMatchObject({ port: 4_800, seed: 'one' });
    expect(await optionsOf([], { REPRISE_PORT: '' })).toMatchObject({ port: 4_700 });
    const flags = ['--port', '4900', '--seed', 'two', '--wallet-key', 'TEST_API_KEY:c:d'];
    expect(await optionsOf(flags, env)).toMatchObject({
      port: 4_900,
      seed: 'two',
      walletKey: ['TEST_API_KEY:c:d'],
    });
  });

  it('is overridden by a flag that excludes a setting', async ({ write, optionsOf }) => {
    write('memory: true\n');
    expect(await optionsOf(['--data', 'a.db'])).not.toHaveProperty('memory');
    write('data: a.db\n');
    expect(await optionsOf(['--memory'])).not.toHaveProperty('data');
  });

  it('is selected with --config, and ignored with --no-config', async ({ write, optionsOf }) => {
    write('seed: one\n');
    write('seed: two\n', 'ci/reprise.yaml');
    expect(await optionsOf(['--config', 'ci/reprise.yaml'])).toMatchObject({ seed: 'two' });
    expect(await optionsOf(['--no-config'])).not.toHaveProperty('seed');
  });

  it('may be empty', async ({ write, optionsOf }) => {
    write('# nothing yet\n');
    expect(await optionsOf([])).toMatchObject({ port: 4_600 });
  });

  it.for([
    [
      'prot: 4700',
      /^reprise\.config\.yaml, line 1: There is no setting 'prot'\. Did you mean port\?/,
    ],
    ['walletKey: a', /There is no setting 'walletKey'\. Did you mean wallet-key\?/],
    ['json: true', /There is no setting 'json'/],
    [
      'seed: x\nport: 70000',
      /line 2: port '70000' is not valid\. It must be an integer from 0 to 65535\./,
    ],
    ['clock: fast', /clock 'fast' is not valid\. Allowed choices are real, frozen, skip\./],
    ['memory: yes', /line 1: memory must be true or false\./],
    ['seed: 42', /seed must be a text; write it in quotes\./],
    ['seed:', /seed must be a text/],
    ['port: [4700]', /port must be one value, not a list\./],
    ['data: a.db\nmemory: true', /set data or memory, not both\./],
    ['world: a b', /line 1: world 'a b' is not valid\. It must have 1 to 64 letters/],
    ['port: 0\nurl: server', /line 2: url 'server' is not valid\. It must be a URL such as/],
    ['- port', /must have settings by their names, such as port: 4600\./],
    [
      'port: 1\nport: 2',
      /^reprise\.config\.yaml cannot be read\. At line 2, column 1: repeated key\.$/,
    ],
    ['port: [', /^reprise\.config\.yaml cannot be read\. At line \d/],
  ] as const)(
    'is refused with %j, in one sentence with its place',
    async ([text, sentence], { write, refused }) => {
      write(text);
      expect(await refused()).toMatch(sentence);
    },
  );

  it('is refused for a wrong value that a flag or variable overrides', async ({
    write,
    refused,
  }) => {
    write('port: abc\n');
    const sentence =
      "reprise.config.yaml, line 1: port 'abc' is not valid. It must be an integer from 0 to 65535.";
    expect(await refused(['--port', '0'])).toBe(sentence);
    expect(await refused([], { REPRISE_PORT: '0' })).toBe(sentence);
  });

  it.for(['{"port": 4700,\n}', '{"port": 4700, seed: "x"}', 'port: 4700'])(
    'in JSON is refused if it is not JSON: %j',
    async (text, { write, refused }) => {
      write(text, 'reprise.config.json');
      // The rest is in the words of this version of Node.
      expect(await refused()).toMatch(
        /^reprise\.config\.json cannot be read as JSON\. .* JSON.*\.$/,
      );
    },
  );

  it('is rejected beside another one, or if it is missing', async ({ write, refused }) => {
    expect(await refused(['--config', 'absent.yaml'])).toBe(
      'There is no file absent.yaml. Set --config to a JSON or YAML file.',
    );
    write('');
    write('{}', 'reprise.config.json');
    expect(await refused()).toMatch(/^There are reprise\.config\.json and reprise\.config\.yaml\./);
  });

  it('is checked completely by each verb that reads it, and not read by others', async ({
    shell,
    write,
  }) => {
    write('prot: 4700');
    const { errors } = await shell.run(['clock']);
    expect(errors).toEqual([expect.stringMatching(/Did you mean port\?/)]);
    expect((await shell.run(['fixture', 'list'])).exitCode).toBe(0);
    write('{\n"world": "a b"}', 'other.json');
    for (const verb of ['clock', 'worlds']) {
      expect((await shell.run([verb, '--config', 'other.json'])).errors).toEqual([
        expect.stringMatching(/^other\.json, line 2: world 'a b' is not valid\. It must have 1 to/),
      ]);
    }
  });
});

describe('a verb of a running server', () => {
  it('finds the server and its world by variables and the file', async ({ shell, write }) => {
    const { ready } = await shell.serve(['--memory', '--clock', 'frozen']);
    await shell.serve(['--memory', '--clock', 'skip']); // the newest server is the default
    const mode = async (env: Record<string, string> = {}, flags: readonly string[] = []) => {
      const { out, errors } = await shell.run(['clock', 'show', '--json', ...flags], env);
      return errors[0] ?? (JSON.parse(out[0] ?? '{}') as { mode: string }).mode;
    };
    expect(await mode()).toBe('skip');
    const port = new URL(ready.url).port;
    expect(await mode({ REPRISE_PORT: port })).toBe('frozen');
    expect(await mode({ REPRISE_PORT: '0' })).toBe('skip');
    expect(await mode({ REPRISE_PORT: 'x' })).toBe(
      "REPRISE_PORT 'x' is not valid. It must be an integer from 0 to 65535.",
    );
    expect(await mode({ REPRISE_URL: ready.url, REPRISE_PORT: '1' })).toBe('frozen');
    expect(await mode({ REPRISE_WORLD: 'nowhere' })).toContain("no world 'nowhere'");
    write(`url: ${ready.url}\nworld: nowhere\nseed: one\n`);
    expect(await mode()).toContain("no world 'nowhere'");
    expect(await mode({ REPRISE_WORLD: 'default' })).toBe('frozen');
    expect(await mode({}, ['--world', 'default'])).toBe('frozen');
    expect(
      await mode({ REPRISE_TOKEN: ready.token, REPRISE_PORT: '1' }, ['--no-config']),
    ).toContain('No server answers at http://127.0.0.1:1.');
  });

  it('sends none of these options to the server', async ({ shell, write }) => {
    await shell.serve(['--memory', '--clock', 'frozen']);
    write('world: default\n', 'other.yaml');
    const args = ['fault', 'add', 'hang', '--config', 'other.yaml'];
    expect(await shell.run(args)).toMatchObject({ exitCode: 0, errors: [] });
  });
});
