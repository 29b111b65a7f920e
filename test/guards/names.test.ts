// Exported names use words of the field, and an exported type has a name of its own.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Words that no exported name contains. Add a word once its last use is renamed. */
const retiredWords = new Set(
  `
    ask asks asking tell tells hear hears heard say says said look looks looked looking think
    knows wishes wished keeps makes brings brought gives gave thing things stuff trouble
    troubled wrong luck peace what which who whoever how somebody nobody everybody face faces
    witness passage beginning begun desk leg beat breathe calm scribe parting dressed drawn
    wavers waver arrivals nowhere bodiless causeless judge wish track ledger maker makers kept told seek asker aloud apart
  `
    .trim()
    .split(/\s+/),
);

/** Allowed where speech is recognised and answered; `think` settings are the service's own word. */
const wordsOfSpeech = new Set(['hear', 'hears', 'heard', 'think']);

const declaration =
  /^export (?:default |declare |abstract |async )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
const exportList = /^export (?:type )?\{([^}]*)\}/gm;

/** Exported identifiers of a module; of `a as b`, the name `b`. */
function exportedNames(text: string): readonly string[] {
  const declared = [...text.matchAll(declaration)].map(([, name = '']) => name);
  const listed = [...text.matchAll(exportList)]
    .flatMap(([, names = '']) => names.replaceAll(/\/\/.*|\btype\s/g, '').split(','))
    .map(
      (name) =>
        name
          .trim()
          .split(/\s+as\s+/)
          .at(-1) ?? '',
    );
  return [...declared, ...listed].filter((name) => name !== '');
}

/** The words of a camel-case name, in lower case. */
function wordsOf(name: string): readonly string[] {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return words.map((word) => word.toLowerCase());
}

function retiredNames(names: readonly string[], file = ''): readonly string[] {
  const isRetired = (word: string) =>
    retiredWords.has(word) && !(file.includes('/speech/') && wordsOfSpeech.has(word));
  return names.filter((name) => wordsOf(name).some(isRetired));
}

const textByFile = new Map(
  ['core', 'adapters', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const),
  ),
);

const namesByFile = new Map([...textByFile].map(([file, text]) => [file, exportedNames(text)]));

describe('exported names', () => {
  it('contain no retired word', () => {
    const found = [...namesByFile].flatMap(([file, names]) =>
      retiredNames(names, file).map((name) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  it('are found in declarations and export lists of every kind', () => {
    expect(namesByFile.get('adapters/protocol/transient.ts')).toEqual([
      'isTransient',
      'retryMessage',
      'transientFailure',
      'withRetryAfter',
    ]);
    expect(namesByFile.get('core/index.ts')).toContain('openEngine');
    expect(namesByFile.get('test/support/engine/pure-world.ts')).toContain('forkPureWorld');
    const text = [
      'export const thingCount = 1;',
      'export async function tellAll() {}',
      'export function* askEach() {}',
      'export abstract class WhatNot {}',
      'export interface TroubleReport {}',
      'export type Desk = string;',
      "export { plain, other as nobodyElse, type Witness } from './other.ts';",
      "export type {\n  Passage,\n  Plain,\n} from './other.ts';",
    ].join('\n');
    expect(retiredNames(exportedNames(text))).toEqual([
      'thingCount',
      'tellAll',
      'askEach',
      'WhatNot',
      'TroubleReport',
      'Desk',
      'nobodyElse',
      'Witness',
      'Passage',
    ]);
  });

  it('contain words of hearing only where speech is recognised', () => {
    expect(retiredNames(['HeardHop', 'tellHop'], 'core/speech/api.ts')).toEqual(['tellHop']);
    expect(retiredNames(['HeardHop'], 'core/wallet/api.ts')).toEqual(['HeardHop']);
  });

  it.each(['nothing', 'maskOf', 'surface', 'intelligent', 'showRecord', 'WHOIS_PORT'])(
    'may contain a retired word inside another one (%s)',
    (name) => expect(retiredNames([name])).toEqual([]),
  );
});

const typeDeclaration =
  /^export (?:default |declare |abstract )*(?:class|interface|type|enum) (\w+)([^=\n{]*=\s*(?:\w+\.)+(\w+))?/gm;

/** The exported types that a module declares. `type A = core.A` is a second door to the same type, and no declaration. */
function declaredTypes(text: string): readonly string[] {
  return [...text.matchAll(typeDeclaration)].flatMap(([, name = '', , aliased]) =>
    name === aliased ? [] : [name],
  );
}

/** The names of types that several modules declare, each with these. */
function sharedNames(texts: Iterable<readonly [string, string]>): ReadonlyMap<string, string[]> {
  const filesByName = new Map<string, string[]>();
  for (const [file, text] of texts) {
    for (const name of new Set(declaredTypes(text))) {
      filesByName.set(name, [...(filesByName.get(name) ?? []), file]);
    }
  }
  return new Map([...filesByName].filter(([, files]) => files.length > 1));
}

/** Types of the wire are generated, with the names of the documents that they come from. */
const generated = 'adapters/client/control-types.ts';

describe('exported types', () => {
  it('have a name each', () => {
    const sources = [...textByFile].filter(
      ([file]) => !file.startsWith('test/') && file !== generated,
    );
    expect([...sharedNames(sources)]).toEqual([]);
  });

  it('are found in declarations of every kind, without lists and aliases', () => {
    const text = [
      'export interface Page<R> {}',
      'export abstract class Table {}',
      "export type Span =\n  'a' | Other.Span;",
      'export type Fee = wallet.Cost;',
      'export type Change = wallet.Change;',
      'export type Item<R> = core.tables.Item<R>;',
      "export { type Listed } from './listed.ts';",
      'interface Inner {}',
    ].join('\n');
    expect(declaredTypes(text)).toEqual(['Page', 'Table', 'Span', 'Fee']);
  });

  it('would be found if two modules declared one', () => {
    const planted = ['core/planted.ts', 'export type WalletState = string;'] as const;
    expect(sharedNames([...textByFile, planted]).get('WalletState')).toEqual([
      'core/wallet/state.ts',
      'core/planted.ts',
    ]);
  });
});
