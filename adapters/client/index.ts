// The public API of the typed client, `reprise/client`.

export { createClient, type Client, type ClientOptions } from './client.ts';
export { RepriseError } from './error.ts';
export type { Answer, Fetch, OperationInput as Input, OperationName, Send } from './send.ts';
export type { CalendarOperator, SpeechOperator } from './services.ts';
export type { Reconnection } from './server-sent.ts';
export type { WorldStreams } from './streams.ts';
export type { WalletOperator } from './wallet.ts';
export type { WorldClient } from './world.ts';
export type * from './control-types.ts';
