// Written by `npm run client-types` from the OpenAPI document of the control plane.

export type AbiValue = string | number | boolean | readonly AbiValue[];

/** Exactly one of by, to, untilIdle; maxMs with untilIdle only. */
export interface Advance {
  /** Whole milliseconds, or a text with units such as 10m, 1h30m, 500ms. */
  readonly by?: number | string;
  /** An ISO-8601 date or instant; UTC where it names no zone. */
  readonly to?: string;
  readonly untilIdle?: true;
  /** The limit of untilIdle in milliseconds; the default is 86400000. */
  readonly maxMs?: number;
}

export interface Advanced {
  readonly now: string;
  /** The number of scheduled commands (dues) that ran. */
  readonly fired: number;
  /** The number of events that they caused. */
  readonly events: number;
  /** The number of webhooks and calls that time does not wait for any more: their outcomes come with later moves of time. */
  readonly unanswered?: number;
}

/** An agent, as `agent` in Settings describes it. */
export interface Agent {
  /** Deprecated: `listen.provider.language` has precedence. */
  readonly language?: string;
  readonly context?: {
    /** What was said, and which functions were called, before the session. */
    readonly messages?: readonly (
      | { readonly type: 'History'; readonly role: 'user' | 'assistant'; readonly content: string }
      | {
          readonly type: 'History';
          readonly function_calls: readonly {
            readonly id: string;
            readonly name: string;
            readonly client_side: boolean;
            readonly arguments: string;
            readonly response: string;
            /** Without effect. */
            readonly thought_signature?: string;
          }[];
        }
    )[];
  };
  readonly listen?: {
    /** How turns of the user are heard: v1 ends them by silence. */
    readonly provider?:
      | {
          readonly type: 'deepgram' | 'native';
          readonly model?: string;
          /** A BCP-47 tag, or `multi`. */
          readonly language?: string;
          readonly smart_format?: boolean;
          /** Languages of the user; with `flux-general-multi` only. */
          readonly language_hints?: readonly string[];
          /** Deprecated, and without effect as in the original. */
          readonly language_hint?: string | readonly string[];
          /** The confidence at which a turn ends; 1: none does. */
          readonly eot_threshold?: number;
          readonly eager_eot_threshold?: number;
          readonly eot_timeout_ms?: number;
          /** Words whose spelling is known. */
          readonly keyterms?: readonly string[];
          readonly version?: 'v1';
        }
      | {
          readonly type: 'deepgram' | 'native';
          readonly version: 'v2';
          readonly model: string;
          /** Languages of the user; with `flux-general-multi` only. */
          readonly language_hints?: readonly string[];
          /** Deprecated, and without effect as in the original. */
          readonly language_hint?: string | readonly string[];
          /** The confidence at which a turn ends; 1: none does. */
          readonly eot_threshold?: number;
          readonly eager_eot_threshold?: number;
          readonly eot_timeout_ms?: number;
          /** Words whose spelling is known. */
          readonly keyterms?: readonly string[];
        };
  };
  readonly think?: AgentThinker | readonly AgentThinker[];
  readonly speak?: AgentVoice | readonly AgentVoice[];
  /** What the agent says first. */
  readonly greeting?: string;
}

/** A provider of the client’s own. */
export interface AgentEndpoint {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
}

/** A thinker: who answers, with which prompt and functions. */
export interface AgentThinker {
  readonly provider:
    | {
        readonly type: 'open_ai';
        readonly model: string;
        /** Of the model; passed on to an endpoint. */
        readonly temperature?: number;
        readonly version?: 'v1';
        /** Passed on to an endpoint as `reasoning_effort`. */
        readonly reasoning_mode?: 'none' | 'minimal' | 'low' | 'medium' | 'high';
      }
    | {
        readonly type: 'aws_bedrock';
        readonly model: string;
        /** Of the model; passed on to an endpoint. */
        readonly temperature?: number;
        readonly credentials?: {
          readonly type?: 'sts' | 'iam';
          readonly region?: string;
          readonly access_key_id?: string;
          readonly secret_access_key?: string;
          readonly session_token?: string;
        };
      }
    | {
        readonly type: 'anthropic';
        readonly model: string;
        /** Of the model; passed on to an endpoint. */
        readonly temperature?: number;
        readonly version?: 'v1';
      }
    | {
        readonly type: 'google';
        readonly model: string;
        /** Of the model; passed on to an endpoint. */
        readonly temperature?: number;
        readonly version?: 'ai-studio-v1beta' | 'gemini-enterprise-agent-v1' | 'v1beta';
      }
    | {
        readonly type: 'groq';
        readonly model: string;
        /** Of the model; passed on to an endpoint. */
        readonly temperature?: number;
        readonly version?: 'v1';
        /** Passed on to an endpoint as `reasoning_effort`. */
        readonly reasoning_mode?: 'none' | 'minimal' | 'low' | 'medium' | 'high';
      };
  readonly endpoint?: AgentEndpoint;
  readonly functions?: readonly {
    readonly name: string;
    readonly description?: string;
    /** The JSON schema of its arguments. */
    readonly parameters?: { readonly [name: string]: unknown };
    /** Accepted: functions are called behind the end of the turn in any case. */
    readonly defer_until_eot?: boolean;
    /** Where the function is called. Absent: the client carries it out. */
    readonly endpoint?: {
      readonly url: string;
      /** In any letter case; POST by default. */
      readonly method?: string;
      readonly headers?: { readonly [name: string]: string };
    };
  }[];
  readonly prompt?: string;
  /** Characters of history; only with an endpoint. */
  readonly context_length?: 'max' | number;
}

/** A voice. Those of other providers are spoken by built-in ones. */
export interface AgentVoice {
  readonly provider:
    | {
        readonly type: 'deepgram' | 'native';
        readonly version?: 'v1' | 'v2';
        readonly model: string;
        /** A multiple of the pace of the voice; from 0.7 with an Aura model. */
        readonly speed?: number;
        /** Without effect. */
        readonly expressivity?: number;
      }
    | {
        readonly type: 'eleven_labs';
        readonly version?: 'v1';
        readonly model_id: string;
        readonly language?: string;
        /** Deprecated. */
        readonly language_code?: string;
      }
    | {
        readonly type: 'cartesia';
        readonly version?: '2025-03-17';
        readonly model_id: string;
        readonly voice: { readonly mode: string; readonly id: string };
        readonly language?: string;
        /** Without effect. */
        readonly volume?: number;
      }
    | {
        readonly type: 'open_ai';
        readonly version?: 'v1';
        readonly model: string;
        readonly voice: 'alloy' | 'echo' | 'fable' | 'onyx' | 'nova' | 'shimmer';
      }
    | {
        readonly type: 'aws_polly';
        readonly voice:
          'Matthew' | 'Joanna' | 'Amy' | 'Emma' | 'Brian' | 'Arthur' | 'Aria' | 'Ayanda';
        readonly language: string;
        /** Deprecated. */
        readonly language_code?: string;
        readonly engine: 'generative' | 'long-form' | 'standard' | 'neural';
        readonly credentials: {
          readonly type: 'sts' | 'iam';
          readonly region: string;
          readonly access_key_id: string;
          readonly secret_access_key: string;
          readonly session_token?: string;
        };
      };
  readonly endpoint?: AgentEndpoint;
}

/** The first rule that matches is the answer. */
export interface AnswerRule {
  /** A pattern of all that the user said. Absent, without `after`: anything. */
  readonly hears?: string;
  /** Instead of `hears`: the name of a function that was just answered. */
  readonly after?: string;
  /** With `after`: whether that function has failed. */
  readonly failed?: boolean;
  /** Values of the session that must be equal. One that is not set is empty. */
  readonly when?: { readonly [name: string]: string };
  /** The reply: a template. */
  readonly says?: string;
  /** The text of AgentThinking: a template. */
  readonly thinks?: string;
  /** Functions to call, after the reply. */
  readonly calls?: readonly {
    readonly name: string;
    /** A JSON object, in which all texts are templates. */
    readonly arguments?: { readonly [name: string]: unknown };
  }[];
  /** Values of the session from now on: templates. */
  readonly sets?: { readonly [name: string]: string };
  /** Milliseconds, instead of those of the world. */
  readonly latency?: { readonly think?: number; readonly speak?: number };
  /** A provider that fails. */
  readonly fails?: {
    readonly provider: 'think' | 'speak';
    /** How many providers of a list fail, one after the other; 1 by default. */
    readonly times?: number;
    readonly reason?: string;
  };
  /** Whether it matches once in a session. */
  readonly once?: boolean;
}

export type Blockchain =
  | 'ETH'
  | 'ETH-SEPOLIA'
  | 'AVAX'
  | 'AVAX-FUJI'
  | 'MATIC'
  | 'MATIC-AMOY'
  | 'SOL'
  | 'SOL-DEVNET'
  | 'ARB'
  | 'ARB-SEPOLIA'
  | 'NEAR'
  | 'NEAR-TESTNET'
  | 'EVM'
  | 'EVM-TESTNET'
  | 'UNI'
  | 'UNI-SEPOLIA'
  | 'BASE'
  | 'BASE-SEPOLIA'
  | 'OP'
  | 'OP-SEPOLIA'
  | 'APTOS'
  | 'APTOS-TESTNET'
  | 'ARC-TESTNET'
  | 'MONAD'
  | 'MONAD-TESTNET';

export interface BrokenWorld {
  readonly name: string;
  /** The reason why the world is unusable. */
  readonly error: string;
}

export interface CalendarSettings {
  /** Who may write: every caller, as an administrator (`open`, the default), or users with credentials (`wordpress`). */
  readonly mode?: 'open' | 'wordpress';
  /** The users of the site with their application passwords, which are stored and shown as fingerprints, `sha256.<hex>`. User 1, an administrator, always exists. */
  readonly users?: readonly {
    readonly id: number;
    readonly login: string;
    readonly password: string;
    readonly role: 'administrator' | 'editor' | 'author' | 'contributor' | 'subscriber';
  }[];
  /** The time zone of the site. Default: `UTC`. */
  readonly zone?: string;
  /** Items of a page if a request has no `per_page`. Default: 10. */
  readonly perPage?: number;
  /** The most items of a page; a larger `per_page` is reduced to it. Default: 50. */
  readonly perPageMax?: number;
  /** The currency of costs without one (defaults: `symbol` `$`, `position` `prefix`), and the decimal mark of prices (`decimalMark`, default `.`). */
  readonly currency?: {
    readonly symbol?: string;
    readonly position?: 'prefix' | 'postfix';
    readonly decimalMark?: '.' | ',';
  };
  /** Further namespaces of the API below `/wp-json`, besides `calendar/events/v1`. Default: `tribe/events/v1`. */
  readonly namespaces?: readonly string[];
  /** Whether the filters of the optional extensions have an effect. Default: `false`. */
  readonly extensions?: { readonly geolocation?: boolean; readonly tickets?: boolean };
  /** The radius of the filters `geoloc_lat` and `geoloc_lng`, in miles. Default: 25. */
  readonly geolocationMiles?: number;
  /** The effect of an update on fields that it omits: `keep` (the default), or `reset` as in the original. */
  readonly updates?: 'keep' | 'reset';
  /** Whether pages of other origins may send cookies and stored credentials, as in the original. Default: `false`. */
  readonly corsCredentials?: boolean;
  /** The form of titles and names in responses: as they were sent (`plain`, the default), or with typographic quotes and dashes as entities (`texturized`), as on most sites. */
  readonly titles?: 'plain' | 'texturized';
  /** The names of the taxonomies in responses. Defaults: `tribe_events_cat` and `post_tag`. */
  readonly taxonomies?: { readonly category?: string; readonly tag?: string };
}

export interface CausedEvent {
  /** Position in the log of the world. */
  readonly position: number;
  readonly stream: string;
  readonly type: string;
  /** Of an event that was due by then: the position of the event that scheduled it. */
  readonly cause?: number;
}

export interface Chain {
  readonly blockchain: string;
  readonly height: number;
  readonly blockTimeMs: number;
  readonly paused: boolean;
  readonly baseFeeGwei: string;
  readonly calmBaseFeeGwei: string;
  readonly congestion: string;
}

export interface ChainChange {
  /** A decimal number, as text or as a number. */
  readonly baseFeeGwei?: string | number;
  /** A decimal number, as text or as a number. */
  readonly congestion?: string | number;
  readonly paused?: boolean;
  readonly blockTimeMs?: number;
}

export interface Clock {
  readonly now: string;
  readonly mode: ClockMode;
  readonly rate: number;
  /** In skip: whether time also moves while no requests arrive; the default is true. */
  readonly idle?: boolean;
  /** The instant of the next due; null if nothing is due. */
  readonly nextDue: string | null;
}

export interface ClockChange {
  readonly mode?: ClockMode;
  readonly rate?: number;
  /** In skip: whether time also moves while no requests arrive; the default is true. */
  readonly idle?: boolean;
}

export type ClockMode = 'real' | 'frozen' | 'skip';

export interface ComparedInput {
  /** The number of the input in its world, from 1. */
  readonly n: number;
  readonly at: string;
  readonly kind: string;
  readonly domain?: string;
  /** The type of its command. */
  readonly command?: string;
}

export interface Comparison {
  readonly worlds: readonly [string, string];
  /** The last position that both have alike; 0 if none. */
  readonly position: number;
  /** The first event that differs; null if there is none. */
  readonly difference: {
    readonly position: number;
    /** What differs, if both have an event at the position. */
    readonly fields: readonly {
      /** Such as `data.fee.maxFee`. */
      readonly path: string;
      /** Any JSON; absent if the event has no such field. */
      readonly left?: unknown;
      /** Any JSON; absent if the event has no such field. */
      readonly right?: unknown;
    }[];
    /** Absent if the world has no such event. */
    readonly left?: DifferingEvent;
    /** Absent if `with` has no such event. */
    readonly right?: DifferingEvent;
  } | null;
}

export interface CurrencyBalance {
  readonly tokenId: string;
  readonly symbol?: string;
  readonly amount: string;
}

export interface CutRecording {
  readonly world: string;
  /** The path of the file on the host of the process that has written it. */
  readonly file: string;
  /** The address of that process; absent if it was no node. */
  readonly node?: string;
  /** No end was noted: the process has died, or has lost the world. The file may have no end line. */
  readonly state: 'cut';
  readonly base: RecordingBase;
}

export interface DifferingEvent {
  readonly event: Event;
  /** The input that decided it, or let it become due. */
  readonly input: ComparedInput;
  /** What led to it, the nearest cause first, back to an input. */
  readonly causes: readonly EventCause[];
}

export interface Error {
  readonly error: { readonly code: string; readonly message: string };
}

export interface Event {
  /** Position in the log of the world. */
  readonly position: number;
  readonly stream: string;
  /** Position in its stream. */
  readonly version: number;
  /** Virtual time, in milliseconds. */
  readonly at: number;
  /** The position of the event that scheduled the due that caused this one. */
  readonly cause?: number;
  readonly type: string;
  readonly data: { readonly [name: string]: unknown };
}

export type EventCause =
  | {
      readonly position: number;
      readonly type: string;
      readonly stream: string;
      readonly at: string;
    }
  | { readonly input: ComparedInput };

export interface Events {
  readonly events: readonly Event[];
  /** The first position of the next page; null on the last page. */
  readonly next: number | null;
}

export interface ExchangeFrame {
  /** The entry of the recording. */
  readonly n: number;
  /** Virtual milliseconds since 1970-01-01T00:00:00Z. */
  readonly atMs: number;
  /** From the client, or to it. */
  readonly direction: 'in' | 'out';
  readonly text?: string;
  /** The size of a binary frame. */
  readonly bytes?: number;
}

export interface ExchangeMessage {
  readonly headers?: { readonly [name: string]: string };
  /** Of a long text, its beginning. */
  readonly text?: string;
  /** The size of a binary or a long body. */
  readonly bytes?: number;
}

export interface ExplainedThought {
  /** Of the event with which it began. */
  readonly position: number;
  readonly at: string;
  readonly session: string;
  /** Of the agent, from 1. */
  readonly turn: number;
  /** Rounds of functions before it, in this turn. */
  readonly round: number;
  /** The number of the thinker in its list, from 0. */
  readonly thinker: number;
  /** Who answered: a rule of the script, a live thinker, or the plain one. Or no thought: a greeting, or a message of the client. */
  readonly kind: 'rule' | 'live' | 'plain' | 'greeting' | 'injected';
  /** What the user said; null of a greeting, and of an injected message. */
  readonly heard: string | null;
  /** The functions that were just answered, or failed. */
  readonly after: readonly { readonly name: string; readonly failed: boolean }[];
  /** The rule that matched, of the script at that time; null: none. */
  readonly rule: {
    /** Its number in `answer`, from 0. */
    readonly index: number;
    /** Its pattern. Without it, anything. */
    readonly hears?: string;
    /** Its function. */
    readonly after?: string;
    /** Whether that must have failed. */
    readonly failed?: boolean;
    /** The values of its pattern, as they were said. */
    readonly captures: { readonly [name: string]: string };
    /** What each `*` of its pattern took, in order. */
    readonly rests: readonly {
      /** The words that it took; empty if none. */
      readonly text: string;
      /** The name of the value right after it; null without one. */
      readonly before: string | null;
    }[];
  } | null;
  /** Rules that nearly matched, the nearest first. */
  readonly nearMisses: readonly NearMiss[];
  readonly says: string;
  readonly calls: readonly { readonly name: string; readonly arguments: string }[];
  /** Why the provider failed; null: it did not. */
  readonly failure: string | null;
  /** Whether the user interrupted it. */
  readonly interrupted: boolean;
}

export interface ExplainedThoughts {
  readonly thoughts: readonly ExplainedThought[];
  /** The `from` of the next page; null on the last page. */
  readonly next: number | null;
}

export type FailureReason =
  | 'ESTIMATION_ERROR'
  | 'INSUFFICIENT_NATIVE_TOKEN'
  | 'ABI_SIGNATURE_PARAMS_MISMATCH'
  | 'FEE_EXCEEDS_MAX_ALLOWANCE'
  | 'QUERY_NFT_METADATA_ERROR'
  | 'GAS_LIMIT_TOO_LOW'
  | 'TRANSACTION_UNDER_PRICE'
  | 'FAILED_ON_CHAIN'
  | 'FAILED_REORG'
  | 'INTERNAL_ERROR'
  | 'PAYMASTER_POLICY_NOT_ACTIVATED'
  | 'PAYMASTER_POLICY_EXCEED_MAX_DAILY_TRANSACTIONS'
  | 'PAYMASTER_POLICY_EXCEED_MAX_SPEND_USD_PER_TX'
  | 'PAYMASTER_POLICY_EXCEED_MAX_SPEND_USD_DAILY'
  | 'PAYMASTER_POLICY_EXCEED_MAX_NATIVE_TOKEN_DAILY'
  | 'PAYMASTER_POLICY_SENDER_IN_BLOCKLIST'
  | 'PAYMASTER_ENTITY_RESTRICTION';

export interface Fault {
  readonly id: string;
  /** How many matching requests it was tried on. */
  readonly tried: number;
  /** How many of them it struck. */
  readonly struck: number;
  readonly kind:
    | 'refuse'
    | 'lose-request'
    | 'lose-answer'
    | 'repeat'
    | 'cut'
    | 'malformed'
    | 'hang'
    | 'slow'
    | 'stick'
    | 'drop'
    | 'fail'
    | 'deny'
    | 'lose-webhook'
    | 'double-webhook'
    | 'late-webhook'
    | 'swap-webhooks'
    | 'refuse-upgrade'
    | 'drop-frame'
    | 'double-frame'
    | 'swap-frames'
    | 'delay-frame'
    | 'close-socket'
    | 'half-open';
  readonly service?: string;
  readonly route?: string;
  readonly conn?: number;
  readonly when?: {
    readonly between?: readonly [string, string];
    readonly [name: string]: unknown;
  };
  /** What its author should know when it is added. */
  readonly warning?: string;
  readonly [name: string]: unknown;
}

/** Which of the matching requests it strikes; all members must agree. */
export interface FaultCondition {
  /** Strikes so often at most. */
  readonly count?: number;
  /** Lets so many matching requests pass first. */
  readonly after?: number;
  /** Strikes each n-th of those that follow. */
  readonly every?: number;
  /** The probability of a strike, drawn from the seed. */
  readonly chance?: number;
  /** From one virtual instant on, until another. */
  readonly between?: readonly [string, string];
  /** Values in the body (JSON or a form) by path, such as "feeLevel" or "amounts.0". */
  readonly json?: { readonly [name: string]: Json };
}

export interface Fee {
  readonly gasPrice?: string;
  readonly maxFee?: string;
  readonly priorityFee?: string;
  readonly baseFee?: string;
  readonly gasLimit: string;
  readonly networkFee: string;
  readonly l1Fee?: string;
}

export interface Fixture {
  /** The version of the format. */
  readonly version: 1;
  /** Its purpose, for readers. */
  readonly description?: string;
  /** Settings of the world, as for PATCH /worlds/:w/config. */
  readonly config?: WorldConfig;
  /** The wallet service. */
  readonly wallet?: {
    /** The SHA-256 of the 32 bytes of the entity secret, registered. */
    readonly entitySecretFingerprint?: string;
    /** The conditions on blockchains, by their codes. */
    readonly chains?: { readonly [name: string]: ChainChange };
    /** Wallet sets, in order. */
    readonly walletSets?: readonly {
      /** The name of the set. */
      readonly name?: string;
      /** The end user who controls the set; absent for the developer. */
      readonly userId?: string;
      /** Its wallets, in order. */
      readonly wallets?: readonly {
        /** One wallet on each; those on EVM chains share one address. */
        readonly blockchains: readonly Blockchain[];
        /** How many on each blockchain. */
        readonly count?: number;
        /** The kind of account. */
        readonly accountType?: 'EOA' | 'SCA';
        /** The core of smart accounts; the newest unless given. */
        readonly scaCore?:
          | 'circle_4337_v1'
          | 'circle_6900_singleowner_v1'
          | 'circle_6900_singleowner_v2'
          | 'circle_6900_singleowner_v3';
        /** The name of each of them. */
        readonly name?: string;
        /** The refId of each of them. */
        readonly refId?: string;
        /** The funds of each of them: `native`, `usdc`, `tokens` by token id. */
        readonly funds?: Funds;
        /** NFTs and other tokens to mint to each of them. */
        readonly mints?: readonly Mint[];
        /** Whether they are frozen, after funds and mints. */
        readonly frozen?: true;
      }[];
    }[];
  };
  /** The calendar service. */
  readonly calendar?: {
    /** Images. */
    readonly images?: readonly {
      /** A name for references of other entries, besides its slug and its name. */
      readonly key?: string;
      /** Its URL. */
      readonly url: string;
    }[];
    /** Categories. */
    readonly categories?: readonly {
      /** A name for references of other entries, besides its slug and its name. */
      readonly key?: string;
      /** Its name. */
      readonly name: string;
      /** Its slug. Default: derived from its name. */
      readonly slug?: string;
      /** Its description. */
      readonly description?: string;
      /** Its parent category. */
      readonly parent?: string;
    }[];
    /** Tags. */
    readonly tags?: readonly {
      /** A name for references of other entries, besides its slug and its name. */
      readonly key?: string;
      /** Its name. */
      readonly name: string;
      /** Its slug. Default: derived from its name. */
      readonly slug?: string;
      /** Its description. */
      readonly description?: string;
    }[];
    /** Venues. */
    readonly venues?: readonly {
      /** A name for references of other entries, besides its slug and its name. */
      readonly key?: string;
      /** Its name, unique among venues. */
      readonly venue: string;
      /** The id of its author. Default: 1. */
      readonly author?: number;
      /** Its publication date. Default: now. */
      readonly date?: string | number;
      /** Its publication date in UTC. */
      readonly date_utc?: string | number;
      /** Its post status. Posts in the `trash` are created and then deleted. */
      readonly status?:
        | 'publish'
        | 'future'
        | 'draft'
        | 'pending'
        | 'private'
        | 'trash'
        | 'auto-draft'
        | 'inherit'
        | 'request-pending'
        | 'request-confirmed'
        | 'request-failed'
        | 'request-completed';
      /** Its description. */
      readonly description?: string;
      /** Its image: the key or URL of one of `images`, or another URL. */
      readonly image?: string;
      /** Its street address. */
      readonly address?: string;
      /** Its city. */
      readonly city?: string;
      /** Its country. */
      readonly country?: string;
      /** Its province. */
      readonly province?: string;
      /** Its state. */
      readonly state?: string;
      /** Its state or province. */
      readonly stateprovince?: string;
      /** Its postal code. */
      readonly zip?: string;
      /** Its phone number. */
      readonly phone?: string;
      /** Its website. */
      readonly website?: string;
      /** Whether its events show a map. */
      readonly show_map?: boolean;
      /** Whether its events show a link to a map. */
      readonly show_map_link?: boolean;
      /** Its position in degrees: `latitude` and `longitude`. */
      readonly geodata?: { readonly latitude: number; readonly longitude: number };
      /** The password that protects its content. */
      readonly password?: string;
      /** The SHA-256 of the password, instead of the password. */
      readonly passwordFingerprint?: string;
    }[];
    /** Organizers. */
    readonly organizers?: readonly {
      /** A name for references of other entries, besides its slug and its name. */
      readonly key?: string;
      /** Its name, unique among organizers. */
      readonly organizer: string;
      /** The id of its author. Default: 1. */
      readonly author?: number;
      /** Its publication date. Default: now. */
      readonly date?: string | number;
      /** Its publication date in UTC. */
      readonly date_utc?: string | number;
      /** Its post status. Posts in the `trash` are created and then deleted. */
      readonly status?:
        | 'publish'
        | 'future'
        | 'draft'
        | 'pending'
        | 'private'
        | 'trash'
        | 'auto-draft'
        | 'inherit'
        | 'request-pending'
        | 'request-confirmed'
        | 'request-failed'
        | 'request-completed';
      /** Its description. */
      readonly description?: string;
      /** Its image: the key or URL of one of `images`, or another URL. */
      readonly image?: string;
      /** Its phone number. */
      readonly phone?: string;
      /** Its e-mail address. */
      readonly email?: string;
      /** Its website. */
      readonly website?: string;
      /** The password that protects its content. */
      readonly password?: string;
      /** The SHA-256 of the password, instead of the password. */
      readonly passwordFingerprint?: string;
    }[];
    /** Events. */
    readonly events?: readonly {
      /** A name for references of other entries, besides its slug and its name. */
      readonly key?: string;
      /** Its title. */
      readonly title: string;
      /** Its start. */
      readonly start_date: string | number;
      /** Its end. */
      readonly end_date: string | number;
      /** Repeats it at the same time of day. Each repetition is an event. */
      readonly repeats?: {
        /** The interval between two events: `week`, `2 days`. */
        readonly every: string;
        /** The number of events. */
        readonly times: number;
      };
      /** The id of its author. Default: 1. */
      readonly author?: number;
      /** Its publication date. Default: now. */
      readonly date?: string | number;
      /** Its publication date in UTC. */
      readonly date_utc?: string | number;
      /** Its post status. Posts in the `trash` are created and then deleted. */
      readonly status?:
        | 'publish'
        | 'future'
        | 'draft'
        | 'pending'
        | 'private'
        | 'trash'
        | 'auto-draft'
        | 'inherit'
        | 'request-pending'
        | 'request-confirmed'
        | 'request-failed'
        | 'request-completed';
      /** Its description. */
      readonly description?: string;
      /** Its image: the key or URL of one of `images`, or another URL. */
      readonly image?: string;
      /** Its excerpt. */
      readonly excerpt?: string;
      /** Its slug. Default: derived from its title. */
      readonly slug?: string;
      /** Its time zone. Default: that of the site. */
      readonly timezone?: string;
      /** Whether it lasts whole days. */
      readonly all_day?: boolean;
      /** Its price, or a list of prices. */
      readonly cost?: (string | number) | readonly (string | number)[];
      /** Its website. */
      readonly website?: string;
      /** Whether it shows a map. */
      readonly show_map?: boolean;
      /** Whether it shows a link to a map. */
      readonly show_map_link?: boolean;
      /** Whether lists omit it. */
      readonly hide_from_listings?: boolean;
      /** Whether it comes first in the calendar view. */
      readonly sticky?: boolean;
      /** Whether it is featured. */
      readonly featured?: boolean;
      /** Its categories. */
      readonly categories?: readonly string[];
      /** Its tags. */
      readonly tags?: readonly string[];
      /** Its venue. */
      readonly venue?: string;
      /** Its organizers, in order. */
      readonly organizer?: readonly string[];
      /** Its parent event. */
      readonly parent?: string;
      /** Whether it has tickets. */
      readonly ticketed?: boolean;
      /** The password that protects its content. */
      readonly password?: string;
      /** The SHA-256 of the password, instead of the password. */
      readonly passwordFingerprint?: string;
    }[];
  };
  /** The speech service. */
  readonly speech?: {
    /** What sessions hear, whatever is spoken. */
    readonly hear?: readonly ScriptPart[];
    /** What agents answer. */
    readonly answer?: readonly AnswerRule[];
    /** Agents that Settings may name by their ids. */
    readonly agents?: readonly RegisteredAgent[];
    /** Sounds that sessions hear as their texts. */
    readonly sounds?: readonly {
      /** An audio file, relative to the fixture. Only for fixtures in files. */
      readonly file?: string;
      /** A folder of audio files, relative to the fixture, in the order of their names. The text of a file is its own, or that in a file of the same name that ends in `.txt`. */
      readonly folder?: string;
      /** A text to synthesise. Each of its sentences becomes a sound. */
      readonly say?: string;
      /** The voice for `say`: a model of /v1/speak; aura-asteria-en by default. */
      readonly model?: string;
      /** The words spoken in the file or print. Required, unless the file contains its own text. */
      readonly text?: string;
      /** The name of the speaker: sounds with the same name have the same speaker number. Absent: the name of the file. */
      readonly speaker?: string;
      readonly language?: string;
      /** The fingerprints and words of a sound, as worlds store them. */
      readonly print?: {
        readonly words: readonly {
          readonly text: string;
          readonly start: number;
          readonly end: number;
        }[];
        readonly fingerprints: string;
        readonly mask: string;
        readonly voiceStart: number;
        readonly voiceEnd: number;
      };
    }[];
    /** A conversation that `reprise converse` holds with the first agent. */
    readonly converse?: {
      /** What the user says, turn by turn. */
      readonly user?: readonly (
        | string
        | {
            readonly says: string;
            /** Milliseconds after the agent begins to reply. Absent: once the agent has finished. */
            readonly interruptAfterMs?: number;
          }
      )[];
      /** The user's voice: a model of /v1/speak; `aura-zeus-en` by default. */
      readonly model?: string;
      /** What client-side functions answer, by name: a list, one for each call; the last one for all further ones. */
      readonly functions?: { readonly [name: string]: readonly unknown[] };
    };
  };
  /** Faults to inject, as for POST /worlds/:w/faults. */
  readonly faults?: readonly NewFault[];
}

export interface Fork {
  readonly name: string;
  /** A position, or an ISO-8601 instant for the last position at or before it. The events of one command are never split: a position among them means the last one. */
  readonly at?: number | string;
  /** Ids and random numbers of the fork derive from it; the default is the seed of the parent. Keys of wallets stay. */
  readonly seed?: string;
  /** Whether the fork sends webhooks; the default is false. */
  readonly outbound?: boolean;
}

export type Frame =
  | { readonly text: string }
  | {
      /** Binary data. */
      readonly data: string;
    };

export interface Frames {
  readonly frames: readonly Frame[];
}

export interface FramesAnswer {
  /** The frames that the session sent in response. */
  readonly frames: readonly Frame[];
  /** The close code and reason; null while the session is open. */
  readonly closed: { readonly code: number; readonly reason: string } | null;
}

export interface Funds {
  readonly native?: string;
  readonly usdc?: string;
  readonly eurc?: string;
  /** Amounts by token id. */
  readonly tokens?: { readonly [name: string]: string };
  /** Funds secondary storage (APTOS only), which is not shown. */
  readonly secondary?: true;
}

export interface InitialClock {
  readonly mode: ClockMode;
  readonly rate?: number;
  /** In skip: whether time also moves while no requests arrive; the default is true. */
  readonly idle?: boolean;
}

export interface Journal {
  readonly world: JournaledWorld;
  readonly entries: readonly JournalEntry[];
  /** The first input of the next page; null on the last page. */
  readonly next: number | null;
}

export interface JournalEntry {
  readonly input: {
    readonly n: number;
    readonly atMs: number;
    readonly kind: string;
    readonly [name: string]: unknown;
  };
  /** Canonical texts, over which the digest is computed; each is the JSON of an event. */
  readonly events: readonly string[];
  /** By position: values of events that are no part of the digest. */
  readonly asides?: { readonly [name: string]: { readonly [name: string]: string } };
  /** The digest of the world after these events. */
  readonly digest: string;
}

export interface JournaledRequest {
  /** The number of the request in its world, from 1. */
  readonly n: number;
  /** The virtual instant. Absent if no world has the name. */
  readonly at?: string;
  /** The name of the world, if there is none with it. */
  readonly world?: string;
  /** Null if no service owns the path. */
  readonly service: string | null;
  /** The program that sent it, such as `axios`: the first product of its User-Agent, without the version. */
  readonly client?: string;
  readonly method: string;
  /** Without the world's prefix. */
  readonly path: string;
  readonly query?: string;
  /** The route that answers the request, such as `GET /v1/w3s/wallets/:id`, with `WS` for an upgrade to a WebSocket; null if there is none. */
  readonly route: string | null;
  /** The most similar route, if there is none for the request. */
  readonly nearest?: string;
  /** Null until the request is answered. */
  readonly status: number | null;
  /** The position of the world that the answer reflects. */
  readonly position?: number;
  /** The numbers of its inputs. */
  readonly inputs: readonly number[];
  /** The events of its inputs, the first 100 of them. */
  readonly events: readonly CausedEvent[];
  /** The number of all events of its inputs. */
  readonly eventCount: number;
  /** The body, as a value if it is JSON. Absent if there is none, or it is binary or long. Secrets are replaced as in recordings. */
  readonly body?: unknown;
  /** The body of an answer with a status of 400 or more. */
  readonly answer?: unknown;
  /** Present after an upgrade. */
  readonly socket?: SocketStatus;
}

/** What the world began with: its state before the first input follows from it. */
export interface JournaledWorld {
  readonly name: string;
  readonly seed: string;
  readonly epoch: string;
  readonly [name: string]: unknown;
}

export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export interface Mint {
  readonly tokenId?: string;
  /** The address of the contract; registers a new token if it is unknown. */
  readonly tokenAddress?: string;
  /** The id of the NFT; an integer on EVM chains. */
  readonly nftTokenId?: string;
  /** Decimal; the default is 1. */
  readonly amount?: string;
  readonly metadata?: string;
  readonly standard?:
    | 'ERC20'
    | 'ERC721'
    | 'ERC1155'
    | 'Fungible'
    | 'FungibleAsset'
    | 'NonFungible'
    | 'NonFungibleEdition'
    | 'ProgrammableNonFungible'
    | 'ProgrammableNonFungibleEdition';
  readonly name?: string;
  readonly symbol?: string;
  readonly decimals?: number;
}

export interface NearMiss {
  /** Its number in `answer`, from 0. */
  readonly index: number;
  /** Its pattern. Without it, anything. */
  readonly hears?: string;
  /** Its function. */
  readonly after?: string;
  /** Whether that must have failed. */
  readonly failed?: boolean;
  /** How many words and conditions are in its way. */
  readonly distance: number;
  readonly reasons: readonly string[];
}

export type NewFault =
  | {
      /** Its name; by default a UUID that derives from the seed. */
      readonly id?: string;
      /** The service of the requests; default: each. */
      readonly service?: 'wallet' | 'calendar' | 'speech';
      /** A path without query and world, `*` for any one segment, `**` at the end for any number of them, optionally after a method. */
      readonly route?: string;
      readonly when?: FaultCondition;
      /** Answers with an error of the service. */
      readonly kind: 'refuse';
      /** The HTTP status. */
      readonly status?: number;
      /** The service's own code; default: that of the status. */
      readonly code?: number | string;
      /** Default: it names the fault. */
      readonly message?: string;
      /** The header Retry-After, in seconds. */
      readonly retryAfter?: number;
    }
  | {
      /** Its name; by default a UUID that derives from the seed. */
      readonly id?: string;
      /** The service of the requests; default: each. */
      readonly service?: 'wallet' | 'calendar' | 'speech';
      /** A path without query and world, `*` for any one segment, `**` at the end for any number of them, optionally after a method. */
      readonly route?: string;
      readonly when?: FaultCondition;
      /** See adapters/faults/README.md. */
      readonly kind: 'lose-request' | 'lose-answer' | 'repeat' | 'cut' | 'malformed' | 'hang';
    }
  | {
      /** Its name; by default a UUID that derives from the seed. */
      readonly id?: string;
      /** The service of the requests; default: each. */
      readonly service?: 'wallet' | 'calendar' | 'speech';
      /** A path without query and world, `*` for any one segment, `**` at the end for any number of them, optionally after a method. */
      readonly route?: string;
      readonly when?: FaultCondition;
      /** Answers after a virtual latency. */
      readonly kind: 'slow';
      /** Whole milliseconds, or a text with units such as 10m, 1h30m, 500ms. */
      readonly delay: number | string;
      /** Whole milliseconds, or a text with units such as 10m, 1h30m, 500ms. */
      readonly jitter?: number | string;
    }
  | {
      /** Its name; by default a UUID that derives from the seed. */
      readonly id?: string;
      readonly service?: 'wallet';
      /** A path without query and world, `*` for any one segment, `**` at the end for any number of them, optionally after a method. */
      readonly route?: string;
      readonly when?: FaultCondition;
      /** The transaction that the request initiates is stuck, or dropped, once it is SENT. */
      readonly kind: 'stick' | 'drop';
    }
  | {
      /** Its name; by default a UUID that derives from the seed. */
      readonly id?: string;
      readonly service?: 'wallet';
      /** A path without query and world, `*` for any one segment, `**` at the end for any number of them, optionally after a method. */
      readonly route?: string;
      readonly when?: FaultCondition;
      /** The transaction that the request initiates fails, or is denied at screening. */
      readonly kind: 'fail' | 'deny';
      /** The errorReason for clients. Default of a denial: INTERNAL_ERROR. */
      readonly reason?: FailureReason;
    }
  | {
      /** Its name; by default a UUID that derives from the seed. */
      readonly id?: string;
      /** The service of the requests; default: each. */
      readonly service?: 'wallet' | 'calendar' | 'speech';
      /** A path without query and world, `*` for any one segment, `**` at the end for any number of them, optionally after a method. */
      readonly route?: string;
      readonly when?: FaultCondition;
      /** A webhook does not arrive and gets no answer, or arrives twice. */
      readonly kind: 'lose-webhook' | 'double-webhook';
    }
  | {
      /** Its name; by default a UUID that derives from the seed. */
      readonly id?: string;
      /** The service of the requests; default: each. */
      readonly service?: 'wallet' | 'calendar' | 'speech';
      /** A path without query and world, `*` for any one segment, `**` at the end for any number of them, optionally after a method. */
      readonly route?: string;
      readonly when?: FaultCondition;
      /** A webhook arrives later. */
      readonly kind: 'late-webhook';
      /** Whole milliseconds, or a text with units such as 10m, 1h30m, 500ms. */
      readonly delay: number | string;
      /** Whole milliseconds, or a text with units such as 10m, 1h30m, 500ms. */
      readonly jitter?: number | string;
    }
  | {
      /** Its name; by default a UUID that derives from the seed. */
      readonly id?: string;
      /** The service of the requests; default: each. */
      readonly service?: 'wallet' | 'calendar' | 'speech';
      /** A path without query and world, `*` for any one segment, `**` at the end for any number of them, optionally after a method. */
      readonly route?: string;
      readonly when?: FaultCondition;
      /** A webhook arrives behind the next one of its subscription, or alone after the delay. */
      readonly kind: 'swap-webhooks';
      /** Whole milliseconds, or a text with units such as 10m, 1h30m, 500ms. */
      readonly delay?: number | string;
      /** Whole milliseconds, or a text with units such as 10m, 1h30m, 500ms. */
      readonly jitter?: number | string;
    }
  | {
      /** Its name; by default a UUID that derives from the seed. */
      readonly id?: string;
      /** The service of the requests; default: each. */
      readonly service?: 'wallet' | 'calendar' | 'speech';
      /** The path of a channel, `*` for any one segment, `**` at the end for any number of them, optionally after WS. */
      readonly route?: string;
      readonly when?: FaultCondition;
      /** Answers the upgrade of a WebSocket with an error of the service. */
      readonly kind: 'refuse-upgrade';
      /** The HTTP status. */
      readonly status?: number;
      /** The service's own code; default: that of the status. */
      readonly code?: number | string;
      /** Default: it names the fault. */
      readonly message?: string;
      /** The header Retry-After, in seconds. */
      readonly retryAfter?: number;
    }
  | {
      /** Its name; by default a UUID that derives from the seed. */
      readonly id?: string;
      /** The service of the requests; default: each. */
      readonly service?: 'wallet' | 'calendar' | 'speech';
      /** The path of a channel, `*` for any one segment, `**` at the end for any number of them, optionally after WS. */
      readonly route?: string;
      readonly when?: FaultCondition;
      /** The number of the connection among those of its service, from 1; default: each. */
      readonly conn?: number;
      /** The frames from the client (in) or to it (out); default: both. */
      readonly direction?: 'in' | 'out';
      /** A frame is lost, arrives twice or behind the next one; or no frame arrives from it on, in either direction. */
      readonly kind: 'drop-frame' | 'double-frame' | 'swap-frames' | 'half-open';
    }
  | {
      /** Its name; by default a UUID that derives from the seed. */
      readonly id?: string;
      /** The service of the requests; default: each. */
      readonly service?: 'wallet' | 'calendar' | 'speech';
      /** The path of a channel, `*` for any one segment, `**` at the end for any number of them, optionally after WS. */
      readonly route?: string;
      readonly when?: FaultCondition;
      /** The number of the connection among those of its service, from 1; default: each. */
      readonly conn?: number;
      /** The frames from the client (in) or to it (out); default: both. */
      readonly direction?: 'in' | 'out';
      /** A frame arrives later, and those behind it after it. */
      readonly kind: 'delay-frame';
      /** Whole milliseconds, or a text with units such as 10m, 1h30m, 500ms. */
      readonly delay: number | string;
      /** Whole milliseconds, or a text with units such as 10m, 1h30m, 500ms. */
      readonly jitter?: number | string;
    }
  | {
      /** Its name; by default a UUID that derives from the seed. */
      readonly id?: string;
      /** The service of the requests; default: each. */
      readonly service?: 'wallet' | 'calendar' | 'speech';
      /** The path of a channel, `*` for any one segment, `**` at the end for any number of them, optionally after WS. */
      readonly route?: string;
      readonly when?: FaultCondition;
      /** The number of the connection among those of its service, from 1; default: each. */
      readonly conn?: number;
      /** The frames from the client (in) or to it (out); default: both. */
      readonly direction?: 'in' | 'out';
      /** The connection is closed in place of a frame. */
      readonly kind: 'close-socket';
      /** The close code. */
      readonly code?: number;
      readonly reason?: string;
    };

export interface NewTenant {
  readonly id: string;
  readonly limits: TenantLimits;
  /** The number of its stored worlds. */
  readonly worlds: number;
  /** The number of its worlds that are awake in the answering process. */
  readonly awakeWorlds: number;
  /** Its token, which is not stored and never shown again. */
  readonly token: string;
}

export interface NewWorld {
  readonly name: string;
  readonly seed?: string;
  /** An ISO-8601 date or instant; UTC where it names no zone. */
  readonly epoch?: string;
  /** A mode, or an object with mode, rate and idle. */
  readonly clock?: ClockMode | InitialClock;
  readonly config?: WorldConfig;
  /** The initial data of the world: a fixture, the name of a packaged one, or null for none. */
  readonly fixture?: string | Fixture | null;
}

export interface Nodes {
  readonly nodes: readonly {
    /** The base URL for the other nodes. */
    readonly address: string;
    readonly version: string;
    /** The worlds that are awake there. */
    readonly worlds: number;
    /** The time of a processor that it has used in the last second, in percent. */
    readonly load: number;
    /** Whether it hands its worlds over to the others, and takes no more. */
    readonly isDraining: boolean;
    /** Whether it is the node that answers. */
    readonly isSelf: boolean;
  }[];
}

export interface Progress {
  /** The instant that time has reached. */
  readonly now: string;
  /** The number of events so far. */
  readonly position: number;
}

export interface RecordedExchange {
  /** The entry of the request in the recording. */
  readonly n: number;
  readonly kind: 'http' | 'socket' | 'webhook' | 'control';
  /** Virtual milliseconds since 1970-01-01T00:00:00Z. */
  readonly atMs: number;
  readonly service: string;
  readonly method: string;
  /** The program that sent it, such as `axios`, where it says so. */
  readonly client?: string;
  /** With its query. */
  readonly url: string;
  readonly route?: string | null;
  readonly nearest?: string;
  /** Absent until it is answered. */
  readonly status?: number;
  /** Why there is no answer, or no whole one, such as `timeout`. */
  readonly failure?: string;
  readonly request?: ExchangeMessage;
  readonly answer?: ExchangeMessage;
  /** Of a WebSocket. */
  readonly frames?: readonly ExchangeFrame[];
  /** The end of a WebSocket. */
  readonly close?: {
    /** Virtual milliseconds since 1970-01-01T00:00:00Z. */
    readonly atMs: number;
    readonly by: string;
    readonly code: number;
    readonly reason: string;
  };
  /** The positions of the events that it made. */
  readonly events: readonly number[];
  /** Its first input in the journal. */
  readonly input?: number;
}

export interface Recording {
  readonly world: string;
  /** The path of the file on the host of the server. */
  readonly file: string;
  readonly state: 'recording' | 'complete' | 'failed';
  /** The number of entries so far. */
  readonly entries: number;
  readonly base: RecordingBase;
  /** The digest of the world at the end of the recording. */
  readonly digest?: string;
  /** The hash over all lines of the file. */
  readonly seal?: string;
  /** The reason of a failure or of an end without a stop request. */
  readonly reason?: string;
}

/** The state of the world at the start of the recording. */
export interface RecordingBase {
  readonly inputs: number;
  readonly position: number;
  readonly digest: string;
}

export interface RegisteredAgent {
  readonly id: string;
  readonly agent: Agent;
}

export type RunningBlockchain =
  | 'ETH'
  | 'ETH-SEPOLIA'
  | 'AVAX'
  | 'AVAX-FUJI'
  | 'MATIC'
  | 'MATIC-AMOY'
  | 'SOL'
  | 'SOL-DEVNET'
  | 'ARB'
  | 'ARB-SEPOLIA'
  | 'UNI'
  | 'UNI-SEPOLIA'
  | 'BASE'
  | 'BASE-SEPOLIA'
  | 'OP'
  | 'OP-SEPOLIA'
  | 'APTOS'
  | 'APTOS-TESTNET'
  | 'ARC-TESTNET'
  | 'MONAD'
  | 'MONAD-TESTNET';

/** Its first part that selects a session and channel is heard there. */
export interface ScriptPart {
  /** Selects sessions with this tag. */
  readonly tag?: string;
  /** Selects sessions of this channel of the service. */
  readonly path?: '/v1/listen' | '/v2/listen' | '/v1/agent/converse';
  /** Selects this channel of the audio, from 0. */
  readonly channel?: number;
  /** Selects the session with this number on its path, from 1. */
  readonly ordinal?: number;
  /** The silence between utterances, in milliseconds; 700 by default. */
  readonly gapMs?: number;
  readonly utterances: readonly (
    | string
    | {
        /** The words, with case and signs. Empty: nothing is heard. */
        readonly text: string;
        /** Equal speakers have equal numbers in results. */
        readonly speaker?: string | number;
        readonly language?: string;
        readonly confidence?: number;
        readonly entities?: readonly {
          /** Its kind, as `NAME`. */
          readonly label: string;
          readonly value: string;
          /** The number of its first word, from 0. Absent: where its value is. */
          readonly from?: number;
          /** The number of the word behind its last one. */
          readonly to?: number;
        }[];
      }
  )[];
}

export interface Session {
  readonly id: string;
  readonly path: string;
  readonly opened: string;
  /** Whether a client is connected to it. */
  readonly attached: boolean;
}

export interface Sessions {
  readonly sessions: readonly Session[];
}

export interface ShownConfig {
  /** The API keys of the wallet, `PREFIX:ID:SECRET`. Stored and shown with a fingerprint of the secret, `PREFIX:ID:sha256.<hex>`, which is accepted in its place. */
  readonly walletKeys: readonly string[];
  /** The secret of the entity: that of the first ciphertext (`first`, the default), or none before one is registered (`registered`). */
  readonly entitySecret?: 'first' | 'registered';
  /** Limits of wallet requests in a virtual second: reads (`get`, default 20), creating and deriving wallets, signing and estimates (`sign`, default 10), others (`post`, default 5). `true`: the defaults; `false`, the default: no limits. */
  readonly rateLimits?: boolean | WalletRateLimits;
  /** Whether pages of other origins may call the wallet (CORS, without cookies); `false` by default. */
  readonly walletCors?: boolean;
  /** Refuses wallet requests with any documented code, before the rest of the request is read: those of an `operation`, such as `POST /v1/w3s/developer/wallets`, or all. The first match counts; an empty list refuses none. */
  readonly walletRefusals?: readonly WalletRefusal[];
  /** Smaller limits than those of the service: transactions of a sender that no block has included (155264 beyond it), and wallets in a set (155502). */
  readonly walletLimits?: {
    readonly pendingTransactions?: number;
    readonly walletsPerSet?: number;
  };
  /** Settings of the calendar service. Omitted members keep their values. */
  readonly calendar?: CalendarSettings;
  /** The API keys of the speech service, `reprise-demo` by default. Stored and shown as fingerprints, `sha256.<hex>`, which are accepted in their place. */
  readonly speechKeys?: readonly string[];
  /** Sessions and models of the speech service. */
  readonly speech?: SpeechSessionSettings;
  /** What services do with members of requests and messages that they do not know: `refuse` them in their own form, or `warn` and go on: by the header `X-Reprise-Warning`, by a Warning of /v1/speak or the voice agent, and by the event `SessionWarned` of any channel. By default the wallet and the calendar ignore them. Of speech, /v1/listen ignores unknown parameters, the other channels refuse them; the voice agent refuses unknown members of messages, the others ignore them. */
  readonly unknownMembers?: 'refuse' | 'warn';
  /** The source of ids: the order of creation, or idempotency keys. */
  readonly ids: 'ordinal' | 'idempotency-key';
}

export interface SleepingWorld {
  readonly name: string;
  readonly seed: string;
  readonly epoch: string;
  /** Whether the world sends webhooks. */
  readonly outbound: boolean;
  /** The hash of the fixture that the world was created from. */
  readonly fixture?: string;
  /** The parent of a fork, and the position of the fork in it; the parent may be removed by now. */
  readonly forkedFrom: { readonly world: string; readonly position: number } | null;
  /** The world is not in the memory of this server; the next request wakes it. */
  readonly isLoaded: false;
  /** The address of the other process of the store that serves the world, and may have it awake, or served it last; absent if there is none. */
  readonly node?: string;
}

export interface SocketStatus {
  readonly state: 'open' | 'closed';
  /** Frames from the client. */
  readonly received: number;
  /** Frames to the client. */
  readonly sent: number;
  /** The close code; 1005 if the close had none, 1006 if the connection broke. */
  readonly code?: number;
  readonly reason?: string;
}

export interface SpeechScript {
  /** What sessions hear, whatever is spoken. */
  readonly hear?: readonly ScriptPart[];
  /** What agents answer. */
  readonly answer?: readonly AnswerRule[];
}

export interface SpeechSessionSettings {
  /** After how much virtual time without a frame of the client a session ends, in milliseconds; by default 60000 on /v1/speak, 10000 on /v1/listen, 30000 on /v2/listen, 15000 on /v1/agent/converse. `false`: never. */
  readonly idleMs?: number | false;
  /** Names of models that are accepted besides those of the service. */
  readonly models?: readonly string[];
  /** Agents of /v1/agent/converse. */
  readonly agent?: {
    /** How many times faster than real time replies are sent; 4 by default. */
    readonly pace?: number;
    /** How long agents think (200 to 600 by default) and prepare their voice (100 to 250), in virtual milliseconds: a number, or a range from which the seed draws. */
    readonly latency?: {
      readonly think?: number | readonly [number, number];
      readonly speak?: number | readonly [number, number];
    };
  };
  /** Limits of the original that are off by default. */
  readonly limits?: {
    /** Characters of text that a session may send in a virtual minute: 2400 in the original. More end the session with 1008 `DATA-0001`. `false`, the default: any number. */
    readonly charactersPerMinute?: number | false;
  };
}

export interface State {
  readonly position: number;
  readonly inputs: number;
  readonly digest: string;
  readonly now: string;
  readonly clock: {
    readonly mode: ClockMode;
    readonly rate: number;
    /** In skip: whether time also moves while no requests arrive; the default is true. */
    readonly idle?: boolean;
  };
  readonly pendingDues: number;
  readonly tables: { readonly [name: string]: Table };
}

export interface Steering {
  readonly to?: 'mempool' | 'failed';
  /** The errorReason for clients; with `fail` and `deny` only. Default of `deny`: INTERNAL_ERROR. */
  readonly reason?: FailureReason;
}

export type SteeringAction =
  'stick' | 'unstick' | 'drop' | 'confirm' | 'fail' | 'deny' | 'reorg' | 'accelerate' | 'cancel';

export interface Story {
  readonly story: 1;
  readonly title: string;
  /** Such as that the file was cut. */
  readonly notes: readonly string[];
  /** The world of the recording with its journal and exchanges; a second one if this version replays it differently. */
  readonly worlds: readonly {
    readonly record: { readonly name: string; readonly [name: string]: unknown };
    readonly [name: string]: unknown;
  }[];
  /** The first difference, as `reprise replay` prints it. */
  readonly difference?: {
    readonly summary: string;
    readonly text: string;
    readonly [name: string]: unknown;
  };
  readonly [name: string]: unknown;
}

export interface Table {
  readonly count: number;
  readonly rows: readonly { readonly [name: string]: unknown }[];
  /** The cursor for `after`; null on the last page. */
  readonly next: number | null;
}

export interface Tenant {
  readonly id: string;
  readonly limits: TenantLimits;
  /** The number of its stored worlds. */
  readonly worlds: number;
  /** The number of its worlds that are awake in the answering process. */
  readonly awakeWorlds: number;
}

export interface TenantLimits {
  /** The most stored worlds. */
  readonly worlds?: number;
  /** The most worlds that are awake in one process. */
  readonly awakeWorlds?: number;
  /** The most requests to one process in a minute. */
  readonly requestsPerMinute?: number;
  /** The most bytes of bodies, answers and frames of one process in a minute. */
  readonly bytesPerMinute?: number;
}

export interface Timeline {
  readonly from: string;
  readonly to: string;
  /** The last position of the world. */
  readonly position: number;
  /** The number of events from `from` to `to`. */
  readonly events: number;
  /** Lanes without events are left out. */
  readonly lanes: readonly {
    /** Which entities the events are about. */
    readonly lane:
      'transactions' | 'chains' | 'webhooks' | 'posts' | 'sessions' | 'faults' | 'other';
    /** By bucket. */
    readonly counts: readonly number[];
  }[];
}

export interface Token {
  readonly id: string;
  readonly blockchain: Blockchain;
  readonly name?: string;
  readonly symbol?: string;
  /** Absent for NFTs. */
  readonly decimals?: number;
  readonly isNative: boolean;
  /** Absent for native tokens. */
  readonly tokenAddress?: string;
  readonly standard?:
    | 'ERC20'
    | 'ERC721'
    | 'ERC1155'
    | 'Fungible'
    | 'FungibleAsset'
    | 'NonFungible'
    | 'NonFungibleEdition'
    | 'ProgrammableNonFungible'
    | 'ProgrammableNonFungibleEdition';
  readonly createDate: string;
  readonly updateDate: string;
}

export interface Transaction {
  readonly id: string;
  readonly blockchain: Blockchain;
  readonly state: TransactionState;
  readonly transactionType: 'INBOUND' | 'OUTBOUND';
  readonly operation: 'TRANSFER' | 'CONTRACT_EXECUTION' | 'CONTRACT_DEPLOYMENT';
  readonly walletId: string;
  readonly custodyType: 'DEVELOPER' | 'ENDUSER';
  readonly userId?: string;
  readonly tokenId?: string;
  readonly sourceAddress: string;
  readonly destinationAddress?: string;
  readonly contractAddress?: string;
  readonly abiFunctionSignature?: string;
  readonly abiParameters?: readonly AbiValue[];
  readonly amounts?: readonly string[];
  /** Each as JSON text. */
  readonly nfts?: readonly string[];
  readonly feeLevel?: string;
  readonly estimatedFee?: Fee;
  readonly refId?: string;
  readonly txHash?: string;
  readonly blockHash?: string;
  readonly blockHeight?: number;
  readonly firstConfirmDate?: string;
  readonly networkFee?: string;
  readonly networkFeeInUSD?: string;
  readonly amountInUSD?: string;
  readonly errorReason?: FailureReason;
  readonly errorDetails?: string;
  readonly createDate: string;
  readonly updateDate: string;
}

export interface TransactionChange {
  /** The virtual instant of the event; without an event, of the answer. */
  readonly at: string;
  readonly id: string;
  readonly blockchain: string;
  readonly state: string;
  /** The type of the event; absent in the first value, the present state. */
  readonly event?: string;
  readonly txHash?: string;
  readonly block?: { readonly [name: string]: unknown };
  readonly errorReason?: string;
  readonly errorDetails?: string;
  /** The hash of the present attempt; a replacement has another. */
  readonly attempt?: string;
  /** The highest price per unit of gas that the sender pays. */
  readonly maxFee?: string;
  /** The base fee of the chain at this instant. */
  readonly baseFee?: string;
}

export type TransactionState =
  | 'INITIATED'
  | 'CLEARED'
  | 'QUEUED'
  | 'SENT'
  | 'STUCK'
  | 'CONFIRMED'
  | 'COMPLETE'
  | 'FAILED'
  | 'DENIED'
  | 'CANCELLED';

export interface Wallet {
  readonly id: string;
  readonly state: 'LIVE' | 'FROZEN';
  readonly walletSetId: string;
  readonly custodyType: 'DEVELOPER' | 'ENDUSER';
  readonly userId?: string;
  readonly address: string;
  readonly blockchain: Blockchain;
  readonly accountType: 'EOA' | 'SCA';
  readonly scaCore?:
    | 'circle_4337_v1'
    | 'circle_6900_singleowner_v1'
    | 'circle_6900_singleowner_v2'
    | 'circle_6900_singleowner_v3';
  readonly name?: string;
  readonly refId?: string;
  /** Of NEAR accounts. */
  readonly initialPublicKey?: string;
  readonly createDate: string;
  readonly updateDate: string;
}

export interface WalletRateLimits {
  readonly get?: number;
  readonly sign?: number;
  readonly post?: number;
}

export interface WalletRefusal {
  readonly operation?:
    | 'GET /v1/w3s/config/entity/publicKey'
    | 'GET /v1/w3s/config/entity'
    | 'POST /v1/w3s/config/entity/entitySecret'
    | 'POST /v1/w3s/developer/walletSets'
    | 'PUT /v1/w3s/developer/walletSets/:id'
    | 'GET /v1/w3s/walletSets'
    | 'GET /v1/w3s/walletSets/:id'
    | 'POST /v1/w3s/developer/wallets'
    | 'PUT /v1/w3s/developer/wallets/derive'
    | 'PUT /v1/w3s/developer/wallets/:id/blockchains/:blockchain'
    | 'PUT /v1/w3s/wallets/:id'
    | 'GET /v1/w3s/developer/wallets/balances'
    | 'GET /v1/w3s/wallets'
    | 'GET /v1/w3s/wallets/:id'
    | 'POST /v1/w3s/developer/sign/message'
    | 'POST /v1/w3s/developer/sign/typedData'
    | 'POST /v1/w3s/developer/sign/transaction'
    | 'POST /v1/w3s/developer/sign/delegateAction'
    | 'GET /v1/w3s/wallets/:id/balances'
    | 'GET /v1/w3s/wallets/:id/nfts'
    | 'GET /v1/w3s/tokens/:id'
    | 'POST /v1/faucet/drips'
    | 'POST /v1/w3s/config/entity/monitoredTokens'
    | 'PUT /v1/w3s/config/entity/monitoredTokens'
    | 'GET /v1/w3s/config/entity/monitoredTokens'
    | 'POST /v1/w3s/config/entity/monitoredTokens/delete'
    | 'PUT /v1/w3s/config/entity/monitoredTokens/scope'
    | 'POST /v1/w3s/developer/transactions/transfer'
    | 'POST /v1/w3s/developer/transactions/contractExecution'
    | 'POST /v1/w3s/developer/transactions/walletUpgrade'
    | 'POST /v1/w3s/developer/transactions/:id/accelerate'
    | 'POST /v1/w3s/developer/transactions/:id/cancel'
    | 'GET /v1/w3s/transactions'
    | 'GET /v1/w3s/transactions/:id'
    | 'GET /v1/w3s/transactions/lowestNonceTransaction'
    | 'POST /v2/notifications/subscriptions'
    | 'GET /v2/notifications/subscriptions'
    | 'GET /v2/notifications/subscriptions/:id'
    | 'PATCH /v2/notifications/subscriptions/:id'
    | 'DELETE /v2/notifications/subscriptions/:id'
    | 'GET /v2/notifications/publicKey/:id'
    | 'GET /v1/w3s/developer/transactions/feeParameters'
    | 'POST /v1/w3s/transactions/transfer/estimateFee'
    | 'POST /v1/w3s/transactions/contractExecution/estimateFee'
    | 'POST /v1/w3s/transactions/validateAddress'
    | 'POST /v1/w3s/contracts/query';
  readonly code: number;
}

export interface WalletSet {
  readonly id: string;
  readonly custodyType: 'DEVELOPER' | 'ENDUSER';
  readonly userId?: string;
  readonly name?: string;
  readonly createDate: string;
  readonly updateDate: string;
}

export interface World {
  readonly name: string;
  readonly seed: string;
  readonly epoch: string;
  /** The present settings. */
  readonly config: ShownConfig;
  /** Whether the world sends webhooks. */
  readonly outbound: boolean;
  /** The hash of the fixture that the world was created from. */
  readonly fixture?: string;
  /** The parent of a fork, and the position of the fork in it; the parent may be removed by now. */
  readonly forkedFrom: { readonly world: string; readonly position: number } | null;
  /** The seed of ids and random numbers, in a fork that was given one. */
  readonly forkSeed?: string;
  /** The number of events in the log. */
  readonly position: number;
  /** The number of inputs in the journal. */
  readonly inputs: number;
  readonly digest: string;
  readonly clock: Clock;
  /** The number of records of each kind. */
  readonly counts: { readonly [name: string]: number };
}

export interface WorldConfig {
  /** The API keys of the wallet, `PREFIX:ID:SECRET`. Stored and shown with a fingerprint of the secret, `PREFIX:ID:sha256.<hex>`, which is accepted in its place. */
  readonly walletKeys?: readonly string[];
  /** The secret of the entity: that of the first ciphertext (`first`, the default), or none before one is registered (`registered`). */
  readonly entitySecret?: 'first' | 'registered';
  /** Limits of wallet requests in a virtual second: reads (`get`, default 20), creating and deriving wallets, signing and estimates (`sign`, default 10), others (`post`, default 5). `true`: the defaults; `false`, the default: no limits. */
  readonly rateLimits?: boolean | WalletRateLimits;
  /** Whether pages of other origins may call the wallet (CORS, without cookies); `false` by default. */
  readonly walletCors?: boolean;
  /** Refuses wallet requests with any documented code, before the rest of the request is read: those of an `operation`, such as `POST /v1/w3s/developer/wallets`, or all. The first match counts; an empty list refuses none. */
  readonly walletRefusals?: readonly WalletRefusal[];
  /** Smaller limits than those of the service: transactions of a sender that no block has included (155264 beyond it), and wallets in a set (155502). */
  readonly walletLimits?: {
    readonly pendingTransactions?: number;
    readonly walletsPerSet?: number;
  };
  /** Settings of the calendar service. Omitted members keep their values. */
  readonly calendar?: CalendarSettings;
  /** The API keys of the speech service, `reprise-demo` by default. Stored and shown as fingerprints, `sha256.<hex>`, which are accepted in their place. */
  readonly speechKeys?: readonly string[];
  /** Sessions and models of the speech service. */
  readonly speech?: SpeechSessionSettings;
  /** What services do with members of requests and messages that they do not know: `refuse` them in their own form, or `warn` and go on: by the header `X-Reprise-Warning`, by a Warning of /v1/speak or the voice agent, and by the event `SessionWarned` of any channel. By default the wallet and the calendar ignore them. Of speech, /v1/listen ignores unknown parameters, the other channels refuse them; the voice agent refuses unknown members of messages, the others ignore them. */
  readonly unknownMembers?: 'refuse' | 'warn';
  /** The source of ids: the order of creation, or idempotency keys. */
  readonly ids?: 'ordinal' | 'idempotency-key';
}

export interface Worlds {
  readonly worlds: readonly (World | SleepingWorld | BrokenWorld)[];
  /** The last name of this page, `after` of the next one; null on the last page. */
  readonly next: string | null;
}

/** The input and the answer of each operation. */
export interface Operations {
  /** Check whether the server is running. */
  readonly getHealth: {
    readonly answer: {
      readonly status: 'ok';
      readonly version: string;
      /** Of the node, if it shares a store with others: a new one at each start. */
      readonly lease?: string;
    };
  };
  /** List the packaged fixtures, from which a world can be created by name. */
  readonly listFixtures: { readonly answer: { readonly fixtures: readonly string[] } };
  /** List the worlds, in pages; none is woken. */
  readonly listWorlds: {
    readonly query?: {
      /** Only worlds whose names follow this one. */
      readonly after?: string;
      /** The most worlds of the page. */
      readonly limit?: number;
    };
    readonly answer: Worlds;
  };
  /** Create a world. */
  readonly createWorld: { readonly body: NewWorld; readonly answer: World };
  /** Show a world. */
  readonly getWorld: { readonly path: { readonly w: string }; readonly answer: World };
  /** Remove a world; its forks stay. */
  readonly removeWorld: { readonly path: { readonly w: string }; readonly answer: undefined };
  /** Change settings of a world; omitted ones stay unchanged. */
  readonly configureWorld: {
    readonly path: { readonly w: string };
    readonly body?: WorldConfig;
    readonly answer: World;
  };
  /** Fork a world, now or at an earlier moment; both share their past. */
  readonly forkWorld: {
    readonly path: { readonly w: string };
    readonly body: Fork;
    readonly answer: World;
  };
  /** Reset a world to its creation. */
  readonly resetWorld: { readonly path: { readonly w: string }; readonly answer: World };
  /** Show the state of a world, now or at a moment. */
  readonly getState: {
    readonly path: { readonly w: string };
    readonly query?: {
      /** A position, or an ISO-8601 instant for the last position at or before it. The events of one command are never split: a position among them means the last one. */
      readonly at?: number | string;
      /** Only this table, such as wallet/transactions. */
      readonly table?: string;
      /** Only rows after this cursor, the `next` of the previous page; with table only. */
      readonly after?: number;
      readonly limit?: number;
    };
    readonly answer: State;
  };
  /** Find where two worlds part, and what led to it in each. */
  readonly compareWorlds: {
    readonly path: { readonly w: string };
    readonly query: {
      /** The other world. */
      readonly with: string;
    };
    readonly answer: Comparison;
  };
  /** Check whether the server is ready for requests: for the proxy in front of several. */
  readonly getReadiness: { readonly answer: { readonly status: 'ready' } };
  /** List the processes that share the store; none if it is for one process. */
  readonly listNodes: { readonly answer: Nodes };
  /** Have a node hand its worlds over to the others; it goes on answering, and takes no more. */
  readonly drainNode: { readonly body: { readonly address: string }; readonly answer: Nodes };
  /** Read the metrics of the server in the text format of Prometheus. */
  readonly getMetrics: { readonly answer: string };
  /** List the tenants, with their limits and the numbers of their worlds. */
  readonly listTenants: { readonly answer: { readonly tenants: readonly Tenant[] } };
  /** Create a tenant, or replace its limits; omitted ones do not limit it. */
  readonly putTenant: {
    readonly path: { readonly id: string };
    readonly body?: TenantLimits;
    readonly answer: Tenant;
  };
  /** Remove a tenant that has no worlds, or with its worlds. */
  readonly removeTenant: {
    readonly path: { readonly id: string };
    readonly query?: {
      /** `remove`: its worlds are removed first. */
      readonly worlds?: 'remove';
    };
    readonly answer: undefined;
  };
  /** Draw a new token for a tenant, in place of the one that it has. */
  readonly drawTenantToken: {
    readonly path: { readonly id: string };
    readonly body?: {};
    readonly answer: {
      readonly id: string;
      /** Its token, which is not stored and never shown again. */
      readonly token: string;
    };
  };
  /** Show the clock of a world. */
  readonly getClock: { readonly path: { readonly w: string }; readonly answer: Clock };
  /** Set the mode and rate of a clock, and whether time in skip moves while no requests arrive. */
  readonly setClock: {
    readonly path: { readonly w: string };
    readonly body?: ClockChange;
    readonly answer: Clock;
  };
  /** Advance time; everything due by then runs, in order. */
  readonly advanceClock: {
    readonly path: { readonly w: string };
    readonly body?: Advance;
    readonly answer: Advanced;
  };
  /** Show how far an advance has got; other reads wait for its end. */
  readonly getProgress: { readonly path: { readonly w: string }; readonly answer: Progress };
  /** List the events of a world; with Accept: text/event-stream, follow them without end. */
  readonly listEvents: {
    readonly path: { readonly w: string };
    readonly query?: {
      /** The first position to read; positions start at 1. */
      readonly from?: number;
      /** The page size of the JSON answer; event streams ignore it. */
      readonly limit?: number;
      /** Only events of this type. */
      readonly type?: string;
      /** Only events of this stream, such as wallet/transaction/<id>. */
      readonly stream?: string;
    };
    readonly answer: Events;
  };
  /** Read the inputs of a world with their events; with Accept: text/event-stream, follow them without end. */
  readonly readJournal: {
    readonly path: { readonly w: string };
    readonly query?: {
      /** The first input to read; inputs are numbered from 1. */
      readonly from?: number;
      /** The most inputs of the JSON answer; streams ignore it. */
      readonly limit?: number;
    };
    readonly answer: Journal;
  };
  /** Count the events of a world by lane and by stretch of virtual time. */
  readonly getTimeline: {
    readonly path: { readonly w: string };
    readonly query?: {
      /** The default is the epoch of the world. */
      readonly from?: string;
      /** Included. The default is the present of the world. */
      readonly to?: string;
      /** The number of equal stretches that the time is divided into. */
      readonly buckets?: number;
    };
    readonly answer: Timeline;
  };
  /** List the last requests to a world, with what they caused. */
  readonly listRequests: {
    readonly path: { readonly w: string };
    readonly query?: {
      /** Only requests to this service. */
      readonly service?: 'wallet' | 'calendar' | 'speech';
      /** Only requests with this method. */
      readonly method?: string;
      /** Only requests to this path, without the world's prefix. `*` is one segment, `**` at the end any number of segments. */
      readonly path?: string;
      /** Only requests with this status, or class of it such as 4xx. */
      readonly status?: string;
      /** Only requests without a route (true), or with one (false). */
      readonly unmatched?: 'true' | 'false';
      /** Only requests after the one with this number. */
      readonly since?: number;
      /** The most requests, of the first ones that match. Default: all. */
      readonly limit?: number;
    };
    readonly answer: {
      /** Oldest first. */
      readonly requests: readonly JournaledRequest[];
    };
  };
  /** Forget the requests to a world so far. */
  readonly clearRequests: { readonly path: { readonly w: string }; readonly answer: undefined };
  /** List the last requests to worlds that do not exist. */
  readonly listStrayRequests: {
    readonly query?: {
      /** Only requests to this service. */
      readonly service?: 'wallet' | 'calendar' | 'speech';
      /** Only requests with this method. */
      readonly method?: string;
      /** Only requests to this path, without the world's prefix. `*` is one segment, `**` at the end any number of segments. */
      readonly path?: string;
      /** Only requests with this status, or class of it such as 4xx. */
      readonly status?: string;
      /** Only requests without a route (true), or with one (false). */
      readonly unmatched?: 'true' | 'false';
      /** Only requests after the one with this number. */
      readonly since?: number;
      /** The most requests, of the first ones that match. Default: all. */
      readonly limit?: number;
    };
    readonly answer: {
      /** Oldest first. */
      readonly requests: readonly JournaledRequest[];
    };
  };
  /** Forget the requests to worlds that do not exist. */
  readonly clearStrayRequests: { readonly answer: undefined };
  /** List the open sessions of a world. */
  readonly listSessions: { readonly path: { readonly w: string }; readonly answer: Sessions };
  /** Send frames to a session that has no client, in its place. */
  readonly sendFrames: {
    readonly path: { readonly w: string; readonly id: string };
    readonly body: Frames;
    readonly answer: FramesAnswer;
  };
  /** List the faults of a world, in the order in which they are tried. */
  readonly listFaults: {
    readonly path: { readonly w: string };
    readonly answer: { readonly faults: readonly Fault[] };
  };
  /** Add a fault, behind those that the world has. */
  readonly addFault: {
    readonly path: { readonly w: string };
    readonly body?: NewFault;
    readonly answer: Fault;
  };
  /** Remove all faults of a world. Answers that wait still arrive. */
  readonly removeAllFaults: { readonly path: { readonly w: string }; readonly answer: undefined };
  /** Remove a fault. */
  readonly removeFault: {
    readonly path: { readonly w: string; readonly id: string };
    readonly answer: undefined;
  };
  /** Start a recording of all requests and responses of a world. */
  readonly startRecording: {
    readonly path: { readonly w: string };
    readonly body?: {};
    readonly answer: Recording;
  };
  /** Stop the recording of a world and complete its file. */
  readonly stopRecording: {
    readonly path: { readonly w: string };
    readonly body?: {};
    readonly answer: Recording;
  };
  /** Fetch the newest recording of a world, even while it is running. */
  readonly getRecording: { readonly path: { readonly w: string }; readonly answer: string };
  /** List what the newest recording of a world has: requests with answers, sockets, webhooks; with Accept: text/event-stream, follow it. */
  readonly listRecordedExchanges: {
    readonly path: { readonly w: string };
    readonly query?: {
      /** Only exchanges that entries after this one have changed. */
      readonly after?: number;
    };
    readonly answer: {
      /** Each as it is now, redacted as in the file. */
      readonly exchanges: readonly RecordedExchange[];
      /** The last entry that they show: the `after` of the next page, and of later changes. */
      readonly last: number;
      /** Whether they show all entries so far. */
      readonly isLast: boolean;
      /** Absent if the world has none. */
      readonly recording?: Recording;
    };
  };
  /** Show the state of the newest recording of a world: running, complete, cut off, or failed and why. */
  readonly getRecordingStatus: {
    readonly path: { readonly w: string };
    readonly answer: Recording | CutRecording;
  };
  /** Replay an uploaded recording, and show its world; no world of the server is touched. */
  readonly replayUpload: {
    readonly body: {
      /** The name of the file, for messages. */
      readonly name?: string;
      /** The lines of the file. */
      readonly recording: string;
    };
    readonly answer: Story;
  };
  /** Steer a transaction. */
  readonly steerTransaction: {
    readonly path: { readonly w: string; readonly id: string; readonly action: SteeringAction };
    readonly body?: Steering;
    readonly answer: {
      /** The transaction, as the wallet API shows it. */
      readonly transaction: Transaction;
    };
  };
  /** Show a transaction; with Accept: text/event-stream, follow it to its final state. */
  readonly watchTransaction: {
    readonly path: { readonly w: string; readonly id: string };
    readonly answer: TransactionChange;
  };
  /** Fund a wallet. */
  readonly fundWallet: {
    readonly path: { readonly w: string; readonly id: string };
    readonly body?: Funds;
    readonly answer: { readonly balances: readonly CurrencyBalance[] };
  };
  /** Mint an NFT or another token to a wallet. */
  readonly mintToken: {
    readonly path: { readonly w: string; readonly id: string };
    readonly body?: Mint;
    readonly answer: {
      /** The token, as the wallet API shows it. */
      readonly token: Token;
      /** The inbound transaction, as the wallet API shows it. */
      readonly transaction: Transaction;
    };
  };
  /** Show a blockchain. */
  readonly getChain: {
    readonly path: { readonly w: string; readonly blockchain: RunningBlockchain };
    readonly answer: Chain;
  };
  /** Change the conditions on a blockchain. */
  readonly changeChain: {
    readonly path: { readonly w: string; readonly blockchain: RunningBlockchain };
    readonly body?: ChainChange;
    readonly answer: Chain;
  };
  /** Create a wallet set of the developer or of an end user. */
  readonly provisionWalletSet: {
    readonly path: { readonly w: string };
    readonly body?:
      | { readonly custodyType: 'DEVELOPER'; readonly name?: string }
      | { readonly custodyType: 'ENDUSER'; readonly userId: string; readonly name?: string };
    readonly answer: {
      /** The wallet set, as the wallet API shows it. */
      readonly walletSet: WalletSet;
    };
  };
  /** Create wallets in a set, with any smart account core. */
  readonly provisionWallets: {
    readonly path: { readonly w: string };
    readonly body: {
      readonly walletSetId: string;
      readonly blockchains: readonly Blockchain[];
      readonly count?: number;
      readonly accountType?: 'EOA' | 'SCA';
      readonly scaCore?:
        | 'circle_4337_v1'
        | 'circle_6900_singleowner_v1'
        | 'circle_6900_singleowner_v2'
        | 'circle_6900_singleowner_v3';
      readonly metadata?: readonly { readonly name?: string; readonly refId?: string }[];
    };
    readonly answer: { readonly wallets: readonly Wallet[] };
  };
  /** List the newest wallets. */
  readonly listWallets: {
    readonly path: { readonly w: string };
    readonly query?: {
      readonly address?: string;
      readonly refId?: string;
      readonly blockchain?: Blockchain;
      readonly limit?: number;
    };
    readonly answer: { readonly wallets: readonly Wallet[] };
  };
  /** Freeze a wallet: only reads are allowed. */
  readonly freezeWallet: {
    readonly path: { readonly w: string; readonly id: string };
    readonly body?: {};
    readonly answer: {
      /** The wallet, as the wallet API shows it. */
      readonly wallet: Wallet;
    };
  };
  /** Unfreeze a wallet. */
  readonly unfreezeWallet: {
    readonly path: { readonly w: string; readonly id: string };
    readonly body?: {};
    readonly answer: {
      /** The wallet, as the wallet API shows it. */
      readonly wallet: Wallet;
    };
  };
  /** List the newest transactions, of all keys. */
  readonly listTransactions: {
    readonly path: { readonly w: string };
    readonly query?: {
      /** Only this transaction, whatever its state. */
      readonly id?: string;
      readonly state?: TransactionState;
      readonly limit?: number;
    };
    readonly answer: {
      /** The newest first, as the wallet API shows them. */
      readonly transactions: readonly Transaction[];
      /** The tokens of these transactions. */
      readonly tokens: readonly Token[];
    };
  };
  /** Show a wallet and its balances. */
  readonly getWallet: {
    readonly path: { readonly w: string; readonly id: string };
    readonly answer: {
      readonly balances: readonly CurrencyBalance[];
      /** The wallet, as the wallet API shows it. */
      readonly wallet: Wallet;
    };
  };
  /** Set fields of an event that the calendar API cannot set: password, geodata, tickets, parent. */
  readonly setEventFields: {
    readonly path: { readonly w: string; readonly id: string };
    readonly body?: {
      /** The password that protects the content; null removes it. */
      readonly password?: string | null;
      /** The position of the venue in degrees; null removes it. */
      readonly geodata?: { readonly latitude: number; readonly longitude: number } | null;
      /** Whether it has tickets. */
      readonly ticketed?: boolean;
      /** The id of the parent event; null removes it. */
      readonly parent?: number | null;
    };
    readonly answer: {
      /** The event, as the calendar API prints it. */
      readonly event: {
        readonly id: number;
        readonly slug?: string;
        readonly [name: string]: unknown;
      };
      /** Whether it has a password. */
      readonly protected: boolean;
      /** The position of the venue. */
      readonly geodata: { readonly latitude: number; readonly longitude: number } | null;
      /** Whether it has tickets. */
      readonly ticketed: boolean;
      readonly parent: number | null;
    };
  };
  /** Set fields of a venue that the calendar API cannot set: password, geodata. */
  readonly setVenueFields: {
    readonly path: { readonly w: string; readonly id: string };
    readonly body?: {
      /** The password that protects the content; null removes it. */
      readonly password?: string | null;
      /** The position in degrees; null removes it. */
      readonly geodata?: { readonly latitude: number; readonly longitude: number } | null;
    };
    readonly answer: {
      /** The venue, as the calendar API prints it. */
      readonly venue: {
        readonly id: number;
        readonly slug?: string;
        readonly [name: string]: unknown;
      };
      /** Whether it has a password. */
      readonly protected: boolean;
      /** The position in degrees. */
      readonly geodata: { readonly latitude: number; readonly longitude: number } | null;
    };
  };
  /** Set the password of an organizer, which the calendar API cannot set. */
  readonly setOrganizerFields: {
    readonly path: { readonly w: string; readonly id: string };
    readonly body?: {
      /** The password that protects the content; null removes it. */
      readonly password?: string | null;
    };
    readonly answer: {
      /** The organizer, as the calendar API prints it. */
      readonly organizer: {
        readonly id: number;
        readonly slug?: string;
        readonly [name: string]: unknown;
      };
      /** Whether it has a password. */
      readonly protected: boolean;
    };
  };
  /** Get the script of what sessions hear and agents answer. */
  readonly getSpeechScript: {
    readonly path: { readonly w: string };
    readonly answer: SpeechScript;
  };
  /** Set the script of what sessions hear and agents answer, from their next utterance on. What is absent is empty: an empty object clears it. */
  readonly setSpeechScript: {
    readonly path: { readonly w: string };
    readonly body: SpeechScript;
    readonly answer: SpeechScript;
  };
  /** Register an agent, or replace it: Settings may name it by its UUID. */
  readonly setAgent: {
    readonly path: { readonly w: string; readonly id: string };
    readonly body: Agent;
    readonly answer: RegisteredAgent;
  };
  /** Get a registered agent of the voice agent, with marks in place of secrets. */
  readonly getAgent: {
    readonly path: { readonly w: string; readonly id: string };
    readonly answer: RegisteredAgent;
  };
  /** Remove a registered agent. Sessions that have begun with it go on. */
  readonly removeAgent: {
    readonly path: { readonly w: string; readonly id: string };
    readonly answer: undefined;
  };
  /** List the thoughts of agents: the rule of the script that matched, what it captured, and the rules that nearly did. */
  readonly listThoughts: {
    readonly path: { readonly w: string };
    readonly query?: {
      /** Only thoughts of this session: the `request_id` of its Welcome. */
      readonly session?: string;
      /** The first position of an event with which a thought begins. */
      readonly from?: number;
      readonly limit?: number;
    };
    readonly answer: ExplainedThoughts;
  };
  /** Get the audio of one side of a session, open or over, as WAV. */
  readonly getSessionAudio: {
    readonly path: { readonly w: string; readonly id: string };
    readonly query: {
      /** Whose audio: of the user, as it was received, or of the agent, as it was sent. */
      readonly side: 'user' | 'agent';
      /** The first sample. */
      readonly from?: number;
      /** The most samples of each channel. Fewer come where the audio ends, or if all channels together have more. */
      readonly limit?: number;
    };
    readonly answer: string;
  };
  /** This document. */
  readonly controlDocument: {
    readonly answer: {
      readonly openapi: string;
      readonly paths: { readonly [name: string]: unknown };
      readonly [name: string]: unknown;
    };
  };
  /** The wallet service as an OpenAPI document. */
  readonly walletDocument: {
    readonly answer: {
      readonly openapi: string;
      readonly paths: { readonly [name: string]: unknown };
      readonly [name: string]: unknown;
    };
  };
  /** The calendar service as an OpenAPI document. */
  readonly calendarDocument: {
    readonly answer: {
      readonly openapi: string;
      readonly paths: { readonly [name: string]: unknown };
      readonly [name: string]: unknown;
    };
  };
  /** The speech service as an OpenAPI document. */
  readonly speechDocument: {
    readonly answer: {
      readonly openapi: string;
      readonly paths: { readonly [name: string]: unknown };
      readonly [name: string]: unknown;
    };
  };
  /** The WebSocket channels of the speech service as an AsyncAPI document. */
  readonly speechChannelsDocument: {
    readonly answer: {
      readonly asyncapi: string;
      readonly channels: { readonly [name: string]: unknown };
      readonly [name: string]: unknown;
    };
  };
}
/** The method and the path of each operation, below `/__reprise`. */
export const operations: Readonly<
  Record<keyof Operations, readonly [method: string, path: string]>
> = {
  getHealth: ['GET', '/health'],
  listFixtures: ['GET', '/fixtures'],
  listWorlds: ['GET', '/worlds'],
  createWorld: ['POST', '/worlds'],
  getWorld: ['GET', '/worlds/{w}'],
  removeWorld: ['DELETE', '/worlds/{w}'],
  configureWorld: ['PATCH', '/worlds/{w}/config'],
  forkWorld: ['POST', '/worlds/{w}/fork'],
  resetWorld: ['POST', '/worlds/{w}/reset'],
  getState: ['GET', '/worlds/{w}/state'],
  compareWorlds: ['GET', '/worlds/{w}/compare'],
  getReadiness: ['GET', '/ready'],
  listNodes: ['GET', '/nodes'],
  drainNode: ['POST', '/nodes/drain'],
  getMetrics: ['GET', '/metrics'],
  listTenants: ['GET', '/tenants'],
  putTenant: ['PUT', '/tenants/{id}'],
  removeTenant: ['DELETE', '/tenants/{id}'],
  drawTenantToken: ['POST', '/tenants/{id}/token'],
  getClock: ['GET', '/worlds/{w}/clock'],
  setClock: ['PATCH', '/worlds/{w}/clock'],
  advanceClock: ['POST', '/worlds/{w}/clock/advance'],
  getProgress: ['GET', '/worlds/{w}/clock/progress'],
  listEvents: ['GET', '/worlds/{w}/events'],
  readJournal: ['GET', '/worlds/{w}/journal'],
  getTimeline: ['GET', '/worlds/{w}/timeline'],
  listRequests: ['GET', '/worlds/{w}/requests'],
  clearRequests: ['DELETE', '/worlds/{w}/requests'],
  listStrayRequests: ['GET', '/requests'],
  clearStrayRequests: ['DELETE', '/requests'],
  listSessions: ['GET', '/worlds/{w}/sessions'],
  sendFrames: ['POST', '/worlds/{w}/sessions/{id}/frames'],
  listFaults: ['GET', '/worlds/{w}/faults'],
  addFault: ['POST', '/worlds/{w}/faults'],
  removeAllFaults: ['DELETE', '/worlds/{w}/faults'],
  removeFault: ['DELETE', '/worlds/{w}/faults/{id}'],
  startRecording: ['POST', '/worlds/{w}/recording/start'],
  stopRecording: ['POST', '/worlds/{w}/recording/stop'],
  getRecording: ['GET', '/worlds/{w}/recording'],
  listRecordedExchanges: ['GET', '/worlds/{w}/recording/exchanges'],
  getRecordingStatus: ['GET', '/worlds/{w}/recording/status'],
  replayUpload: ['POST', '/replay'],
  steerTransaction: ['POST', '/worlds/{w}/wallet/transactions/{id}/{action}'],
  watchTransaction: ['GET', '/worlds/{w}/wallet/transactions/{id}'],
  fundWallet: ['POST', '/worlds/{w}/wallet/wallets/{id}/fund'],
  mintToken: ['POST', '/worlds/{w}/wallet/wallets/{id}/mint'],
  getChain: ['GET', '/worlds/{w}/wallet/chains/{blockchain}'],
  changeChain: ['PATCH', '/worlds/{w}/wallet/chains/{blockchain}'],
  provisionWalletSet: ['POST', '/worlds/{w}/wallet/wallet-sets'],
  provisionWallets: ['POST', '/worlds/{w}/wallet/wallets'],
  listWallets: ['GET', '/worlds/{w}/wallet/wallets'],
  freezeWallet: ['POST', '/worlds/{w}/wallet/wallets/{id}/freeze'],
  unfreezeWallet: ['POST', '/worlds/{w}/wallet/wallets/{id}/unfreeze'],
  listTransactions: ['GET', '/worlds/{w}/wallet/transactions'],
  getWallet: ['GET', '/worlds/{w}/wallet/wallets/{id}'],
  setEventFields: ['PATCH', '/worlds/{w}/calendar/events/{id}'],
  setVenueFields: ['PATCH', '/worlds/{w}/calendar/venues/{id}'],
  setOrganizerFields: ['PATCH', '/worlds/{w}/calendar/organizers/{id}'],
  getSpeechScript: ['GET', '/worlds/{w}/speech/script'],
  setSpeechScript: ['PUT', '/worlds/{w}/speech/script'],
  setAgent: ['PUT', '/worlds/{w}/speech/agents/{id}'],
  getAgent: ['GET', '/worlds/{w}/speech/agents/{id}'],
  removeAgent: ['DELETE', '/worlds/{w}/speech/agents/{id}'],
  listThoughts: ['GET', '/worlds/{w}/speech/thoughts'],
  getSessionAudio: ['GET', '/worlds/{w}/speech/sessions/{id}/audio'],
  controlDocument: ['GET', '/openapi.json'],
  walletDocument: ['GET', '/openapi/wallet.json'],
  calendarDocument: ['GET', '/openapi/calendar.json'],
  speechDocument: ['GET', '/openapi/speech.json'],
  speechChannelsDocument: ['GET', '/asyncapi/speech.json'],
};
