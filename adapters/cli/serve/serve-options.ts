// The flags of `serve`, as their parsers return them.

import type { ClockMode, WorldRecord } from '../../../core/index.ts';
import type { FaultProfileName } from '../../faults/profiles.ts';
import type { CalendarConfig } from '../../services/calendar/config.ts';
import type { UnknownMembersRule } from '../../services/unknown-members.ts';
import type { RsaBits } from '../../services/rsa-bits.ts';
import type { Durability } from '../../stores/durability.ts';

export const logFormats = ['pretty', 'json', 'off'] as const;

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  /** A URL of PostgreSQL. */
  readonly store?: string;
  /** The base URL at which other processes of the store reach this one. */
  readonly advertise?: string;
  readonly data?: string;
  readonly memory?: boolean;
  readonly durability: Durability;
  readonly attachmentBytesMax?: number;
  readonly seed?: string;
  readonly epochMs?: number;
  readonly ids?: WorldRecord['ids'];
  readonly fixture?: string;
  readonly sounds?: string;
  readonly faults?: FaultProfileName;
  readonly clock?: ClockMode;
  readonly rate?: number;
  readonly idle?: boolean;
  readonly walletKey?: readonly string[];
  readonly speechKey?: readonly string[];
  readonly calendarAuth?: CalendarConfig['mode'];
  readonly unknownMembers?: UnknownMembersRule;
  readonly rsaBits: RsaBits;
  readonly sleepAfter?: number | 'never';
  readonly worldTtl?: number | 'never';
  readonly worldsMax?: number;
  readonly worldsOnDemand?: boolean;
  readonly journal?: boolean;
  readonly log?: (typeof logFormats)[number];
  readonly allowHost?: readonly string[];
  readonly outboundWait?: number;
  readonly record?: string;
  readonly json?: boolean;
}
