// The data of events, as tests read it.

import type { EventOf, EventType } from '../../core/index.ts';

/** The data of an event of this type, without values that the client picked at random. */
export type EventDataOf<Type extends EventType> = MembersOf<EventOf<Type>>;

type MembersOf<Of> = Of extends unknown ? Omit<Of, 'type' | 'aside'> : never;
