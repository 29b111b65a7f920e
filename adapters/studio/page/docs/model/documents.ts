// The documents of a server, each read when it is first shown.

import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { operations } from '../../../../client/control-types.ts';
import { createClient } from '../../../../client/index.ts';
import { sentenceOf } from '../../model/sentence.ts';
import { channelsIn, type AsyncApiShape, type DocumentedChannel } from './documented-channel.ts';
import {
  operationsIn,
  type DocumentedOperation,
  type OpenApiShape,
} from './documented-operation.ts';

const controlPrefix = '/__reprise';

/** By their names in the address. */
const sources = [
  { name: 'control', title: 'Control plane', operation: 'controlDocument' },
  { name: 'wallet', title: 'Wallet', operation: 'walletDocument' },
  { name: 'calendar', title: 'Calendar', operation: 'calendarDocument' },
  { name: 'speech', title: 'Speech', operation: 'speechDocument' },
  { name: 'channels', title: 'Speech channels', operation: 'speechChannelsDocument' },
] as const;

/** A document that was read. */
export type ReadDocument =
  | {
      readonly kind: 'operations';
      readonly root: OpenApiShape;
      readonly operations: readonly DocumentedOperation[];
    }
  | {
      readonly kind: 'channels';
      readonly root: AsyncApiShape;
      readonly channels: readonly DocumentedChannel[];
    };

export type DocumentState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly message: string; readonly isUnauthorized: boolean }
  | ReadDocument;

export interface ServedDocument {
  readonly name: string;
  readonly title: string;
  readonly url: string;
  readonly state: ReadonlySignal<DocumentState>;
}

/** Begins to read all documents. */
export function readDocuments(url: string, token: string): readonly ServedDocument[] {
  const client = createClient({ url, token });
  return sources.map(({ name, title, operation }) => {
    const state: Signal<DocumentState> = signal({ kind: 'reading' });
    client.send(operation, {}).then(
      (document) => {
        state.value = readDocument(document);
      },
      (error: unknown) => {
        const isUnauthorized = (error as { readonly status?: number }).status === 401;
        state.value = { kind: 'failed', message: sentenceOf(error), isUnauthorized };
      },
    );
    const [, path] = operations[operation];
    return { name, title, url: `${client.url}${controlPrefix}${path}`, state };
  });
}

export function readDocument(document: object): ReadDocument {
  if ('asyncapi' in document) {
    const root = document as AsyncApiShape;
    return { kind: 'channels', root, channels: channelsIn(root) };
  }
  const root: OpenApiShape = document;
  return { kind: 'operations', root, operations: operationsIn(root) };
}
