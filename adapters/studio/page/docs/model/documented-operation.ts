// The operations of an OpenAPI document.

import type { DocumentSchema } from './document-schema.ts';

export interface DocumentedParameter {
  readonly name: string;
  /** `path`, `query` or `header`. */
  readonly in: string;
  readonly isRequired: boolean;
  readonly description?: string;
  readonly schema: DocumentSchema;
}

export interface DocumentedContent {
  readonly mediaType: string;
  readonly schema: DocumentSchema;
}

export interface DocumentedAnswer {
  readonly status: string;
  readonly description: string;
  readonly contents: readonly DocumentedContent[];
}

export interface DocumentedOperation {
  /** Unique in its document. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly DocumentedParameter[];
  readonly body?: {
    readonly isRequired: boolean;
    readonly contents: readonly DocumentedContent[];
  };
  readonly answers: readonly DocumentedAnswer[];
  /** The header that its credentials are sent in; undefined if it needs none. */
  readonly credentials?: string;
}

/** What the page reads of a document; any member may be absent. */
export interface OpenApiShape {
  readonly info?: { readonly title?: string; readonly description?: string };
  readonly servers?: readonly { readonly url?: string }[];
  readonly paths?: Readonly<Record<string, Readonly<Record<string, OperationShape>>>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly components?: { readonly securitySchemes?: Readonly<Record<string, SchemeShape>> };
}

interface OperationShape {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly security?: OpenApiShape['security'];
  readonly parameters?: readonly (Omit<DocumentedParameter, 'isRequired'> & {
    readonly required?: boolean;
  })[];
  readonly requestBody?: { readonly required?: boolean; readonly content?: ContentShape };
  readonly responses?: Readonly<Record<string, AnswerShape>>;
}

interface AnswerShape {
  readonly description?: string;
  readonly content?: ContentShape;
}

type ContentShape = Readonly<Record<string, { readonly schema?: DocumentSchema }>>;

interface SchemeShape {
  readonly type?: string;
  readonly scheme?: string;
  readonly name?: string;
  readonly description?: string;
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];

export function operationsIn(document: OpenApiShape): readonly DocumentedOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, byMethod]) =>
    Object.entries(byMethod)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => operationOf(document, path, method, operation)),
  );
}

function operationOf(
  document: OpenApiShape,
  path: string,
  method: string,
  operation: OperationShape,
): DocumentedOperation {
  const { operationId, tags, summary = '', description, parameters = [], requestBody } = operation;
  const credentials = credentialsOf(document, operation.security ?? document.security ?? []);
  return {
    id: operationId ?? `${method}${path.replaceAll(/\W+/g, '-')}`,
    method: method.toUpperCase(),
    path,
    tag: tags?.[0] ?? 'operations',
    summary,
    ...(description === undefined ? {} : { description }),
    parameters: parameters.map(({ required = false, ...parameter }) => ({
      ...parameter,
      isRequired: required,
    })),
    ...(requestBody === undefined
      ? {}
      : {
          body: {
            isRequired: requestBody.required ?? false,
            contents: contentsOf(requestBody.content),
          },
        }),
    answers: Object.entries(operation.responses ?? {}).map(([status, answer]) => ({
      status,
      description: answer.description ?? '',
      contents: contentsOf(answer.content),
    })),
    ...(credentials === undefined ? {} : { credentials }),
  };
}

function contentsOf(content: ContentShape = {}): readonly DocumentedContent[] {
  return Object.entries(content).map(([mediaType, { schema = {} }]) => ({ mediaType, schema }));
}

/** Such as `Authorization: Bearer $TOKEN`, for a shell. */
function credentialsOf(
  { components }: OpenApiShape,
  [needed]: NonNullable<OpenApiShape['security']>,
): string | undefined {
  const [name] = Object.keys(needed ?? {});
  const scheme = components?.securitySchemes?.[name ?? ''];
  if (scheme === undefined) return undefined;
  const { type, scheme: kind, description = '' } = scheme;
  if (type === 'http' && kind === 'bearer') {
    return `Authorization: Bearer $${name === 'token' ? 'REPRISE_TOKEN' : 'API_KEY'}`;
  }
  const prefix = /^(\w+) </.exec(description)?.[1];
  return `${scheme.name ?? 'Authorization'}: ${prefix === undefined ? '' : `${prefix} `}$API_KEY`;
}

/** Whether each word of a search is in one of the texts. */
export function isFound(words: string, texts: readonly string[]): boolean {
  const text = texts.join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
