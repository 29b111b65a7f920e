// The types of messages in the declaration files of the real client, as data. TypeScript 7 has no JavaScript interface, so the files
// are read by the parser of the formatter.

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parsers } from 'prettier/plugins/babel';

/** What a member may be. Names of types are resolved. */
export type ClientType =
  | { readonly kind: 'object'; readonly members: Readonly<Record<string, ClientMember>> }
  | { readonly kind: 'union'; readonly arms: readonly ClientType[] }
  | { readonly kind: 'list'; readonly item: ClientType }
  | { readonly kind: 'values'; readonly values: readonly string[] }
  | { readonly kind: 'text' | 'number' | 'boolean' | 'record' | 'any' };

export interface ClientMember {
  readonly isOptional: boolean;
  readonly type: ClientType;
}

/** A node of a syntax tree. */
interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

const parse = parsers['babel-ts'].parse as unknown as (
  text: string,
  options: object,
) => { readonly program: { readonly body: readonly Node[] } };

const root = dirname(createRequire(import.meta.url).resolve('@deepgram/sdk/package.json'));
const folders = [
  'types',
  ...[
    'agent/resources/v1',
    'listen/resources/v1',
    'listen/resources/v2',
    'speak/resources/v1',
  ].flatMap((path) => [`resources/${path}/types`, `resources/${path}/client`]),
];

export const clientVersion = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }
).version;

/** The declaration files of the channels, by their paths below the folder of the interface. */
export function declarationFiles(): ReadonlyMap<string, string> {
  const api = join(root, 'dist/cjs/api');
  return new Map(
    folders.flatMap((folder) =>
      readdirSync(join(api, folder))
        .filter((name) => name.endsWith('.d.ts') && name !== 'index.d.ts')
        .map((name) => [`${folder}/${name}`, readFileSync(join(api, folder, name), 'utf8')]),
    ),
  );
}

/** Reads types by their names: `AgentV1Settings`, or that of a member of a namespace. */
export class ClientTypes {
  readonly #declared = new Map<string, Node>();
  readonly #isRead = new Set<string>();

  readonly #files: ReadonlyMap<string, string>;

  constructor(files: ReadonlyMap<string, string>) {
    this.#files = files;
    for (const path of files.keys()) {
      // The clients of the channels have types of the same names.
      const [, channel] = /resources\/(.+)\/client\//.exec(path) ?? [];
      if (channel !== undefined) this.#read(path, `${channel}:`);
    }
  }

  /** A file has the name of its type. */
  #has(name: string): boolean {
    if (this.#declared.has(name)) return true;
    const [file = ''] = name.split('.');
    const path = [...this.#files.keys()].find((each) => each.endsWith(`types/${file}.d.ts`));
    if (path === undefined || this.#isRead.has(path)) return false;
    this.#read(path, '');
    return this.#declared.has(name);
  }

  #read(path: string, scope: string): void {
    this.#isRead.add(path);
    const { program } = parse(this.#files.get(path) ?? '', {});
    for (const node of program.body) this.#declare(node, scope);
  }

  #declare(statement: Node, scope: string): void {
    const node = (
      statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement
    ) as Node | null;
    if (node === null) return;
    if (node.type === 'TSModuleDeclaration') {
      const name = `${scope}${nameOf(node['id'] as Node)}`;
      for (const inner of (node['body'] as Node)['body'] as readonly Node[]) {
        this.#declare(inner, `${name}.`);
      }
    } else if (node.type === 'VariableDeclaration') {
      const [declarator] = node['declarations'] as readonly Node[];
      const id = declarator?.['id'] as Node;
      this.#declared.set(`typeof ${scope}${nameOf(id)}`, annotation(id));
    } else if (node['id'] !== undefined && node['id'] !== null) {
      const key = `${scope}${nameOf(node['id'] as Node)}`;
      this.#declared.set(node.type === 'ClassDeclaration' ? `class ${key}` : key, node);
    }
  }

  /** Throws for a name that is not declared. */
  named(name: string): ClientType {
    const node = this.#has(name) ? this.#declared.get(name) : undefined;
    if (node === undefined) throw new Error(`The client declares no type ${name}.`);
    const scope = `${name}.`;
    if (node.type === 'TSTypeAliasDeclaration') {
      return this.#typeOf(node['typeAnnotation'] as Node, scope, name);
    }
    const bases = (node['extends'] ?? []) as readonly Node[];
    const inherited = bases.map((base) => this.#reference(base['expression'] as Node, scope, base));
    const own = this.#object((node['body'] as Node)['body'] as readonly Node[], scope);
    return merged([...inherited, own]);
  }

  /** The messages that a client of a channel has methods for: `sendSettings`. */
  messagesOf(channel: string): readonly ClientType[] {
    const socket = [...this.#declared].find(
      ([name]) => name.startsWith(`class ${channel}:`) && name.endsWith('Socket'),
    );
    if (socket === undefined) throw new Error(`The client has no channel ${channel}.`);
    const methods = (socket[1]['body'] as Node)['body'] as readonly Node[];
    return methods.flatMap((method) => {
      const [parameter] = (method['params'] ?? []) as readonly Node[];
      const isSend =
        /^send[A-Z]/.test(nameOf(method['key'] as Node)) && method['accessibility'] === undefined;
      if (!isSend || parameter === undefined) return [];
      const type = annotation(parameter);
      return type.type === 'TSTypeReference' ? [this.#typeOf(type, '')] : []; // media
    });
  }

  #object(elements: readonly Node[], scope: string): ClientType {
    const members = elements
      .filter(({ type }) => type === 'TSPropertySignature')
      .map((member) => {
        const type = this.#typeOf(annotation(member), scope);
        const isOptional = member['optional'] === true;
        return [nameOf(member['key'] as Node), { isOptional, type }] as const;
      });
    return { kind: 'object', members: Object.fromEntries(members) };
  }

  /** `alias`: the name of the type that this is, if it has one. */
  #typeOf(node: Node, scope: string, alias = ''): ClientType {
    switch (node.type) {
      case 'TSStringKeyword':
        return { kind: 'text' };
      case 'TSNumberKeyword':
        return { kind: 'number' };
      case 'TSBooleanKeyword':
        return { kind: 'boolean' };
      case 'TSUnknownKeyword':
      case 'TSFunctionType':
        return { kind: 'any' };
      case 'TSLiteralType':
        return { kind: 'values', values: [String((node['literal'] as Node)['value'])] };
      case 'TSParenthesizedType':
        return this.#typeOf(node['typeAnnotation'] as Node, scope, alias);
      case 'TSArrayType':
        return { kind: 'list', item: this.#typeOf(node['elementType'] as Node, scope) };
      case 'TSTypeLiteral':
        return this.#object(node['members'] as readonly Node[], scope);
      case 'TSIntersectionType':
        return merged((node['types'] as readonly Node[]).map((each) => this.#typeOf(each, scope)));
      case 'TSUnionType': {
        const arms = (node['types'] as readonly Node[]).filter(
          ({ type }) => type !== 'TSUndefinedKeyword',
        );
        // Lists of values are open: those that are listed are to be known.
        const listed = arms.find(({ type }) => type === 'TSIndexedAccessType');
        if (listed !== undefined) return this.#valuesOf(alias);
        const literals = arms.filter(({ type }) => type === 'TSLiteralType');
        const types = (literals.length > 0 ? literals : arms).map((each) =>
          this.#typeOf(each, scope),
        );
        return types.length === 1 ? (types[0] as ClientType) : { kind: 'union', arms: types };
      }
      case 'TSTypeReference':
        return this.#reference(node['typeName'] as Node, scope, node);
      default:
        throw new Error(`${scope} has a type of the unknown form ${node.type}.`);
    }
  }

  #valuesOf(alias: string): ClientType {
    const members = this.#declared.get(`typeof ${alias}`)?.['members'] as readonly Node[];
    const values = members.map((member) => {
      const literal = annotation(member)['literal'] as Node;
      return String(literal['value']);
    });
    return { kind: 'values', values };
  }

  #reference(name: Node, scope: string, node: Node): ClientType {
    const path = nameOf(name);
    const parameters = ((node['typeParameters'] ?? node['typeArguments']) as Node | undefined)?.[
      'params'
    ] as readonly Node[] | undefined;
    if (path === 'Record') return { kind: 'record' };
    if (path === 'Omit' && parameters !== undefined) return this.#omitted(parameters, scope);
    if (path === 'AbortSignal') return { kind: 'any' };
    // An interface has the name of the namespace of all.
    const global = path.replace(/^Deepgram\.((agent|listen|speak)\.)?/, '');
    if (global !== path && this.#has(global)) return this.named(global);
    const scopes = scope.split('.').map((_, index, all) => all.slice(0, -1 - index));
    const found = scopes.map((parts) => [...parts, path].join('.')).find((each) => this.#has(each));
    return this.named(found ?? path);
  }

  #omitted([of, names]: readonly Node[], scope: string): ClientType {
    const type = this.#typeOf(of as Node, scope);
    if (type.kind !== 'object') throw new Error(`${scope} omits members of no object.`);
    const omitted = this.#typeOf(names as Node, scope);
    const without = omitted.kind === 'values' ? omitted.values : [];
    const members = Object.entries(type.members).filter(([name]) => !without.includes(name));
    return { kind: 'object', members: Object.fromEntries(members) };
  }
}

function merged(types: readonly ClientType[]): ClientType {
  const objects = types.map((type) => (type.kind === 'object' ? type.members : {}));
  return { kind: 'object', members: Object.assign({}, ...objects) as Record<string, ClientMember> };
}

function annotation(node: Node): Node {
  return (node['typeAnnotation'] as Node)['typeAnnotation'] as Node;
}

function nameOf(node: Node): string {
  if (node.type === 'TSQualifiedName') {
    return `${nameOf(node['left'] as Node)}.${nameOf(node['right'] as Node)}`;
  }
  if (node.type === 'MemberExpression' || node.type === 'TSMemberExpression') {
    return `${nameOf(node['object'] as Node)}.${nameOf(node['property'] as Node)}`;
  }
  return String(node['name'] ?? node['value']);
}
