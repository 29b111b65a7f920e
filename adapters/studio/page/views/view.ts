// What a view is: one way to look at a world.

import type { ComponentType } from 'preact';
import type { Viewpoint } from '../model/viewpoint.ts';
import type { WorldHistory } from '../model/world-history.ts';

export interface ViewProps {
  readonly viewpoint: Viewpoint;
  readonly history: WorldHistory;
}

export interface View {
  /** In the address. */
  readonly name: string;
  readonly title: string;
  readonly View: ComponentType<ViewProps>;
  /** Default: always. */
  readonly isShown?: (viewpoint: Viewpoint) => boolean;
}
