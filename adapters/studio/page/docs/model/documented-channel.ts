// The channels of an AsyncAPI document, with the messages of both sides.

import { partAt, type DocumentSchema } from './document-schema.ts';
import type { DocumentedParameter } from './documented-operation.ts';

export interface DocumentedMessage {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  /** `application/json` or that of binary frames. */
  readonly contentType: string;
  readonly payload: DocumentSchema;
}

export interface DocumentedChannel {
  /** Unique in its document. */
  readonly id: string;
  readonly address: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: readonly DocumentedParameter[];
  readonly fromClient: readonly DocumentedMessage[];
  readonly toClient: readonly DocumentedMessage[];
}

/** What the page reads of a document; any member may be absent. */
export interface AsyncApiShape {
  readonly info?: { readonly title?: string; readonly description?: string };
  readonly servers?: Readonly<Record<string, ServerShape>>;
  readonly channels?: Readonly<Record<string, ChannelShape>>;
  readonly operations?: Readonly<Record<string, OperationShape>>;
  readonly components?: {
    readonly securitySchemes?: Readonly<Record<string, SecuritySchemeShape>>;
  };
}

interface ServerShape {
  readonly host?: string;
  readonly protocol?: string;
  readonly pathname?: string;
  readonly description?: string;
}

interface SecuritySchemeShape {
  readonly type?: string;
  readonly name?: string;
  readonly description?: string;
}

interface ChannelShape {
  readonly address?: string;
  readonly title?: string;
  readonly description?: string;
  readonly bindings?: { readonly ws?: { readonly query?: DocumentSchema } };
}

interface OperationShape {
  readonly action?: string;
  readonly channel?: { readonly $ref?: string };
  readonly messages?: readonly { readonly $ref?: string }[];
}

export function channelsIn(document: AsyncApiShape): readonly DocumentedChannel[] {
  const operations = Object.values(document.operations ?? {});
  return Object.entries(document.channels ?? {}).map(([id, channel]) => {
    const { address = '', title = id, description = '', bindings } = channel;
    const messages = (action: string) =>
      operations
        .filter((each) => each.action === action && each.channel?.$ref === `#/channels/${id}`)
        .flatMap((each) => each.messages ?? [])
        .flatMap(({ $ref = '' }) => messageOf(partAt(document, $ref)));
    return {
      id,
      address,
      title,
      description,
      parameters: parametersOf(bindings?.ws?.query ?? {}),
      fromClient: messages('receive'), // of the server
      toClient: messages('send'),
    };
  });
}

function messageOf(message: unknown): readonly DocumentedMessage[] {
  if (typeof message !== 'object' || message === null) return [];
  const given: Partial<DocumentedMessage> = message;
  const { name = '', summary = '', contentType = 'application/json', payload = {} } = given;
  const { description } = given;
  return [
    {
      name,
      summary,
      ...(description === undefined ? {} : { description }),
      contentType,
      payload,
    },
  ];
}

function parametersOf({
  properties = {},
  required = [],
}: DocumentSchema): readonly DocumentedParameter[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    isRequired: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema,
  }));
}

/** The address of a channel at each server, such as `ws://127.0.0.1:4600/v1/speak`. */
export function channelUrls(document: AsyncApiShape, address: string): readonly string[] {
  return Object.values(document.servers ?? {}).map(
    ({ protocol = 'ws', host = '', pathname = '' }) => `${protocol}://${host}${pathname}${address}`,
  );
}
