import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CliError, exitCodes } from '../../../../adapters/cli/support/errors.ts';
import { fixtureNamed } from '../../../../adapters/cli/serve/fixture.ts';
import { temporaryFolder } from '../../../support/runner/temporary-folder.ts';

const folder = temporaryFolder();
let file = '';

beforeAll(() => {
  file = join(folder, 'hostile.yaml');
});

/** The error for a fixture file with this content. */
function errorOf(content: string | Buffer): CliError {
  writeFileSync(file, content);
  try {
    fixtureNamed(file);
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
  throw new Error('The fixture was accepted.');
}

/** A YAML bomb: each list has ten aliases of the one before. */
function laughs(): string {
  const letters = 'abcdefghij'.split('');
  const lists = letters.map((letter, index) => {
    const before = letters[index - 1];
    const item = before === undefined ? 'ha' : `*${before}`;
    return `${letter}: &${letter} [${Array.from({ length: 10 }, () => item).join(', ')}]`;
  });
  return ['version: 1', ...lists].join('\n');
}

describe('an invalid fixture file', () => {
  it.each<[string, string | Buffer, string]>([
    ['lists of lists of lists by alias', laughs(), 'too many aliases'],
    ['a section in itself', 'version: 1\nwallet: &a { walletSets: [*a] }\n', 'walletSets'],
    ['itself as a section', '&a\nversion: 1\nwallet: *a\n', 'fixture.wallet'],
    [
      'wallets in themselves',
      'version: 1\nwallet: { walletSets: &a [{ wallets: *a }] }\n',
      'fixture.wallet.walletSets.0.wallets.0',
    ],
    ['a member twice', 'version: 1\nversion: 1\n', 'repeated key'],
    ['two documents', 'version: 1\n---\nversion: 1\n', 'multiple docs'],
    ['a merge', 'version: 1\n<<: { wallet: {} }\n', '<<'],
    ['a prototype', '__proto__: { version: 1 }\n', 'fixture.version'],
    ['a prototype beside', 'version: 1\n__proto__: {}\n', '__proto__'],
    ['a list as a key', '? [a, b]\n: 1\nversion: 1\n', 'must not have'],
    ['brackets without end', '['.repeat(20_000), 'nests deeper'],
    ['JSON without end', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, 'nests deeper'],
    ['dashes without end', `${'- '.repeat(5_000)}1`, 'nests deeper'],
    ['as deep as may be', `${'['.repeat(200)}${']'.repeat(200)}`, 'must be an object'],
    ['bytes', Buffer.from([0xff, 0xfe, 0, 1]), 'must be an object'],
    ['nothing', '', 'must be an object'],
    ['no number', 'version: .nan\n', 'fixture.version'],
    ['a number without end', 'version: 1e999\n', 'fixture.version'],
  ])('with %s: is refused with the reason and exit code 1', (_what, content, why) => {
    const { message, exitCode } = errorOf(content);
    expect(exitCode).toBe(exitCodes.usage);
    expect(message).toContain(`${file} is not a valid fixture.`);
    expect(message).toContain(why);
    expect(message.length).toBeLessThan(2_000);
  });
});
