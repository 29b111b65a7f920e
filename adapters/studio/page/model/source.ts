// Where the page has its worlds from: a server, or the file that it is part of.

import type { ReadonlySignal } from '@preact/signals';
import type { Client } from '../../../client/index.ts';
import type { Story } from '../../story/story.ts';
import type { WorldHistory } from './world-history.ts';

/** A world in the list; what is not known of one that sleeps is absent. */
export interface WorldSummary {
  readonly name: string;
  readonly seed?: string;
  readonly position?: number;
  readonly now?: string;
  readonly clock?: string;
  /** The instant of what is scheduled next, such as a post that goes live. */
  readonly nextDue?: string;
  readonly digest?: string;
  readonly forkedFrom?: { readonly world: string; readonly position: number } | null;
  readonly counts?: Readonly<Record<string, number>>;
  /** Why it cannot be used. */
  readonly error?: string;
}

export interface Source {
  readonly title: string;
  readonly worlds: ReadonlySignal<readonly WorldSummary[]>;
  /** Why the list of worlds is not up to date. */
  readonly problem: ReadonlySignal<string | undefined>;
  /** A world that is being read, or was; undefined while nothing is known of it. */
  readonly history: (name: string) => ReadonlySignal<WorldHistory | undefined>;
  /** Follows the named worlds only: a browser has 6 connections to a server, and a followed world takes up to 2. */
  readonly followOnly: (shown: readonly string[]) => void;
  /** Reads the list again. */
  readonly refresh: () => Promise<void>;
  /** Steers worlds; absent in a file. */
  readonly server?: {
    readonly client: Client;
    readonly url: string;
    /** Why the server refuses the token, if it does. */
    readonly refusal: ReadonlySignal<string | undefined>;
  };
  /** Present in a file. */
  readonly story?: Story;
}
