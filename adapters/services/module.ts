// The contract of an emulated service: one value with everything that the other adapters need. README.md lists the steps to add one.

import type { z } from 'zod';
import type { InPieces, SeedCommand, Json, States } from '../../core/index.ts';
import type { ServiceCalls } from '../contracts/calls.ts';
import type { ClientLogin } from '../contracts/client-login.ts';
import type { ControlRoute } from '../contracts/control-route.ts';
import type { ServiceLives } from '../contracts/lives.ts';
import type { NumericIds } from '../contracts/numeric-ids.ts';
import type { ShownContent, ShownId, ShownSession } from '../contracts/shown-session.ts';
import type { StoryTeller } from '../contracts/story.ts';
import type { ServiceWebhooks } from '../contracts/webhooks.ts';
import type { JsonSchema } from '../protocol/json-schema.ts';
import type { HttpRequest } from '../protocol/messages.ts';
import type { DocumentPlace } from '../protocol/routes/openapi.ts';
import type { Service } from '../protocol/service.ts';
import type { Config, ConfigChange } from '../contracts/world-spec.ts';
import type { ClientSecrets } from './client-keys.ts';
import type { RsaBits } from './rsa-bits.ts';
import type { SecretNames } from './secret-names.ts';
import type { ServiceRules } from './service-rules.ts';

export interface ServiceOptions {
  /** Of the wallet: tests use a short key. */
  readonly rsaBits?: RsaBits;
  /** Whether requests may be sent to a host; by default to the loopback alone. */
  readonly isAllowed?: (hostname: string) => boolean;
  /** Of a replay: results of slow work are taken from it. */
  readonly recorded?: RecordedTraffic;
  /** Of a replay: audio is computed, though it is in `recorded`. */
  readonly isAudioComputed?: boolean;
}

/** The events of a recording, and the frames that its connections sent to clients, in order. */
export interface RecordedTraffic {
  readonly events: readonly {
    readonly type: string;
    readonly data: Readonly<Record<string, unknown>>;
  }[];
  readonly sentFrames: ReadonlyMap<
    number,
    readonly { readonly text?: string; readonly base64?: string }[]
  >;
}

export interface AudioForm {
  readonly encoding: string;
  /** In Hz. */
  readonly sampleRate: number;
  readonly sampleBytes: number;
}

/** The paths of a service, as patterns such as `/v1/w3s/**`. Faults at other paths could never strike. */
export interface ServicePaths {
  /** All that it owns, and those of its pages. */
  readonly owned: readonly string[];
  /** Those of its WebSocket channels. */
  readonly channels?: readonly string[];
  /** Those of requests that initiate transactions. */
  readonly transactions?: readonly string[];
}

export interface ServiceModule {
  readonly name: string;
  readonly paths: ServicePaths;
  /** Routes and channels. */
  readonly create: (options: ServiceOptions) => Service;
  /** The members of a world's configuration that are this service's, with their schemas. */
  readonly settings: z.ZodRawShape;
  /** Its members in the configuration of a first run. */
  readonly initial: Config;
  /** Its members after a change; members that the change omits stay. */
  readonly changed: (before: Config, change: Config) => Config;
  /** The same with fingerprints in place of secrets, as worlds store them. */
  readonly stored: (config: Config) => Config;
  /** Its members as the control plane shows them, defaults included where clients need them. */
  readonly shown: (config: Config) => Config;
  /** The keys of its clients by name, from the settings of a world with keys in plain text. */
  readonly clientKeys?: (
    settings: ConfigChange,
    secrets: ClientSecrets,
  ) => Readonly<Record<string, string>>;
  /** Credentials of worlds without settings, in place of others: both as the header `Authorization`. */
  readonly publishedCredentials: (given: string) => string;
  /** How its clients are let in by other servers; absent: without credentials. */
  readonly login?: ClientLogin;
  /** Whether a request with these credentials may create its world on demand. */
  readonly admits: (request: HttpRequest, config: Config) => boolean;
  /** How many records of each kind a world has, by the names that the control plane shows. */
  readonly counts: (states: States) => Readonly<Record<string, number>>;
  /** Its section of a fixture. */
  readonly fixture: FixtureSection;
  /** Its routes as an OpenAPI document. */
  readonly document: (place: DocumentPlace) => JsonSchema;
  /** Its WebSocket channels as an AsyncAPI document; absent without channels. */
  readonly channelsDocument?: (place: DocumentPlace) => JsonSchema;
  /** Its part of the control plane. */
  readonly controlRoutes: readonly ControlRoute[];
  /** The names of its secrets, besides those that all services share; recordings contain tokens in their place. */
  readonly secrets: SecretNames;
  /** The form of the audio in the binary frames of a channel, by the URL of the connection, and what is known of its frames. */
  readonly audioAt?: (url: string, known?: KnownFrames) => AudioForm | undefined;
  /** The declared encoding of audio that is heard, also one without a form; `container` where the audio itself names it. */
  readonly encodingAt?: (url: string, known?: KnownFrames) => string | undefined;
  /** The schemas of the facts that its requests record, by name. */
  readonly facts: Readonly<Record<string, z.ZodType>>;
  /** Tells its events in words, from the first one of a recording on. */
  readonly story?: () => StoryTeller;
  /** How its entities end, and what is said in calls. */
  readonly lives?: ServiceLives;
  /** Its ids that are plain numbers. */
  readonly numericIds?: NumericIds;
  /** What recordings of it are held against. */
  readonly rules?: ServiceRules;
  /** Its webhooks. */
  readonly webhooks?: ServiceWebhooks;
  /** Its calls. */
  readonly calls?: ServiceCalls;
}

export interface KnownFrames {
  /** The side that sends the audio. */
  readonly by: 'client' | 'server';
  /** The first text frame of the client. */
  readonly firstText: string;
}

/** The files that a fixture names, relative to its own. */
export interface FixtureFiles {
  readonly readFile: (path: string) => Uint8Array;
  /** The names in a folder, in any order. */
  readonly listFolder: (path: string) => readonly string[];
}

export interface PrepareContext {
  /** Undefined where files are not read: in requests. */
  readonly files: FixtureFiles | undefined;
  /** The fixture's own settings. */
  readonly config: ConfigChange;
}

/** A member of a section that cannot be prepared. */
export class UnpreparedError extends Error {
  override readonly name = 'UnpreparedError';
  /** Its path in the section: `sounds.0.file`. */
  readonly place: string;

  constructor(place: string, reason: string) {
    super(reason);
    this.place = place;
  }
}

/** Reads, stores and applies a section of a fixture. `Section` is the type that the schema parses. */
export interface FixtureSection<Section = unknown> {
  readonly schema: z.ZodType<Section>;
  /**
   * Replaces members that take files or slow work, such as audio, by their results, before the section is stored. Checks names that a
   * schema does not know. Throws UnpreparedError.
   */
  prepare?(section: Section, context: PrepareContext): Promise<Section>;
  /** The section as a world stores it, with fingerprints in place of secrets. Methods, so that sections fit into one list. */
  stored(section: Section): Json;
  /** The commands that seed a world with this configuration. */
  commands(section: Section, config: Json): readonly SeedCommand[];
  /** The section that begins where a session with the real service has ended. */
  shownIn?(session: ShownSession): InPieces<ShownContent>;
  /**
   * The answers of a session as they would have been before it, by the numbers of their requests: without what it has changed, such as
   * balances. Those that it has not changed are not among them.
   */
  answersBefore?(
    session: Pick<ShownSession, 'exchanges' | 'webhooks'>,
  ): InPieces<ReadonlyMap<number, unknown>>;
  /** The id that a world of that section has in place of one of the real service; undefined if it has none. */
  idIn?(states: States, shown: ShownId): string | undefined;
}
