import { schemaVersion } from '../../../../adapters/stores/postgres/schema.ts';
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { describe, expect, vi } from 'vitest';
import { openSqliteStore } from '../../../../adapters/stores/sqlite/event-store.ts';
import { recordOf } from '../../../contract/event-store.contract.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';
import { longMs } from '../../../support/runner/timeouts.ts';
import { contentOf, nextOf } from '../../../support/store/families.ts';

vi.setConfig({ testTimeout: longMs });

const journal = nextOf(
  [],
  Array.from({ length: 8 }, (_, index) => (index === 1 ? 30 : null)),
);

const it = shellTest()
  /** Creates a store file with a world, its fork, and another world. */
  .extend('file', async ({ shell }) => {
    const store = openSqliteStore({ file: shell.path('bank.db') });
    await store.create(recordOf('bank'), undefined, journal, 100);
    const position = journal.slice(0, 4).flatMap(({ events }) => events).length;
    await store.create(recordOf('alt'), { world: 'bank', inputs: 4, position });
    await store.create(recordOf('shop'), undefined, journal.slice(0, 3));
    await store.close();
    return 'bank.db';
  })
  /** Edits an input of a world. */
  .extend('edit', ({ shell, file }) => (world: string, input: number) => {
    const database = new Database(shell.path(file));
    const key = '(SELECT id * 68719476736 FROM worlds WHERE name = ?) + ?';
    database
      .prepare(`UPDATE inputs SET text = replace(text, 'atMs', 'atms') WHERE key = ${key}`)
      .run(world, input);
    database.close();
  });

async function contentIn(file: string) {
  const store = openSqliteStore({ file });
  const content = await contentOf(store);
  await store.close();
  return content;
}

describe('store copy', () => {
  it('copies all worlds, then what is new, then nothing', async ({ shell, file }) => {
    const copy = ['store', 'copy', file, 'copy.db'];
    const [from, to] = [shell.path(file), shell.path('copy.db')];
    expect(await shell.prints(...copy)).toBe(
      `3 worlds from bank.db to copy.db, 3 copied; 11 inputs written.`,
    );
    expect(await contentIn(to)).toEqual(await contentIn(from));
    const store = openSqliteStore({ file: from });
    const entries = nextOf(journal, [null, null]);
    await store.append([{ world: 'bank', expectedInput: 8, entries }]);
    await store.close();
    const { worlds, ...rest } = await shell.json(...copy);
    expect(rest).toEqual({
      isComplete: true,
      tenants: 0,
      differentTenants: [],
      defects: [],
      damagedSnapshots: [],
    });
    const digest = entries[1]?.digest;
    expect(worlds).toMatchObject([
      { world: 'bank', result: 'continued', inputs: 10, written: 2, digest },
      { world: 'alt', result: 'equal', inputs: 4, written: 0, digest: journal[3]?.digest },
      { world: 'shop', result: 'equal' },
    ]);
    expect(await shell.prints(...copy)).toBe(
      '3 worlds from bank.db to copy.db, 3 equal; 0 inputs written.',
    );
    expect(await contentIn(to)).toEqual(await contentIn(from));
    expect(await shell.prints('store', 'verify', 'copy.db')).toBe(
      'copy.db: 3 worlds, 17 inputs, 0 snapshots; as written.',
    );
  });

  it('copies tenants with their tokens and limits, and leaves others as they are', async ({
    shell,
    file,
  }) => {
    const tenant = (id: string, digit: string) => {
      return { id, tokenHash: digit.repeat(64), limits: { worlds: 3 } };
    };
    const withTenants = async (name: string, ...tenants: readonly ReturnType<typeof tenant>[]) => {
      const store = openSqliteStore({ file: shell.path(name) });
      for (const one of tenants) await store.tenants?.create(one);
      const all = await store.tenants?.list();
      await store.close();
      return all;
    };
    const [acme, shop] = [tenant('acme', 'a'), tenant('shop', 'b')];
    await withTenants(file, acme, shop);
    expect(await shell.prints('store', 'copy', file, 'copy.db')).toContain('2 tenants copied.');
    expect(await withTenants('copy.db')).toEqual([acme, shop]);
    expect(await shell.prints('store', 'copy', file, 'copy.db')).not.toContain('tenant');
    const others = [tenant('acme', 'c'), tenant('other', 'b')];
    await withTenants('other.db', ...others);
    const { exitCode, out } = await shell.run(['store', 'copy', file, 'other.db']);
    expect({ exitCode, out: out.slice(0, 2) }).toEqual({
      exitCode: 2,
      out: ['acme', 'shop'].map(
        (id) => `The target has another tenant '${id}', or its token: both are left as they are.`,
      ),
    });
    expect(await withTenants('other.db')).toEqual(others);
  });

  it('copies the worlds that are named', async ({ shell, file }) => {
    const some = ['--world', 'alt', '--world', 'shop'];
    expect(await shell.prints('store', 'copy', file, 'some.db', ...some)).toBe(
      '2 worlds from bank.db to some.db, 2 copied; 7 inputs written.',
    );
    expect(await shell.refuses('store', 'copy', file, 'none.db', '--world', 'till')).toBe(
      "There is no world 'till' in bank.db; the first ones are: alt, bank, shop.",
    );
    expect(existsSync(shell.path('none.db'))).toBe(false);
  });

  it('leaves out a damaged world and refuses a different one, and copies the others', async ({
    shell,
    file,
    edit,
  }) => {
    const other = openSqliteStore({ file: shell.path('copy.db') });
    await other.create({ ...recordOf('shop'), seed: 'another' });
    await other.close();
    const copy = ['store', 'copy', file, 'copy.db'];
    const different = [
      'different  shop',
      "  The target has another world 'shop': its record differs.",
    ];
    expect(await shell.run(copy)).toEqual({
      exitCode: 2,
      out: [
        ...different,
        '3 worlds from bank.db to copy.db, 2 copied, 1 different; 8 inputs written.',
      ],
      errors: [],
    });
    edit('bank', 6);
    expect(await shell.run([...copy.slice(0, 3), 'next.db'])).toEqual({
      exitCode: 3,
      out: [
        'damaged    bank',
        "  The log of world 'bank' is damaged: input 6 or its events were edited.",
        '3 worlds from bank.db to next.db, 2 copied, 1 damaged; 7 inputs written.',
      ],
      errors: [],
    });
  });

  it('stops at a signal, and goes on with the next copy', async ({ shell, file }) => {
    let stop: (signal: string) => void = () => undefined;
    const stopped = new Promise<string>((resolve) => (stop = resolve));
    const lines: string[] = [];
    const progress = (text: string) => {
      lines.push(text);
      if (text.startsWith('copying bank')) stop('SIGINT');
    };
    const copy = ['store', 'copy', file, 'copy.db'];
    const { exitCode, out, errors } = await shell.run(
      copy,
      {},
      { stopped: () => stopped, progress },
    );
    expect({ exitCode, errors }).toEqual({ exitCode: 2, errors: [] });
    expect(out).toEqual([
      '1 world from bank.db to copy.db, 1 copied; 8 inputs written.',
      'Stopped. Copy again to continue; until then a world may be incomplete.',
    ]);
    expect(lines).toContain('checking bank  input 8 of 8, 0 of 3 worlds done');
    expect(lines.at(-1)).toBe('');
    expect(await shell.prints(...copy)).toContain('2 copied, 1 equal');
  });

  it('refuses stores that cannot be read or written, and creates none', async ({ shell, file }) => {
    const copy = (from: string, to: string) => shell.refuses('store', 'copy', from, to);
    expect(await copy('absent.db', 'new.db')).toBe('There is no store absent.db.');
    expect(await copy(file, `./${file}`)).toBe(
      'The two stores are the same one: name another store to copy into.',
    );
    expect(await copy(file, 'nowhere/new.db')).toMatch(/^Cannot open nowhere\/new\.db: .* Check/);
    expect(await copy(file, 'postgres://me:secret@db.example/bank')).not.toContain('secret');
    expect(existsSync(shell.path('absent.db'))).toBe(false);
    expect(existsSync(shell.path('new.db'))).toBe(false);
    shell.write('text.db', 'hello, this is no database at all\n'.repeat(100));
    const { exitCode, errors } = await shell.run(['store', 'copy', 'text.db', 'new.db']);
    expect({ exitCode, errors }).toEqual({
      exitCode: 3,
      errors: ['text.db is not a database; choose another file.'],
    });
  });

  it('says what to do about a store that a server uses', async ({ shell, file }) => {
    await shell.serve(['--data', shell.path('served.db'), '--clock', 'frozen']);
    const inUse = 'served.db is in use by another process; stop it first.';
    expect(await shell.refuses('store', 'copy', 'served.db', 'new.db')).toBe(inUse);
    expect(await shell.refuses('store', 'copy', file, 'served.db')).toBe(inUse);
    expect(await shell.refuses('store', 'verify', 'served.db')).toBe(inUse);
  });
});

describe('store verify', () => {
  it('lists each damaged world with the place, and goes on with the others', async ({
    shell,
    file,
    edit,
  }) => {
    expect(await shell.prints('store', 'verify', file)).toBe(
      'bank.db: 3 worlds, 15 inputs, 0 snapshots; as written.',
    );
    edit('bank', 3);
    const found = ['alt', 'bank'].map(
      (world) => `The log of world '${world}' is damaged: input 3 or its events were edited.`,
    );
    expect(await shell.run(['store', 'verify', file])).toEqual({
      exitCode: 3,
      out: [
        ...found.map((message) => `damaged  ${message}`),
        'bank.db: 3 worlds, 3 inputs, 0 snapshots; 2 places damaged.',
      ],
      errors: [],
    });
    const { exitCode, out } = await shell.run(['store', 'verify', file, '--json']);
    expect(exitCode).toBe(3);
    expect(JSON.parse(out.join(''))).toEqual({
      isWhole: false,
      isComplete: true,
      worlds: 3,
      inputs: 3,
      snapshots: 0,
      outdatedSnapshots: 0,
      findings: [
        { world: 'alt', message: found[0] },
        { world: 'bank', message: found[1] },
      ],
    });
    expect(await shell.prints('store', 'verify', file, '--world', 'shop')).toBe(
      'bank.db: 1 world, 3 inputs, 0 snapshots; as written.',
    );
  });

  it('names a world whose record is damaged', async ({ shell, file }) => {
    const database = new Database(shell.path(file));
    database.exec("UPDATE worlds SET record = replace(record, 'seed of shop', 'seed of shed')");
    database.close();
    const { exitCode, out } = await shell.run(['store', 'verify', file, '--world', 'shop']);
    expect({ exitCode, first: out[0] }).toEqual({
      exitCode: 3,
      first: expect.stringContaining("damaged  The log of world 'shop' is damaged: "),
    });
  });

  it('stops at a signal', async ({ shell, file }) => {
    const stopped = async () => 'SIGINT';
    expect(await shell.run(['store', 'verify', file], {}, { stopped })).toEqual({
      exitCode: 2,
      out: [
        'bank.db: 0 worlds, 0 inputs, 0 snapshots; nothing damaged so far. Stopped: not all of it is verified.',
      ],
      errors: [],
    });
  });

  it('has a line of progress, now and then also without a terminal', async ({ shell, file }) => {
    let nowMs = 0;
    const now = () => new Date((nowMs += 11_000));
    const { errors } = await shell.run(['store', 'verify', file], {}, { now });
    expect(errors).toEqual([
      'verifying the tables of bank.db',
      'verifying alt  input 4 of 4, 0 of 3 worlds done',
      'verifying bank  input 8 of 8, 1 of 3 worlds done',
      'verifying shop  input 3 of 3, 2 of 3 worlds done',
    ]);
  });

  it('prints the SQL of no later tables', async ({ shell }) => {
    const here = `--from=${schemaVersion}`;
    expect(await shell.prints('store', 'schema', here)).toMatch(/^-- .*nothing to change\.$/);
    expect(await shell.refuses('store', 'schema', `--from=${schemaVersion + 1}`)).toMatch(
      /update it for those of version/,
    );
  });

  it('refuses a store that is not there', async ({ shell }) => {
    expect(await shell.refuses('store', 'verify', 'absent.db')).toBe(
      'There is no store absent.db.',
    );
    expect(existsSync(shell.path('absent.db'))).toBe(false);
  });
});
